//! Alignment of two trees: their distance, and the mapping of their nodes.
//!
//! ```text
//! page -> Sketch -> edit::align      exact tree edit distance, for small trees
//!                -> TopDown::align   parents before children, for whole pages
//! ```
//!
//! A [`Sketch`] is a tree reduced to the compared data: a number for each node, equal for equal tags or texts. Deleting
//! or inserting a node costs 1. Only equal nodes are ever mapped on each other (renaming one would cost as much as
//! deleting it and inserting the other), so the cost of a [`Mapping`] is the number of nodes that it leaves out, and
//! its [normalised cost](Mapping::normalised) is their share.
//!
//! Sources: Hogue, Karger, *Thresher: automating the unwrapping of semantic content from the World Wide Web*, WWW
//! 2005; Zhang, Shasha, *Simple fast algorithms for the editing distance between trees and related problems*, SIAM
//! J. Comput. 18 (1989); Selkow, *The tree-to-tree editing problem*, Inf. Process. Lett. 6 (1977).

mod sketch;
mod classes;
mod mapping;
pub mod edit;
mod siblings;
mod top_down;
#[cfg(test)]
mod tests;

pub use mapping::Mapping;
pub use sketch::{NodeNumbers, Sketch};
pub use top_down::{AlignmentLimits, TopDown};
pub use unhusk_page::internal::Budget;

/// Returns the normalised cost of two trees: the exact one if that is affordable, else that of the top-down alignment,
/// which is never lower.
pub fn distance(a: &Sketch, b: &Sketch) -> f64 {
    let mapping = edit::align(a, b, MAX_EXACT_CELLS);
    mapping.unwrap_or_else(|| TopDown::new(a, b).align().mapping).normalised(a, b)
}

/// Like [`distance`], with a shared budget: 1 if too few steps are left.
pub fn distance_within(a: &Sketch, b: &Sketch, budget: &mut Budget) -> f64 {
    if !budget.spend_or_end(a.len() + b.len()) {
        return 1.0;
    }
    let n_cells = edit::n_cells(a, b);
    if n_cells <= MAX_EXACT_CELLS {
        return if budget.spend_or_end(n_cells) { distance(a, b) } else { 1.0 };
    }
    let aligned = TopDown::new(a, b).align_within(budget);
    if budget.is_exceeded() { 1.0 } else { aligned.mapping.normalised(a, b) }
}

/// Cells up to which the exact distance is computed: a millisecond, enough for two records of 60 nodes.
const MAX_EXACT_CELLS: usize = 200_000;
