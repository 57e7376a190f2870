//! What is known of nodes, each down to some levels.

use super::outline::Node;

/// A number for each node and number of levels, as far as they are known.
///
/// Kept in blocks: a run may look at a few nodes of a long page, or at all.
pub(crate) struct ByLevels {
    n_blocks: usize,
    by_levels: Vec<Vec<Option<Box<Block>>>>,
}

type Block = [u32; BLOCK];
const BLOCK: usize = 128;
const OPEN: u32 = u32::MAX;

impl ByLevels {
    /// Nothing is known yet.
    pub(crate) fn new(n_nodes: usize) -> Self {
        Self { n_blocks: n_nodes.div_ceil(BLOCK), by_levels: Vec::new() }
    }

    /// The number of a node and so many levels.
    pub(crate) fn get(&self, node: Node, levels: usize) -> Option<u32> {
        let node = node as usize;
        let block = self.by_levels.get(levels)?.get(node / BLOCK)?.as_ref()?;
        let number = block[node % BLOCK];
        (number != OPEN).then_some(number)
    }

    /// Makes it known; `number` is not `u32::MAX`.
    pub(crate) fn set(&mut self, node: Node, levels: usize, number: u32) {
        let node = node as usize;
        if self.by_levels.len() <= levels {
            self.by_levels.resize_with(levels + 1, Vec::new);
        }
        let column = &mut self.by_levels[levels];
        if column.is_empty() {
            column.resize_with(self.n_blocks, || None);
        }
        let block = column[node / BLOCK].get_or_insert_with(|| Box::new([OPEN; BLOCK]));
        block[node % BLOCK] = number;
    }
}
