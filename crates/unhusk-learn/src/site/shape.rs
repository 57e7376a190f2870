//! The shape of regions: records of one list have the same elements around their texts.

use super::bits::Bits;
use super::judge::Judge;
use super::look_alikes::class;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::site::internal::{NodeRange, PageIndex};

/// The shapes of the labelled regions.
pub(super) struct RegionShape {
    /// For each labelled region the paths of its texts, sorted.
    labelled: Vec<Vec<TextHash>>,
    known: RefCell<FxHashMap<usize, f64>>,
}

/// Number of elements around a text that make its path.
const N_AROUND: usize = 3;
/// Most texts of a region that are considered.
const MAX_LEAVES: usize = 400;
/// Most nodes that are compared with labelled ones.
const MAX_HITS: usize = 2000;

impl RegionShape {
    /// The shapes of some labelled nodes.
    pub(super) fn of(judge: &Judge<'_, '_>, labelled: &[usize]) -> Self {
        let labelled = labelled.iter().take(20).map(|&node| shape_of_node(judge, node)).collect();
        Self { labelled, known: RefCell::default() }
    }

    /// The score of nodes: it rises with their number, and with the share of them that have the shape of labelled ones.
    #[expect(clippy::cast_precision_loss, reason = "counts of nodes")]
    pub(super) fn score(&self, judge: &Judge<'_, '_>, hits: &Bits) -> f64 {
        let equivalents: Vec<f64> =
            hits.iter().take(MAX_HITS).map(|node| self.likeness(judge, node)).collect();
        let sum: f64 = equivalents.iter().sum();
        0.05 * (1.0 + sum).ln() + 0.1 * sum / (equivalents.len() as f64).max(1.0)
    }

    fn likeness(&self, judge: &Judge<'_, '_>, node: usize) -> f64 {
        if let Some(&known) = self.known.borrow().get(&node) {
            return known;
        }
        let of_node = shape_of_node(judge, node);
        let best =
            self.labelled.iter().map(|labelled| overlap(labelled, &of_node)).fold(0.0, f64::max);
        self.known.borrow_mut().insert(node, best);
        best
    }
}

fn shape_of_node(judge: &Judge<'_, '_>, number: usize) -> Vec<TextHash> {
    let (scope, node) = judge.nodes.all[number];
    let index = &judge.corpus.indexes[judge.corpus.scopes[scope].page];
    shape(index, index.subtree(node))
}

/// The shape of a region: the paths of its texts, without and with the class of the innermost element, each once, sorted.
/// Paths may begin outside of a small region: links of a list have other elements around them than those of a menu.
pub(super) fn shape(index: &PageIndex<'_>, region: NodeRange) -> Vec<TextHash> {
    let mut paths: Vec<TextHash> = Vec::new();
    for leaf in index.leaves_of(region).take(MAX_LEAVES) {
        let mut path = TextHash::default();
        let mut innermost = None;
        for above in index.ancestors(index.whole(), index.leaf(leaf)).take(N_AROUND) {
            innermost = innermost.or_else(|| class(index, above));
            path.write(index.tag(above));
            path.write("<");
        }
        paths.push(path);
        path.write(innermost.unwrap_or_default());
        paths.push(path);
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The size of the intersection of two sorted sets over that of the union.
#[expect(clippy::cast_precision_loss, reason = "counts of paths")]
pub(super) fn overlap(a: &[TextHash], b: &[TextHash]) -> f64 {
    let n_common = a.iter().filter(|path| b.binary_search(path).is_ok()).count();
    let n_all = a.len() + b.len() - n_common;
    if n_all == 0 { 1.0 } else { n_common as f64 / n_all as f64 }
}
