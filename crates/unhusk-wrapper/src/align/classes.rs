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
    /// Returns the number of each node's subtree; `name` returns the name of a node. Children have higher numbers than
    /// parents, so one backward loop suffices.
    pub(super) fn of(&mut self, sketch: &Sketch, name: impl Fn(u32) -> u32) -> Vec<u32> {
        let mut classes = vec![0; sketch.len()];
        let mut key = Vec::new();
        for node in (0..sketch.len()).rev() {
            key.clear();
            key.push(name(sketch.name(node)));
            key.extend(sketch.children(node).map(|child| classes[child]));
            classes[node] = self.number(&key);
        }
        classes
    }

    fn number(&mut self, key: &[u32]) -> u32 {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(key.into(), next);
        next
    }
}

/// The names of a tree, sorted, each once.
pub(super) fn names(sketch: &Sketch) -> Vec<u32> {
    let mut names: Vec<u32> = (0..sketch.len()).map(|node| sketch.name(node)).collect();
    names.sort_unstable();
    names.dedup();
    names
}
