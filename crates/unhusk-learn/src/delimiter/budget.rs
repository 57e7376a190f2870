//! A counted limit of the work of one search.

use super::misfit::{Misfit, Named};

/// Steps of one search per byte of the pages, about one per letter that is looked at. So even a search that is given
/// up takes time that is linear in the pages: less than a second per megabyte.
const MAX_STEPS_PER_BYTE: usize = 64;
/// Steps that any search may take: a tenth of a second of work or two.
const MIN_STEPS: usize = 1 << 24;

/// How much work a search may still do.
#[derive(Debug)]
pub(super) struct Budget {
    limit: usize,
    left: usize,
    /// Steps that are put aside.
    aside: usize,
}

impl Budget {
    /// The work that a search on some pages may do.
    pub(super) fn of(pages: &[Named<'_>]) -> Self {
        let n_bytes: usize = pages.iter().map(|page| page.source.len()).sum();
        let limit = n_bytes.saturating_mul(MAX_STEPS_PER_BYTE).max(MIN_STEPS);
        Self { limit, left: limit, aside: 0 }
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Puts all but a number of steps aside, so that one attempt cannot take them all.
    pub(super) fn narrow(&mut self, steps: usize) {
        self.aside += self.left.saturating_sub(steps);
        self.left = self.left.min(steps);
    }

    /// Takes back what was put aside; false if there was nothing.
    pub(super) fn widen(&mut self) -> bool {
        self.left += self.aside;
        std::mem::take(&mut self.aside) > 0
    }

    /// Takes steps off, or says that there are none left.
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
