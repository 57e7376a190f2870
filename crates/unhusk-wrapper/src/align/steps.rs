//! Work that is counted, so that pages made to hurt end as others do.

/// How many steps are left of those that several pieces of work share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    left: u64,
    is_out: bool,
}

impl Steps {
    /// A count of at most `max` steps.
    pub fn new(max: u64) -> Self {
        Self { left: max, is_out: false }
    }

    /// Steps that are left.
    pub fn left(self) -> u64 {
        self.left
    }

    /// Whether something had to be left undone.
    pub fn is_out(self) -> bool {
        self.is_out
    }

    /// Takes `n` steps; whether they were left. If not, there are none from then on: what is done does not depend on
    /// which piece of work happens to be small.
    pub fn take(&mut self, n: u64) -> bool {
        match self.left.checked_sub(n) {
            Some(left) if !self.is_out => self.left = left,
            _ => *self = Self { left: 0, is_out: true },
        }
        !self.is_out
    }
}
