//! The forks of a rule as an automaton: shapes are states, windows the transitions into them.

use super::shape::{Forks, ShapeId};
use super::symbol::NodeSymbol;
use rustc_hash::FxHashMap;

/// The forks of a rule, indexed for [`Run`]s.
#[derive(Debug, Clone, Default)]
pub struct Index {
    /// The first prefix of a window, for each symbol, with or without mark.
    pub(super) starts: FxHashMap<(NodeSymbol, bool), WindowPrefix>,
    /// The next prefix, by prefix and the shape of the next child.
    pub(super) steps: FxHashMap<(WindowPrefix, ShapeId), WindowPrefix>,
    /// The shapes that have a window, by the prefix that is the whole window; sorted.
    pub(super) owners: Vec<Vec<ShapeId>>,
}

/// The beginning of a window.
pub(super) type WindowPrefix = u32;

/// A rule over an [`Index`]: the depth of its forks, and their shapes.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// l.
    pub(super) depth: usize,
    /// For each shape, whether its forks are in the rule.
    pub(super) is_root: Vec<bool>,
}

impl Accepted {
    /// The forks of `roots`, `depth` levels deep.
    pub fn new(forks: &Forks, roots: &[ShapeId], depth: usize) -> Self {
        let mut is_root = vec![false; forks.shapes().len()];
        for &root in roots {
            is_root[root as usize] = true;
        }
        Self { depth, is_root }
    }

    /// l.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

impl Index {
    /// Indexes the windows of all shapes.
    pub fn new(forks: &Forks) -> Self {
        let mut index = Self::default();
        for (id, shape) in (0..).zip(forks.shapes()) {
            let start = index.start(shape.symbol, shape.marked);
            for window in &shape.windows {
                let end = window.iter().fold(start, |prefix, &child| index.step(prefix, child));
                index.owners[end as usize].push(id);
            }
        }
        index
    }

    fn start(&mut self, symbol: NodeSymbol, marked: bool) -> WindowPrefix {
        *self.starts.entry((symbol, marked)).or_insert_with(|| new_prefix(&mut self.owners))
    }

    fn step(&mut self, prefix: WindowPrefix, child: ShapeId) -> WindowPrefix {
        *self.steps.entry((prefix, child)).or_insert_with(|| new_prefix(&mut self.owners))
    }
}

fn new_prefix(owners: &mut Vec<Vec<ShapeId>>) -> WindowPrefix {
    owners.push(Vec::new());
    WindowPrefix::try_from(owners.len() - 1).expect("limits keep windows far below 2^32")
}
