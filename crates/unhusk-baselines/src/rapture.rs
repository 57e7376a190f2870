//! RAPTURE: probability of the means of the values' features, which are assumed to be normal and independent.
//!
//! Source: Kushmerick, *Wrapper verification*, World Wide Web 3 (2000). A comparison method: it weighs all fields
//! equally, has no prior for the variance of few values, and ignores the wrapper.

use unhusk_wrapper::profile::{Moments, Profile};
use unhusk_wrapper::verify::signals::real;

/// Lower bound on the standard deviation of a feature, in thousandths: equal values would make all others impossible.
const LEAST_SPREAD: f64 = 10.0;

/// Returns the log-probability of the current pages: the mean over fields, features and the number of records, so
/// that schemas of any size compare.
pub fn log_probability(healthy: &Profile, now: &Profile) -> f64 {
    let mut logarithms = vec![of(&healthy.records, &now.records)];
    for (before, after) in healthy.fields.iter().zip(&now.fields) {
        let features = before.features.all().into_iter().zip(after.features.all());
        logarithms.extend(features.map(|(before, after)| of(before, after)));
    }
    logarithms.iter().sum::<f64>() / real(logarithms.len() as u64)
}

/// Returns the log-probability of a mean at least this far from the healthy one; the minimum if all values are gone.
fn of(before: &Moments, after: &Moments) -> f64 {
    const IMPROBABLE: f64 = -20.0;
    if before.count() == 0 {
        return 0.0;
    }
    if after.count() == 0 {
        return IMPROBABLE;
    }
    let spread = (before.scatter() / real(before.count())).sqrt().max(LEAST_SPREAD);
    let z = (after.mean() - before.mean()).abs() / spread;
    ln_two_tails(z).max(IMPROBABLE)
}

/// Logarithm of the two tails of the normal distribution beyond `z`, approximated as `2 Q(z) ~ exp(-0.717 z - 0.416
/// z^2)`: exact at 0 and within a few percent elsewhere.
fn ln_two_tails(z: f64) -> f64 {
    -0.717 * z - 0.416 * z * z
}
