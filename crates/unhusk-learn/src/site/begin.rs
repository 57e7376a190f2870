//! Learns which nodes begin a record, from the nodes at which the labelled records begin.

use super::bits::Bits;
use super::clues::{SharedClue, shared_clues};
use super::corpus::{Nodes, SiteCorpus};
use super::judge::{Appearance, Judge};
use super::limits::Reached;
use super::look_alikes::LookAlike;
use super::regions::RecordAlignment;
use super::search::{EquivalentRules, RuleTask, best_inexact, exact};
use super::shape::RegionShape;
use super::template_texts::TemplateTexts;
use crate::example::TrainingSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::NodeRule;

/// The rules that vote on where a record begins; empty if the nodes have no clue in common.
///
/// `pages` has every page as one scope; `all` are the records of every kind.
pub(super) fn learn(
    pages: &SiteCorpus<'_, '_>,
    examples: &TrainingSet<'_>,
    (alignment, all): (&RecordAlignment, &RecordAlignment),
    reached: &Reached,
) -> Vec<NodeRule> {
    let Some(target) = target(pages, alignment) else { return Vec::new() };
    let nodes = pages.nodes(&target);
    let task = task(pages, &nodes, examples, alignment, all);
    let texts = TemplateTexts::new(pages, all);
    let clues = |share: f64| {
        let mut shared = shared_clues(pages, &nodes, &task.demands, (share, 1), reached);
        shared.retain(|clue| clue.caption().is_none_or(|caption| texts.has(caption)));
        shared
    };
    // Where all records of all pages are known, all rules that are exact find the same.
    let is_known = examples.examples().iter().all(|example| example.complete)
        && pages.indexes.len() == examples.examples().len();
    let voters = |shared: &[SharedClue], equivalents: &[EquivalentRules]| {
        let ranking = match ExpectedBegins::new(&nodes, &alignment.lists) {
            Some(expected) => BeginRanking::Expected(expected),
            None if is_known => BeginRanking::Plain,
            None => BeginRanking::Shape,
        };
        voters(pages, &nodes, &target, &task, shared, equivalents, ranking)
    };
    let shared = clues(1.0);
    let equivalents = exact(&shared, &task, reached);
    if n_clues(&equivalents).is_some_and(|n_clues| n_clues < CONTORTED) {
        return voters(&shared, &equivalents);
    }
    let rough_shared = clues(0.5);
    let rough = best_inexact(&rough_shared, &task, reached);
    if equivalents.is_empty() || is_simpler(&rough, &task) {
        return voters(&rough_shared, &rough);
    }
    voters(&shared, &equivalents)
}

/// Exact rules of this number of clues may follow errors of the labels.
const CONTORTED: usize = 3;

/// The number of clues of the simplest rule.
fn n_clues(equivalents: &[EquivalentRules]) -> Option<usize> {
    equivalents.iter().flat_map(|equivalents| &equivalents.rules).map(Vec::len).min()
}

/// Whether inexact rules describe the records in fewer words than exact ones of [`CONTORTED`] clues. To name an exception
/// among the nodes of a page takes about as many bits as to name a clue among those that records share.
fn is_simpler(rough: &[EquivalentRules], task: &RuleTask) -> bool {
    let n_exceptions = |hits: &Bits| {
        let n_missed = task.demands.len() - task.n_met(hits);
        n_missed + hits.n_common(&task.wrong)
    };
    let mut costs = rough.iter().flat_map(|equivalents| {
        let n_exceptions = n_exceptions(&equivalents.hits);
        equivalents.rules.iter().map(move |rule| rule.len() + n_exceptions)
    });
    costs.any(|cost| cost <= CONTORTED)
}

/// The kind of the nodes that begin a record; `None` if they differ.
fn target(pages: &SiteCorpus<'_, '_>, alignment: &RecordAlignment) -> Option<NodeTarget> {
    let begins = alignment.begins.iter().enumerate();
    let mut is_text = begins.flat_map(|(page, begins)| {
        begins.iter().map(move |&(node, _)| pages.indexes[page].is_text(node))
    });
    let first = is_text.next()?;
    is_text.all(|other| other == first).then_some(if first {
        NodeTarget::Text
    } else {
        NodeTarget::Element
    })
}

