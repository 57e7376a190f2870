//! How much of a difference chance makes: few pages say little.

use super::real;
use crate::profile::{Moments, N_FEATURES};

/// Spread of the features inside a field, in thousandths: estimates by hand, not fitted.
pub const USUAL_SPREAD: [f64; N_FEATURES] = [350.0, 300.0, 200.0, 120.0, 100.0, 60.0, 120.0, 120.0];

/// The usual spread counts for so many values.
const SPREAD_WEIGHT: f64 = 4.0;
/// Values of one page resemble each other: a page counts for so many at most.
const VALUES_PER_PAGE: f64 = 1.0;
/// Largest z that counts: beyond it, far is far.
const LARGEST_Z: f64 = 8.0;
/// More records or values say nothing new, and the sum would be long.
pub(super) const MAX_DRAWN: f64 = 300.0;

/// How surprising it is that no more than `k` of `n` have something, as a negative decimal logarithm, where of others
/// (and half a one each) so many had it and had it not: the tail of the beta-binomial distribution.
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

/// Distance of two means in units of chance.
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

/// How many independent values so many values of so many pages are worth.
pub(super) fn effective(n_values: u64, n_pages: u64) -> f64 {
    real(n_values).min(VALUES_PER_PAGE * real(n_pages)).max(1.0)
}
