//! Mapping of the nodes of two trees.

use super::Sketch;

/// Mapping of the nodes of two trees: pairs of equal nodes, in document order of both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// A node of the first tree and one of the second.
    pub pairs: Vec<(usize, usize)>,
}

impl Mapping {
    /// Number of nodes that must be deleted and inserted.
    pub fn cost(&self, a: &Sketch, b: &Sketch) -> usize {
        a.len() + b.len() - 2 * self.pairs.len()
    }

    /// The cost as a share of its maximum: 0 for equal trees, 1 for trees with nothing in common.
    #[expect(clippy::cast_precision_loss, reason = "trees have fewer than 2^32 nodes")]
    pub fn normalised(&self, a: &Sketch, b: &Sketch) -> f64 {
        self.cost(a, b) as f64 / (a.len() + b.len()).max(1) as f64
    }
}
