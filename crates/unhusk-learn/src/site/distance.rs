//! How far the places of a label are from the other values of its record: of several places with the text of the label,
//! the one beside the other values is meant.
//!
//! The distance of two texts is measured in the tree: by the number of texts in the smallest element that contains both.
//! Only where that is equal, the number of texts between them counts.

use super::corpus::{Scope, SiteCorpus};
use super::labelled::LabelledValue;
use super::looks::leaf_at;
use super::review;
use crate::example::{Label, TrainingSet};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::internal::PageIndex;

/// For each place of a label that has several, how much farther than the nearest it is from the other values of its record.
#[derive(Debug, Default)]
pub(super) struct Distances(FxHashMap<(usize, Node), f64>);

/// The weight of the number of texts between two texts: it decides only where the tree does not.
const BETWEEN: f64 = 0.05;
/// Most elements around a text that are looked at: farther ones contain about all of their page.
const MAX_LEVELS: usize = 200;
/// Most places of one label that are looked at.
const MAX_NEIGHBOURS: usize = 400;

impl Distances {
    /// The distances of the places of the values of a field, given by its position.
    pub(super) fn of(
        corpus: &SiteCorpus<'_, '_>,
        examples: &TrainingSet<'_>,
        field: usize,
        values: &[LabelledValue],
    ) -> Self {
        let mut distances = FxHashMap::default();
        for of_scope in values.chunk_by(|a, b| a.scope == b.scope) {
            let several = of_scope.iter().filter(|value| has_several_places(value));
            let mut several = several.peekable();
            if several.peek().is_none() {
                continue;
            }
            let scope = &corpus.scopes[of_scope[0].scope];
            let neighbours = Neighbours::of(corpus, examples, scope, field);
            for value in several {
                let found = value.options.iter().map(|(_, node, _)| (*node, neighbours.far(*node)));
                let found: Vec<(Node, f64)> = found.collect();
                let nearest = found.iter().map(|(_, far)| *far).fold(f64::MAX, f64::min);
                distances.extend(
                    found.into_iter().map(|(node, far)| ((value.scope, node), far - nearest)),
                );
            }
        }
        Self(distances)
    }

    /// How much farther than the nearest place of its label a node of a scope is; `None` if the label has no other place.
    pub(super) fn get(&self, scope: usize, node: Node) -> Option<f64> {
        self.0.get(&(scope, node)).copied()
    }
}

/// Whether a value can be read at places that do not overlap.
fn has_several_places(value: &LabelledValue) -> bool {
    let mut places = value.options.iter().map(|(_, _, span)| span);
    places.next().is_some_and(|first| places.any(|place| place != first))
}

/// The values of the other fields of a record.
struct Neighbours<'a, 'p> {
    index: &'a PageIndex<'p>,
    scope: Scope,
    /// For each field with a value the texts at which it can be read, in the order of the page.
    fields: Vec<Vec<usize>>,
}

impl<'a, 'p> Neighbours<'a, 'p> {
    fn of(
        corpus: &SiteCorpus<'a, 'p>,
        examples: &TrainingSet<'_>,
        scope: &Scope,
        field: usize,
    ) -> Self {
        let index = &corpus.indexes[scope.page];
        let leaves = index.leaves_of(scope.nodes);
        let record = scope.record.map(|record| &examples.examples()[scope.page].records[record]);
        let others = record.iter().flat_map(|record| record.cells.iter().enumerate());
        let others = others.filter(|(other, _)| *other != field);
        let texts = others.map(|(_, cell)| {
            let of_label = |label: &Label| {
                let places = label.candidates.iter().take(MAX_NEIGHBOURS);
                let found = places.map(|place| leaf_at(index, place.span));
                found.filter(|leaf| leaves.contains(leaf)).collect::<BTreeSet<usize>>()
            };
            review::labels(cell).into_iter().map(of_label).collect::<Vec<_>>()
        });
        let fields: Vec<Vec<BTreeSet<usize>>> = texts.collect();
        // Values that have several places themselves may be near at the wrong ones.
        let is_certain = |labels: &&Vec<BTreeSet<usize>>| labels.iter().any(|of| of.len() == 1);
        let certain: Vec<_> = fields.iter().filter(is_certain).collect();
        let fields = if certain.is_empty() { fields.iter().collect() } else { certain };
        let merged = fields.into_iter().map(|labels| {
            let all: BTreeSet<usize> = labels.iter().flatten().copied().collect();
            all.into_iter().collect()
        });
        let fields = merged.filter(|texts: &Vec<usize>| !texts.is_empty()).collect();
        Self { index, scope: *scope, fields }
    }

    /// The mean distance of a node to the nearest value of each field.
    #[expect(clippy::cast_precision_loss, reason = "counts of fields")]
    fn far(&self, node: Node) -> f64 {
        let leaf = self.index.leaves_before(node);
        let sum: f64 = self.fields.iter().map(|texts| self.nearest(leaf, texts)).sum();
        sum / self.fields.len().max(1) as f64
    }

    /// The distance of a text to the nearest of some texts. One of those next to it in the order of the page is the nearest.
    fn nearest(&self, leaf: usize, texts: &[usize]) -> f64 {
        let at = texts.partition_point(|&text| text < leaf);
        let beside = texts[at.saturating_sub(1)..].iter().take(2);
        beside.map(|&text| self.distance(leaf, text)).fold(f64::MAX, f64::min)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of texts")]
    fn distance(&self, one: usize, other: usize) -> f64 {
        let (first, last) = (one.min(other), one.max(other));
        if last >= self.index.n_leaves() {
            return self.of_scope();
        }
        let (start, end) = (self.index.leaf(first), self.index.leaf(last));
        let mut around = self.index.ancestors(self.scope.nodes, start).take(MAX_LEVELS);
        let common = around.find(|&node| self.index.end(node) > end);
        let in_tree = match common {
            _ if first == last => 0.0,
            Some(node) => (self.index.leaves_of(self.index.subtree(node)).len() as f64).ln(),
            None => self.of_scope(),
        };
        in_tree + BETWEEN * ((last - first) as f64).ln_1p()
    }

    /// The distance of texts that no element of the scope contains.
    #[expect(clippy::cast_precision_loss, reason = "counts of texts")]
    fn of_scope(&self) -> f64 {
        (self.index.leaves_of(self.scope.nodes).len() as f64).ln_1p()
    }
}
