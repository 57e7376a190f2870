//! Work that may still be done.

/// Comparisons of tokens that one wrapper may take to learn: about a second's worth.
const MAX_COMPARISONS: u64 = 100_000_000;

/// Counts down; when it is used up, searches end with what they have.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: MAX_COMPARISONS }
    }
}

impl Budget {
    pub(super) fn take(&mut self, n: u64) {
        self.left = self.left.saturating_sub(n);
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.left == 0
    }
}