fn task(
    pages: &SiteCorpus<'_, '_>,
    nodes: &Nodes,
    examples: &TrainingSet<'_>,
    alignment: &RecordAlignment,
    all: &RecordAlignment,
) -> RuleTask {
    let mut wrong = Bits::none(nodes.len());
    let mut right = Bits::none(nodes.len());
    let mut demands = Vec::new();
    for (page, begins) in alignment.begins.iter().enumerate() {
        let index = &pages.indexes[page];
        if examples.examples()[page].complete {
            nodes.of_scope(page).for_each(|number| wrong.set(number));
        }
        // Who labels records in part goes through them in order: what is between is seen, what is outside is not.
        if let (Some(first), Some(last)) = (all.begins[page].first(), all.begins[page].last()) {
            let between = first.0..last.0;
            between.filter_map(|node| nodes.find(page, node)).for_each(|number| wrong.set(number));
        }
        let of_list = all.lists[page].iter().map(|begin| begin.0);
        let known = all.begins[page].iter().map(|begin| begin.0).chain(of_list);
        for number in known.filter_map(|node| nodes.find(page, node)) {
            right.set(number);
        }
        for &(node, _) in begins {
            let Some(number) = nodes.find(page, node) else { continue };
            demands.push(vec![number]);
            // Records do not contain each other.
            let inside = node + 1..index.end(node);
            let around = index.ancestors(index.whole(), node);
            for other in inside.chain(around).filter_map(|other: Node| nodes.find(page, other)) {
                wrong.set(other);
            }
        }
    }
    let doubtful = Bits::none(nodes.len());
    RuleTask { demands, wrong: wrong.without(&right), doubtful }
}

/// What ranks rules for where records begin, beside what each of them rests on.
enum BeginRanking {
    /// Agreement with the lists of pages that are labelled in part.
    Expected(ExpectedBegins),
    /// The shape of what they find on pages without labels.
    Shape,
    /// Nothing else: all records of all pages are known.
    Plain,
}

/// The nodes that seem to begin records on pages that are labelled in part.
pub(super) struct ExpectedBegins {
    /// The numbers of the nodes, with their likeness to labelled ones.
    likeness: FxHashMap<usize, f64>,
    /// The sum of all likeness.
    total: f64,
    /// For each page whether it is labelled in part.
    is_in_part: Vec<bool>,
}

/// The weight of the agreement with expected nodes: a rule that finds all of them and as many others has about a sixtieth
/// of the weight of one that finds no others.
const AGREEMENT: f64 = 0.2;

impl ExpectedBegins {
    fn new(nodes: &Nodes, lists: &[Vec<LookAlike>]) -> Option<Self> {
        let is_in_part: Vec<bool> = lists.iter().map(|list| !list.is_empty()).collect();
        let of_page = |(page, list): (usize, &Vec<LookAlike>)| {
            let numbered =
                list.iter().filter_map(|&(node, like)| Some((nodes.find(page, node)?, like)));
            numbered.collect::<Vec<_>>()
        };
        let found: Vec<(usize, f64)> = lists.iter().enumerate().flat_map(of_page).collect();
        let total = found.iter().map(|begin| begin.1).sum();
        let likeness = found.into_iter().collect();
        is_in_part.contains(&true).then_some(Self { likeness, total, is_in_part })
    }

    /// How well some nodes agree with the expected ones: the harmonic mean of precision and recall, weighted by likeness.
    pub(super) fn agreement(&self, nodes: &Nodes, hits: &Bits) -> f64 {
        let (mut n, mut found) = (0, 0.0);
        for number in hits.iter() {
            if self.is_in_part.get(nodes.all[number].0) == Some(&true) {
                n += 1;
                found += self.likeness.get(&number).copied().unwrap_or(0.0);
            }
        }
        AGREEMENT * 2.0 * found / (f64::from(n) + self.total).max(1.0)
    }
}

fn voters(
    pages: &SiteCorpus<'_, '_>,
    nodes: &Nodes,
    target: &NodeTarget,
    task: &RuleTask,
    shared: &[SharedClue],
    equivalents: &[EquivalentRules],
    ranking: BeginRanking,
) -> Vec<NodeRule> {
    let mut judge = Judge {
        corpus: pages,
        nodes,
        shared,
        target,
        many: true,
        presence: 1.0,
        expected: None,
        shape: None,
        is_begin: true,
        distances: None,
        appearances: Vec::new(),
        seen: RefCell::default(),
    };
    judge.appearances = task
        .demands
        .iter()
        .take(60)
        .map(|demand| judge.look(demand[0]))
        .collect::<Vec<Appearance>>();
    match ranking {
        BeginRanking::Expected(expected) => judge.expected = Some(expected),
        BeginRanking::Shape => {
            let labelled: Vec<usize> = task.demands.iter().map(|demand| demand[0]).collect();
            judge.shape = Some(RegionShape::of(&judge, &labelled));
        }
        BeginRanking::Plain => {}
    }
    judge.voters(equivalents).1
}
