//! Paths from the root down to nodes, as numbers: results that depend only on the elements above a node are computed
//! once for all nodes with equal paths.

use super::candidate::chain;
use super::fork::{Budget, Exhausted, Node};
use super::node_symbols::{FineSymbol, FineSymbols};
use rustc_hash::FxHashMap;

/// The number of a path: equal symbols in equal order, from the root to the node.
pub(super) type PathId = u32;

/// The empty path, above all roots; also the entry of nodes without a number yet.
const START: PathId = 0;

/// The paths of one page.
pub(super) struct PathIds<'a, 'p> {
    fine: &'a FineSymbols<'p>,
    parents: &'a [Node],
    /// By node, once it is known.
    known: Vec<PathId>,
    /// Numbers of paths by the path to the parent and the symbol of the node.
    // Looked up for every element. Both numbers are given in order of appearance, so that a page cannot choose keys
    // freely.
    numbers: FxHashMap<(PathId, FineSymbol), PathId>,
    /// Nodes on the path to the requested one, which is the first.
    pending: Vec<Node>,
}

impl<'a, 'p> PathIds<'a, 'p> {
    pub(super) fn new(fine: &'a FineSymbols<'p>, parents: &'a [Node]) -> Self {
        let known = vec![START; parents.len()];
        Self { fine, parents, known, numbers: FxHashMap::default(), pending: Vec::new() }
    }

    /// Returns the path to a node; all texts are equal. Every node of a page is visited at most once, and costs a step.
    pub(super) fn to(&mut self, node: Node, budget: &mut Budget) -> Result<PathId, Exhausted> {
        let mut path = START;
        for above in chain(self.parents, node) {
            path = self.known[above as usize];
            if path != START {
                break;
            }
            self.pending.push(above);
        }
        budget.spend(1 + self.pending.len())?;
        while let Some(node) = self.pending.pop() {
            let next = PathId::try_from(self.numbers.len() + 1).expect("a tree has fewer nodes");
            let symbol = self.fine.path_symbol(node);
            path = *self.numbers.entry((path, symbol)).or_insert(next);
            self.known[node as usize] = path;
        }
        Ok(path)
    }
}
