//! What a selector may cost.

use super::SelectError;
use crate::Tree;

/// Visits of nodes that a selector may still make. Evaluation counts every visit and stops with
/// [`SelectError::TooMuchWork`] when none is left, so that no selector is slow on any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(usize);

/// Visits for one evaluation: a hundred passes over a large page.
pub(super) const MAX_VISITS: usize = 20_000_000;

/// Visits for a selector that is evaluated from all records of a page: so many of every node, and so many more. A
/// selector that looks around in each record stays far below; one that looks through the page from each record does
/// not.
const VISITS_PER_NODE: usize = 64;
const VISITS_PER_PAGE: usize = 2_000_000;

impl Budget {
    /// For one evaluation of a selector: 20 million visits.
    pub fn for_once() -> Self {
        Self(MAX_VISITS)
    }

    /// For a selector that is evaluated from many nodes of a page; grows with the number of its nodes.
    pub fn for_page(tree: &Tree) -> Self {
        Self(tree.len().saturating_mul(VISITS_PER_NODE).saturating_add(VISITS_PER_PAGE))
    }

    /// The budget, cut to `limit` visits.
    #[must_use]
    pub fn at_most(self, limit: usize) -> Self {
        Self(self.0.min(limit))
    }

    /// The visits that are left.
    pub fn n_left(self) -> usize {
        self.0
    }

    /// Counts visits. If fewer are left, none is left afterwards, so that later evaluations end at once.
    pub(super) fn spend(&mut self, n_visits: usize) -> Result<(), SelectError> {
        let left = self.0.checked_sub(n_visits);
        self.0 = left.unwrap_or(0);
        left.map(|_| ()).ok_or(SelectError::TooMuchWork)
    }
}
