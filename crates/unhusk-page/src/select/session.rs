//! Selectors that run on many nodes of one page: what they may still cost, and what was counted once for all.

use super::css::{Order, Position};
use super::{VISITS_OF_NODE, VISITS_OF_PAGE, Visits};
use crate::Tree;

/// One page on which selectors are run, each from many nodes.
#[derive(Debug)]
pub struct Session<'t> {
    pub(super) tree: &'t Tree,
    /// What the selector at hand may still cost.
    pub(super) visits: Visits,
    /// Places among siblings, counted when first asked for.
    pub(super) positions: Vec<(Order, Vec<Position>)>,
}

impl<'t> Session<'t> {
    /// Nothing may be run before [`Session::allow`].
    pub fn new(tree: &'t Tree) -> Self {
        Self { tree, visits: Visits(0), positions: Vec::new() }
    }

    /// The next selector may cost what is right for the size of the page, but no more than `limit`.
    pub fn allow(&mut self, limit: usize) {
        let of_nodes = self.tree.len().saturating_mul(VISITS_OF_NODE);
        self.visits = Visits(of_nodes.saturating_add(VISITS_OF_PAGE).min(limit));
    }

    /// What the selector at hand may still cost.
    pub fn n_left(&self) -> usize {
        self.visits.0
    }
}
