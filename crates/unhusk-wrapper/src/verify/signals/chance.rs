//! Statistics: how large a difference chance alone makes. Few pages give little evidence.

use super::real;
use crate::profile::{Moments, N_FEATURES};

/// Standard deviation of each feature inside a field, in thousandths: estimated by hand, not fitted.
pub const USUAL_SPREAD: [f64; N_FEATURES] = [350.0, 300.0, 200.0, 120.0, 100.0, 60.0, 120.0, 120.0];

/// The number of values that the usual spread counts for.
const SPREAD_WEIGHT: f64 = 4.0;
/// Values of one page resemble each other: a page counts as at most this many independent values.
const VALUES_PER_PAGE: f64 = 1.0;
/// Larger distances are clamped to this one.
const LARGEST_Z: f64 = 8.0;
/// Larger samples give no more evidence, and the sums would be long.
pub(super) const MAX_DRAWN: f64 = 300.0;

/// The negative decimal logarithm of the probability that at most `k` of `n` items have a property, if `has` other
/// items have it and `lacks` do not (each with 0.5 added): the tail of the beta-binomial distribution.
pub(super) fn surprise((has, lacks): (f64, f64), n: f64, k: f64) -> f64 {
    // P(0) = product of (lacks + i) / (has + lacks + i), and P(j + 1) / P(j) follows from the definition.
    let mut ln_term = 0.0;
    let mut i = 0.0;
    while i < n {
        ln_term += ((lacks + i) / (has + lacks + i)).ln();
        i += 1.0;
    }
    let (mut tail, mut j) = (ln_term.exp(), 0.0);
    while j < k {
        ln_term += ((n - j) * (has + j) / ((j + 1.0) * (lacks + n - j - 1.0))).ln();
        tail += ln_term.exp();
        j += 1.0;
    }
    (-tail.clamp(1e-8, 1.0).log10()).max(0.0)
}

/// Distance of two means in standard errors.
pub(in crate::verify) fn z(
    before: &Moments,
    after: &Moments,
    usual: f64,
    pages: (u64, u64),
) -> f64 {
    let n_before = effective(before.count(), pages.0);
    let n_after = effective(after.count(), pages.1);
    let spread = before.scatter() / real(before.count()).max(1.0);
    let variance = (n_before * spread + SPREAD_WEIGHT * usual * usual) / (n_before + SPREAD_WEIGHT);
    let chance = variance * (1.0 / n_before + 1.0 / n_after);
    ((after.mean() - before.mean()) / chance.sqrt().max(1e-9)).clamp(-LARGEST_Z, LARGEST_Z)
}

/// The number of independent values that `n_values` values of `n_pages` pages count as.
pub(super) fn effective(n_values: u64, n_pages: u64) -> f64 {
    real(n_values).min(VALUES_PER_PAGE * real(n_pages)).max(1.0)
}
