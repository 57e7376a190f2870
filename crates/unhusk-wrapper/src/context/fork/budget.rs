//! Counted work: a page or an example set takes no more steps than it is given.

/// The counted budget is used up; what was asked stays unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

/// How much work is left, counted in steps of a few nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct Budget(pub u64);

impl Budget {
    /// Takes `steps` from what is left.
    pub fn spend(&mut self, steps: usize) -> Result<(), Exhausted> {
        match self.0.checked_sub(steps as u64) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => Err(Exhausted),
        }
    }

    /// Takes `steps`, or all that is left if that is less; how many were taken.
    pub fn spend_up_to(&mut self, steps: usize) -> usize {
        let left = usize::try_from(self.0).unwrap_or(usize::MAX);
        let taken = steps.min(left);
        self.0 -= taken as u64;
        taken
    }
}
