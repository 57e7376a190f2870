//! Relocates records on pages where the rules for where records begin have failed, by what can be read there.
//!
//! A redesign may leave the rules for where records begin without their clues, or with other nodes that have them, while the
//! fields of a record can still be read. So if far fewer records come out than usual, other regions are tried: the nodes of
//! each rule by itself, and elements that repeat. The regions whose records have most fields win, if they clearly do.

use super::cache::landmarks::Landmarks;
use super::matcher::RuleMatcher;
use super::matcher::eval::EvalContext;
use super::matcher::page_index::{NodeRange, PageIndex};
use super::nested::Nested;
use super::node_groups::NodeGroups;
use super::read::is_empty;
use super::rule::{NodeTarget, Reach, Records};
use super::{Site, regions};
use crate::record::{Record, Schema};
use unhusk_page::{VisibleNode, Warning};

/// Records are too few if there are fewer than one of this number of those that are usual on a page.
const FEW: usize = 3;
/// So many records are enough, however many are usual: a page may have fewer, but rules that fail find a few at most.
const ENOUGH: usize = 10;
/// Other regions have to be better by this factor: a page may have few records.
const CLEARLY: f64 = 2.0;
/// Regions of which records are read to compare groups.
const SAMPLE: usize = 12;
/// Regions of a group that are read before it is given up: a list can begin with a head.
const PROBE: u32 = 3;
/// Most groups of elements that are compared, the largest first.
const MAX_GROUPS: usize = 100;
/// Least number of fields of a record that is found by what can be read there: single values are in menus, too.
const MIN_FIELDS: f64 = 2.0;

/// A page whose records are looked for.
pub(super) struct Relocation<'a, 'p> {
    pub(super) site: &'a Site,
    pub(super) schema: &'a Schema,
    pub(super) index: &'a PageIndex<'p>,
    pub(super) landmarks: &'a Landmarks,
}

/// Regions, and how good the records in them are.
struct Candidate {
    scopes: Vec<NodeRange>,
    score: f64,
}

impl<'p> Relocation<'_, 'p> {
    /// Whether rules found so few records that they may have failed.
    pub(super) fn is_too_few(&self, n_found: usize) -> bool {
        let Records::Regions(learnt) = self.site.records() else { return false };
        let is_enough = n_found >= ENOUGH || FEW * n_found >= learnt.usual as usize;
        self.schema.is_flat() && !is_enough
    }

    /// Other regions of records, if there are clearly better ones than those that were found.
    pub(super) fn better_than<'r>(
        &self,
        found: impl Iterator<Item = &'r Record<'p>>,
    ) -> Option<Vec<NodeRange>>
    where
        'p: 'r,
    {
        let Records::Regions(learnt) = self.site.records() else { return None };
        let least =
            CLEARLY * found.map(|record| completeness(n_filled(record), self.schema)).sum::<f64>();
        let by_rules = self.of_rules().into_iter().map(|nodes| (nodes, 1.0));
        let by_groups = groups(self.index).into_iter().map(|nodes| (nodes, MIN_FIELDS));
        let mut best: Option<Candidate> = None;
        for (nodes, min_fields) in by_rules.chain(by_groups) {
            let score = best.as_ref().map_or(least, |best| best.score);
            let candidate = self.candidate(&nodes, learnt.reach, min_fields);
            best = candidate.filter(|other| other.score > score).or(best);
        }
        best.map(|best| best.scopes)
    }

    /// The nodes of each rule for where records begin.
    fn of_rules(&self) -> Vec<Vec<VisibleNode>> {
        let scope = self.index.whole();
        let context = EvalContext { index: self.index, scope, landmarks: self.landmarks };
        let matcher = RuleMatcher::new(context);
        let rules = self.site.begin.iter().flatten();
        let targets = [NodeTarget::Element, NodeTarget::Text];
        rules.flat_map(|rule| targets.iter().map(|target| matcher.nodes(rule, target))).collect()
    }

    /// The regions that begin at some nodes; `None` if there is only one, or records lack most fields.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn candidate(&self, nodes: &[VisibleNode], reach: Reach, min_fields: f64) -> Option<Candidate> {
        let scopes = regions::scopes(self.index, nodes, reach);
        if scopes.len() < 2 {
            return None;
        }
        let step = scopes.len().div_ceil(SAMPLE);
        let (mut n_read, mut n_all, mut sum, mut n_sampled) = (0, 0, 0.0, 0);
        let is_rich = |n_read: u32, n_all: usize| {
            n_read > 0 && n_all as f64 / f64::from(n_read) >= min_fields
        };
        for scope in scopes.iter().step_by(step) {
            if n_sampled == PROBE && !is_rich(n_read, n_all) {
                return None;
            }
            n_sampled += 1;
            let Some(n_filled) = self.n_filled(*scope) else { continue };
            n_read += 1;
            n_all += n_filled;
            sum += completeness(n_filled, self.schema);
        }
        let score = sum / f64::from(n_sampled) * scopes.len() as f64;
        is_rich(n_read, n_all).then_some(Candidate { scopes, score })
    }

    /// The number of fields that can be read in a region; `None` if it is not a record.
    fn n_filled(&self, scope: NodeRange) -> Option<usize> {
        let context = EvalContext { index: self.index, scope, landmarks: self.landmarks };
        let mut flat = Nested::default();
        let record = self.site.record(self.schema, &RuleMatcher::new(context), &mut flat)?;
        Some(n_filled(&record))
    }
}

/// Tells that the records of a page were relocated.
pub(super) fn warning() -> Warning {
    let note = "records do not begin on this page as on the labelled ones; they were found by their fields: check them";
    Warning::Note(note.to_owned())
}

fn n_filled(record: &Record<'_>) -> usize {
    record.cells.iter().filter(|cell| !is_empty(cell)).count()
}

/// The share of the fields that a record has, squared: whole records are better than as many values in their parts.
#[expect(clippy::cast_precision_loss, reason = "counts of fields")]
fn completeness(n_filled: usize, schema: &Schema) -> f64 {
    (n_filled as f64 / schema.fields().len().max(1) as f64).powi(2)
}

/// Groups of elements with the same tags around them, the same class, or both; outer elements first.
fn groups(index: &PageIndex<'_>) -> Vec<Vec<VisibleNode>> {
    let mut groups = NodeGroups::default();
    for (node, path) in (0..).zip(index.tag_paths()) {
        if index.is_text(node) {
            continue;
        }
        groups.add(path, node);
        groups.add_by_class(index, path, node);
    }
    groups.largest(MAX_GROUPS)
}
