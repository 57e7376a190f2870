//! Limits on the work of one search.

/// Counted limits of one search.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SearchLimits {
    /// Points that are tried.
    pub max_points: usize,
    /// Limit on the steps (of a few nanoseconds) of one point; a costlier point is treated as one without a result.
    pub max_steps: u64,
    /// Largest k.
    pub max_width: usize,
    /// Largest l.
    pub max_depth: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { max_points: 400, max_steps: 20_000_000, max_width: 32, max_depth: 24 }
    }
}
