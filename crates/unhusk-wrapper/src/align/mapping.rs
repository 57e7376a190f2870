//! Which nodes of two trees belong together.

use super::Sketch;

/// Which nodes of two trees belong together: pairs in document order of both, equal nodes all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// A node of the first tree and one of the second.
    pub pairs: Vec<(usize, usize)>,
}

impl Mapping {
    /// How many nodes have to be deleted and inserted.
    pub fn cost(&self, a: &Sketch, b: &Sketch) -> usize {
        a.len() + b.len() - 2 * self.pairs.len()
    }

    /// The cost as a share of the most that it could be: 0 for equal trees, 1 for trees with nothing in common.
    #[expect(clippy::cast_precision_loss, reason = "trees have fewer than 2^32 nodes")]
    pub fn normalised(&self, a: &Sketch, b: &Sketch) -> f64 {
        self.cost(a, b) as f64 / (a.len() + b.len()).max(1) as f64
    }
}
