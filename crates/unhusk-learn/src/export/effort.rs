//! How much work it may be to try expressions on pages.

use std::cell::Cell;
use unhusk_page::select::Evaluator;

/// Visits of nodes that trying expressions may cost on all pages together; some seconds. Two dozen usual pages need
/// a twentieth of it.
const MAX_EFFORT: usize = 1_000_000_000;

/// What trying expressions may still cost.
pub(super) struct Effort(Cell<usize>);

impl Effort {
    pub(super) fn new() -> Self {
        Self(Cell::new(MAX_EFFORT))
    }

    /// Runs one expression on one page.
    pub(super) fn spend<'t, R>(
        &self,
        evaluator: &mut Evaluator<'t>,
        run: impl FnOnce(&mut Evaluator<'t>) -> R,
    ) -> R {
        evaluator.allow(self.0.get());
        let n_allowed = evaluator.n_left();
        let found = run(evaluator);
        self.0.set(self.0.get() - (n_allowed - evaluator.n_left()));
        found
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}
