//! Ways from the root down to nodes, as numbers: what the elements above a node say is worked out once for all nodes
//! that stand below the same.

use super::candidate::chain;
use super::fork::{Budget, Exhausted, Node};
use super::labels::{FineLabel, FineLabels};
use rustc_hash::FxHashMap;

/// The number of a way: equal labels in equal order, from the root to the node.
pub(super) type Way = u32;

/// The way to nowhere, above all roots; and that of nodes that nobody asked for yet.
const START: Way = 0;

/// The ways of one page.
pub(super) struct Ways<'a, 'p> {
    fine: &'a FineLabels<'p>,
    parents: &'a [Node],
    /// By node, once it is known.
    known: Vec<Way>,
    /// By the way to the parent, and the label of the node.
    // Every element asks. Both numbers are given in the order in which they come, so that a page cannot choose keys
    // freely.
    numbers: FxHashMap<(Way, FineLabel), Way>,
    /// Nodes on the way to the one that is asked for, which is the first.
    pending: Vec<Node>,
}

impl<'a, 'p> Ways<'a, 'p> {
    pub(super) fn new(fine: &'a FineLabels<'p>, parents: &'a [Node]) -> Self {
        let known = vec![START; parents.len()];
        Self { fine, parents, known, numbers: FxHashMap::default(), pending: Vec::new() }
    }

    /// The way to a node; all texts are alike. Every node of a page is looked at once at most, and counts as
    /// a step.
    pub(super) fn to(&mut self, node: Node, budget: &mut Budget) -> Result<Way, Exhausted> {
        let mut way = START;
        for above in chain(self.parents, node) {
            way = self.known[above as usize];
            if way != START {
                break;
            }
            self.pending.push(above);
        }
        budget.spend(1 + self.pending.len())?;
        while let Some(node) = self.pending.pop() {
            let next = Way::try_from(self.numbers.len() + 1).expect("a tree has fewer nodes");
            let label = self.fine.path_label(node);
            way = *self.numbers.entry((way, label)).or_insert(next);
            self.known[node as usize] = way;
        }
        Ok(way)
    }
}
