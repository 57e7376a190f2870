//! Budget of counted work, so that hostile pages end as ordinary ones do.
//!
//! Work is counted in steps instead of measured by the clock, so that results are equal on every machine. The owner of
//! the budget defines a step and their number.

/// Remaining steps of one or several pieces of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Budget {
    n_left: u64,
    is_exceeded: bool,
}

/// The budget has too few steps for the work that was requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    /// Makes a budget of `limit` steps.
    pub fn new(limit: u64) -> Self {
        Self { n_left: limit, is_exceeded: false }
    }

    /// Returns the number of remaining steps.
    pub fn n_left(&self) -> u64 {
        self.n_left
    }

    /// Whether no step is left. The last piece of work may have been done completely.
    pub fn is_spent(&self) -> bool {
        self.n_left == 0
    }

    /// Whether some requested work was refused.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Takes `n` steps, or none if fewer are left: smaller pieces of work may still follow.
    ///
    /// # Errors
    /// If fewer than `n` steps are left.
    pub fn spend(&mut self, n: usize) -> Result<(), Exhausted> {
        let Some(left) = self.n_left.checked_sub(n as u64) else {
            self.is_exceeded = true;
            return Err(Exhausted);
        };
        self.n_left = left;
        Ok(())
    }

    /// Takes `n` steps; if fewer are left, ends the budget and returns false. All later work is refused then, so that
    /// the result does not depend on which of several pieces of work is small.
    pub fn spend_or_end(&mut self, n: usize) -> bool {
        if self.is_exceeded || self.spend(n).is_err() {
            self.end();
        }
        !self.is_exceeded
    }

    /// Takes `n` steps, or all that are left if these are fewer; returns the number of steps taken.
    pub fn spend_up_to(&mut self, n: usize) -> usize {
        let n_taken = n.min(usize::try_from(self.n_left).unwrap_or(usize::MAX));
        self.n_left -= n_taken as u64;
        n_taken
    }

    /// Refuses all further work, as after a request that was too large.
    pub fn end(&mut self) {
        *self = Self { n_left: 0, is_exceeded: true };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_request_takes_no_steps() {
        let mut budget = Budget::new(5);
        assert_eq!(budget.spend(3), Ok(()));
        assert_eq!(budget.spend(3), Err(Exhausted));
        assert_eq!((budget.n_left(), budget.is_exceeded()), (2, true));
        assert_eq!(budget.spend(2), Ok(()));
        assert!(budget.is_spent());
    }

    #[test]
    fn an_ended_budget_refuses_even_the_smallest_work() {
        let mut budget = Budget::new(5);
        assert!(budget.spend_or_end(5));
        assert!(budget.is_spent() && !budget.is_exceeded());
        assert!(budget.spend_or_end(0));
        assert!(!budget.spend_or_end(1));
        assert!(!budget.spend_or_end(0));
        assert!(budget.is_exceeded());
        let mut ended = Budget::new(5);
        ended.end();
        assert_eq!(ended, budget);
    }

    #[test]
    fn what_is_left_can_be_taken_in_part() {
        let mut budget = Budget::new(5);
        let taken = [budget.spend_up_to(3), budget.spend_up_to(3), budget.spend_up_to(3)];
        assert_eq!(taken, [3, 2, 0]);
        assert!(budget.is_spent() && !budget.is_exceeded());
    }
}
