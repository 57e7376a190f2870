//! Budget of the trials of expressions on pages.

use std::cell::Cell;
use unhusk_page::internal::Budget;
use unhusk_page::select::Evaluator;

/// Visits of nodes for trying expressions on all pages together; a few seconds. Two dozen usual pages need a fifth of
/// it.
const MAX_VISITS: u64 = 250_000_000;

/// Remaining visits, shared by all trials.
pub(super) struct VisitBudget(Cell<Budget>);

impl VisitBudget {
    pub(super) fn new() -> Self {
        Self(Cell::new(Budget::new(MAX_VISITS)))
    }

    /// Runs one expression on one page and takes its visits from the budget.
    pub(super) fn run<'t, R>(
        &self,
        evaluator: &mut Evaluator<'t>,
        run: impl FnOnce(&mut Evaluator<'t>) -> R,
    ) -> R {
        let mut budget = self.0.get();
        evaluator.allow(usize::try_from(budget.n_left()).unwrap_or(usize::MAX));
        let n_allowed = evaluator.n_left();
        let found = run(evaluator);
        budget.spend_up_to(n_allowed - evaluator.n_left());
        self.0.set(budget);
        found
    }

    /// Returns the number of visits so far.
    pub(super) fn n_spent(&self) -> u64 {
        MAX_VISITS - self.0.get().n_left()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0.get().is_spent()
    }
}
