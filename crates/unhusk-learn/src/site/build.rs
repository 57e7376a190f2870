//! How regions are built: records of one list have the same elements around their texts.

use super::bits::Bits;
use super::judge::Judge;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::site::internal::{NodeRange, PageIndex};

/// What labelled regions are built like.
pub(super) struct RegionShape {
    /// Of each labelled region the paths of its texts, sorted.
    labelled: Vec<Vec<TextHash>>,
    known: RefCell<FxHashMap<usize, f64>>,
}

/// Elements around a text that count.
const N_AROUND: usize = 3;
/// Texts of a region that tell how it is built.
const MAX_LEAVES: usize = 400;
/// Hits that tell how alike all of them are.
const MAX_HITS: usize = 2000;

impl RegionShape {
    /// That of some nodes.
    pub(super) fn of(judge: &Judge<'_, '_>, labelled: &[usize]) -> Self {
        let labelled = labelled.iter().take(20).map(|&node| paths_of_node(judge, node)).collect();
        Self { labelled, known: RefCell::default() }
    }

    /// Many nodes that are built like labelled ones are good, others among them are bad.
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
        let of_node = paths_of_node(judge, node);
        let best =
            self.labelled.iter().map(|labelled| overlap(labelled, &of_node)).fold(0.0, f64::max);
        self.known.borrow_mut().insert(node, best);
        best
    }
}

fn paths_of_node(judge: &Judge<'_, '_>, number: usize) -> Vec<TextHash> {
    let (scope, node) = judge.nodes.all[number];
    let index = &judge.corpus.indexes[judge.corpus.scopes[scope].page];
    paths(index, index.subtree(node))
}

/// The paths of the texts of a region, each once, sorted. They reach out of a small region: links of a list stand in
/// other elements than those of a menu.
pub(super) fn paths(index: &PageIndex<'_>, region: NodeRange) -> Vec<TextHash> {
    let path = |leaf| {
        let mut path = TextHash::default();
        for above in index.ancestors(index.whole(), index.leaf(leaf)).take(N_AROUND) {
            path.write(index.tag(above));
            path.write("<");
        }
        path
    };
    let mut paths: Vec<TextHash> = index.leaves_of(region).take(MAX_LEAVES).map(path).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// What two sorted sets have in common, as a share of both.
#[expect(clippy::cast_precision_loss, reason = "counts of paths")]
pub(super) fn overlap(a: &[TextHash], b: &[TextHash]) -> f64 {
    let n_common = a.iter().filter(|path| b.binary_search(path).is_ok()).count();
    let n_all = a.len() + b.len() - n_common;
    if n_all == 0 { 1.0 } else { n_common as f64 / n_all as f64 }
}
