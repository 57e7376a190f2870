//! The front of the search: for each depth, the widest forks that were tried so far (Algorithm 2).

use super::point::{Point, Variant};
use unhusk_wrapper::context::internal::fork::Node;

/// Results for one variant: one entry per depth, the first for l = 2.
#[derive(Debug, Clone)]
pub(super) struct Front {
    pub(super) variant: Variant,
    pub(super) entries: Vec<WidestForks>,
}

/// The widest forks of one depth that were tried.
#[derive(Debug, Clone)]
pub(super) struct WidestForks {
    /// k.
    pub(super) width: usize,
    /// Nodes that the rule accepts on the pages in use, in document order.
    pub(super) accepted: Vec<Node>,
    pub(super) state: FrontState,
}

/// State of the search at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrontState {
    /// A negative is accepted; wider forks may reject it.
    Open,
    /// All negatives are rejected.
    Solution,
    /// No width rejects all negatives: to forks of any width, a negative is equal to the positives.
    Hopeless,
    /// Wider forks were not tried because the work for one of them was over its limit.
    TooCostly,
}

impl Front {
    pub(super) fn new(variant: Variant) -> Self {
        Self { variant, entries: Vec::new() }
    }

    /// Entries with their points.
    pub(super) fn points(&self) -> impl Iterator<Item = (Point, &WidestForks)> {
        (2..).zip(&self.entries).map(|(depth, entry)| {
            (Point { width: entry.width, depth, variant: self.variant }, entry)
        })
    }

    /// Whether this variant needs no test of `[width, depth]` any more: it was tried there, or yields nothing.
    pub(super) fn is_past(&self, width: usize, depth: usize) -> bool {
        let entry = depth.checked_sub(2).and_then(|at| self.entries.get(at));
        entry.is_some_and(|entry| entry.width >= width || entry.state != FrontState::Open)
    }
}
