//! RAPTURE: how probable the means of the values' features are, if each is normal and all are independent.
//!
//! Source: Kushmerick, *Wrapper verification*, World Wide Web 3 (2000). A baseline: it looks at every field alike, has
//! no prior for the spread of few values, and knows nothing of the wrapper.

use unhusk_wrapper::profile::{Moments, Profile};
use unhusk_wrapper::verify::signals::real;

/// The least spread of a feature, in thousandths: values that are all alike would make any other impossible.
const LEAST_SPREAD: f64 = 10.0;

/// Logarithm of how probable the pages at hand are, over fields, features and the number of records: the mean of the
/// logarithms, so that schemas of any size compare.
pub fn log_probability(healthy: &Profile, now: &Profile) -> f64 {
    let mut logarithms = vec![of(&healthy.records, &now.records)];
    for (before, after) in healthy.fields.iter().zip(&now.fields) {
        let features = before.features.all().into_iter().zip(after.features.all());
        logarithms.extend(features.map(|(before, after)| of(before, after)));
    }
    logarithms.iter().sum::<f64>() / real(logarithms.len() as u64)
}

/// How probable a mean at least so far away is; that there is no value where there were some is as improbable as it
/// gets.
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

/// Logarithm of the two tails of the normal distribution beyond `z`, by the bound of Chernoff's kind that is exact at 0
/// and right to a few percent elsewhere: `2 Q(z) ~ exp(-0.717 z - 0.416 z^2)`.
fn ln_two_tails(z: f64) -> f64 {
    -0.717 * z - 0.416 * z * z
}
