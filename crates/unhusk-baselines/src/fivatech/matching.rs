//! Tree matching: the largest number of node pairs with equal tags such that the parents of a pair are a pair and
//! siblings keep their order.

use super::forest::{ShapeIdx, TreeShape};
use rustc_hash::FxHashMap;
use unhusk_page::internal::Budget;

/// Limit on the compared children of a node; of longer lists only the beginnings are compared.
const MAX_CHILDREN: usize = 128;

/// Compares trees by their shapes, each pair of shapes once.
#[derive(Debug)]
pub(super) struct Matcher<'f> {
    shapes: &'f [TreeShape],
    known: FxHashMap<(ShapeIdx, ShapeIdx), usize>,
    pub(super) budget: Budget,
}

impl<'f> Matcher<'f> {
    pub(super) fn new(shapes: &'f [TreeShape], budget: Budget) -> Self {
        Self { shapes, known: FxHashMap::default(), budget }
    }

    /// Whether two trees are peers: equal tags, and at least half of the nodes match, the threshold of the paper.
    /// Without budget, equal tags are enough.
    pub(super) fn are_peers(&mut self, one: ShapeIdx, other: ShapeIdx) -> bool {
        if self.tag(one) != self.tag(other) {
            return false;
        }
        let n_nodes = self.n_nodes(one) + self.n_nodes(other);
        let is_half = |n_matched: usize| 4 * n_matched >= n_nodes;
        if !is_half(self.n_nodes(one).min(self.n_nodes(other))) {
            return false;
        }
        self.n_matched(one, other).is_none_or(is_half)
    }

    /// Returns the number of pairs. Uses a stack instead of recursion, since trees may be deep.
    fn n_matched(&mut self, one: ShapeIdx, other: ShapeIdx) -> Option<usize> {
        let mut pending = vec![(one, other)];
        while let Some(&(one, other)) = pending.last() {
            if self.pairs_of(one, other).is_some() {
                pending.pop();
                continue;
            }
            let (rows, columns) = (self.children(one), self.children(other));
            if !self.budget.spend_or_end(rows.len() * columns.len() + 1) {
                return None;
            }
            let n_pending = pending.len();
            for &row in rows {
                let unknown =
                    columns.iter().filter(|column| self.pairs_of(row, **column).is_none());
                pending.extend(unknown.map(|column| (row, *column)));
            }
            if pending.len() == n_pending {
                let n_pairs = 1 + self.best_pairing(rows, columns);
                self.known.insert((one, other), n_pairs);
                pending.pop();
            }
        }
        self.pairs_of(one, other)
    }

    /// Returns the number of pairs if it is trivial or cached.
    fn pairs_of(&self, one: ShapeIdx, other: ShapeIdx) -> Option<usize> {
        if one == other {
            return Some(self.n_nodes(one));
        }
        if self.tag(one) != self.tag(other) {
            return Some(0);
        }
        self.known.get(&(one, other)).copied()
    }

    fn best_pairing(&self, rows: &[ShapeIdx], columns: &[ShapeIdx]) -> usize {
        let mut above = vec![0; columns.len() + 1];
        for &row in rows {
            let mut best = vec![0; columns.len() + 1];
            for (at, &column) in columns.iter().enumerate() {
                let paired = above[at] + self.pairs_of(row, column).unwrap_or(0);
                best[at + 1] = paired.max(above[at + 1]).max(best[at]);
            }
            above = best;
        }
        above[columns.len()]
    }

    fn tag(&self, shape: ShapeIdx) -> u32 {
        self.shapes[shape as usize].tag
    }

    fn n_nodes(&self, shape: ShapeIdx) -> usize {
        self.shapes[shape as usize].n_nodes
    }

    fn children(&self, shape: ShapeIdx) -> &'f [ShapeIdx] {
        let children = &self.shapes[shape as usize].children;
        &children[..children.len().min(MAX_CHILDREN)]
    }
}
