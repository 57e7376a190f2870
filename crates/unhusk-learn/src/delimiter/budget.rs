//! Budget of one search.

use super::misfit::{Misfit, NamedSource};
use unhusk_page::internal::Budget;

/// Steps of one search per byte of the pages, about one per visited letter. So even a search that fails is linear in
/// the pages: less than a second per megabyte.
const MAX_STEPS_PER_BYTE: usize = 64;
/// Steps of a search on small pages: a tenth of a second of work or two.
const MIN_STEPS: usize = 1 << 24;

/// Remaining steps of a search, some of which may be reserved.
#[derive(Debug)]
pub(super) struct SearchBudget {
    limit: usize,
    budget: Budget,
    n_reserved: u64,
}

impl SearchBudget {
    /// Returns the budget of a search on some pages.
    pub(super) fn of(pages: &[NamedSource<'_>]) -> Self {
        let n_bytes: usize = pages.iter().map(|page| page.source.len()).sum();
        let limit = n_bytes.saturating_mul(MAX_STEPS_PER_BYTE).max(MIN_STEPS);
        Self { limit, budget: Budget::new(limit as u64), n_reserved: 0 }
    }

    /// Returns the number of remaining steps that are not reserved.
    pub(super) fn left(&self) -> usize {
        usize::try_from(self.budget.n_left()).unwrap_or(usize::MAX)
    }

    /// Reserves all but a number of steps, so that one attempt cannot use them all.
    pub(super) fn narrow(&mut self, steps: usize) {
        let n_kept = self.budget.n_left().min(steps as u64);
        self.n_reserved += self.budget.n_left() - n_kept;
        self.budget = Budget::new(n_kept);
    }

    /// Releases the reserved steps; returns false if there were none.
    pub(super) fn widen(&mut self) -> bool {
        self.budget = Budget::new(self.budget.n_left() + self.n_reserved);
        std::mem::take(&mut self.n_reserved) > 0
    }

    /// Takes steps.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Misfit> {
        let refused = Misfit::Budget { what: "steps of its search", limit: self.limit };
        self.budget.spend(steps).map_err(|_| refused)
    }
}
