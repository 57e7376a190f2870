//! Budget of a selector: limit on the nodes that it visits.

use super::SelectError;
use crate::Tree;
use crate::budget::Budget;

/// Remaining visits of nodes of a selector. Evaluation counts every visit and stops with [`SelectError::TooMuchWork`]
/// when none is left, so that no selector is slow on any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelectorBudget(Budget);

/// Visits for one evaluation: a hundred passes over a large page.
pub(super) const MAX_VISITS: usize = 20_000_000;

/// Visits per node of the page for a selector that is evaluated from all records of a page, on top of
/// `VISITS_PER_PAGE`. A selector that reads the surroundings of each record stays far below; one that reads the whole
/// page from each record exceeds it.
const VISITS_PER_NODE: usize = 64;
const VISITS_PER_PAGE: usize = 2_000_000;

impl SelectorBudget {
    /// For one evaluation of a selector: 20 million visits.
    pub fn for_once() -> Self {
        Self(Budget::new(MAX_VISITS as u64))
    }

    /// For a selector that is evaluated from many nodes of a page; grows with the number of its nodes.
    pub fn for_page(tree: &Tree) -> Self {
        let n_visits = tree.len().saturating_mul(VISITS_PER_NODE).saturating_add(VISITS_PER_PAGE);
        Self(Budget::new(n_visits as u64))
    }

    /// The budget, cut to `limit` visits.
    #[must_use]
    pub fn at_most(self, limit: usize) -> Self {
        Self(Budget::new(self.0.n_left().min(limit as u64)))
    }

    /// The visits that are left.
    pub fn n_left(self) -> usize {
        usize::try_from(self.0.n_left()).unwrap_or(usize::MAX)
    }

    /// Counts visits. If fewer are left, the budget ends, so that later evaluations end at once.
    pub(super) fn spend(&mut self, n_visits: usize) -> Result<(), SelectError> {
        self.0.spend(n_visits).map_err(|_| {
            self.0.end();
            SelectError::TooMuchWork
        })
    }
}
