//! A limit on the number of steps of one search.

use super::misfit::{Misfit, NamedSource};

/// Steps of one search per byte of the pages; a step looks at about one character. So even a search that gives up takes
/// time linear in the pages: less than a second per megabyte.
const MAX_STEPS_PER_BYTE: usize = 64;
/// Steps that every search may take: a tenth of a second of work or two.
const MIN_STEPS: usize = 1 << 24;

/// The steps that a search may still take.
#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    left: usize,
    /// Steps reserved by [`narrow`](Self::narrow).
    reserved: usize,
}

impl Budget {
    /// The budget of a search on some pages.
    pub(super) fn of(pages: &[NamedSource<'_>]) -> Self {
        let n_bytes: usize = pages.iter().map(|page| page.source.len()).sum();
        let limit = n_bytes.saturating_mul(MAX_STEPS_PER_BYTE).max(MIN_STEPS);
        Self { limit, left: limit, reserved: 0 }
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Reserves all but `steps` steps, so that one attempt cannot use up the budget.
    pub(super) fn narrow(&mut self, steps: usize) {
        self.reserved += self.left.saturating_sub(steps);
        self.left = self.left.min(steps);
    }

    /// Releases the reserved steps; returns false if there were none.
    pub(super) fn widen(&mut self) -> bool {
        self.left += self.reserved;
        std::mem::take(&mut self.reserved) > 0
    }

    /// Uses up steps; an error if not enough are left.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Misfit> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Misfit::Budget { what: "steps of its search", limit: self.limit }),
        }
    }
}
