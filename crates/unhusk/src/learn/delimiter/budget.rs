//! A counted limit of the work of one search.

use super::misfit::Misfit;

/// Steps of one search, about one per letter that is looked at: some seconds of work.
const MAX_STEPS: usize = 1 << 30;

/// How much work a search may still do.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left: MAX_STEPS }
    }

    /// Steps that are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Takes steps off, or says that there are none left.
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Misfit> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Misfit::Budget { what: "steps of its search", limit: MAX_STEPS }),
        }
    }
}
