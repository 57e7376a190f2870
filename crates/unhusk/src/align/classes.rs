//! Equal subtrees have equal numbers, so that they are compared in one step.

use super::Sketch;
use rustc_hash::FxHashMap;

/// Numbers of subtrees, the same for all trees that are compared.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The name of the root and the numbers of its children.
    numbers: FxHashMap<Box<[u32]>, u32>,
}

impl Classes {
    /// The number of each node's subtree. Children have higher numbers than parents, so one backward loop does it.
    pub(super) fn of(&mut self, sketch: &Sketch) -> Vec<u32> {
        let mut classes = vec![0; sketch.len()];
        for node in (0..sketch.len()).rev() {
            let children = sketch.children(node).map(|child| classes[child]);
            let key: Box<[u32]> = std::iter::once(sketch.name(node)).chain(children).collect();
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            classes[node] = *self.numbers.entry(key).or_insert(next);
        }
        classes
    }
}
