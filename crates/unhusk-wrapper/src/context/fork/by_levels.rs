//! Numbers of nodes, each down to some levels.

use super::outline::Node;

/// A number for each node and number of levels, if it is known.
///
/// Kept in blocks: a run may visit a few nodes of a long page, or all.
pub(crate) struct ByLevels {
    n_blocks: usize,
    by_levels: Vec<Vec<Option<Box<Block>>>>,
}

type Block = [u32; BLOCK];
const BLOCK: usize = 128;
const OPEN: u32 = u32::MAX;

impl ByLevels {
    /// Creates an empty table.
    pub(crate) fn new(n_nodes: usize) -> Self {
        Self { n_blocks: n_nodes.div_ceil(BLOCK), by_levels: Vec::new() }
    }

    /// Returns the number of a node down to `levels` levels.
    pub(crate) fn get(&self, node: Node, levels: usize) -> Option<u32> {
        let node = node as usize;
        let block = self.by_levels.get(levels)?.get(node / BLOCK)?.as_ref()?;
        let number = block[node % BLOCK];
        (number != OPEN).then_some(number)
    }

    /// Stores a number, which must not be `u32::MAX`.
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
