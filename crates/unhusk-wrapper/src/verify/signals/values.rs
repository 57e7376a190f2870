//! Signals about the texts of values.

use super::chance::{MAX_DRAWN, USUAL_SPREAD, effective, surprise, z};
use super::{count, real, share};
use crate::profile::{FieldProfile, N_FEATURES};
use std::collections::BTreeMap;

/// Logarithm of the mean squared distance of the features' means, in standard errors.
pub(super) fn shape(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let features = before.features.all().into_iter().zip(after.features.all());
    let squares = features.zip(USUAL_SPREAD).map(|((before_one, after_one), usual)| {
        z(before_one, after_one, usual, (before.pages, after.pages)).powi(2)
    });
    (squares.sum::<f64>() / count(N_FEATURES)).ln_1p()
}

/// Share of values with a new pattern, beyond the expected share (Good and Turing).
pub(super) fn unseen(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> f64 {
    let (n_before, n_after) = (total(before), total(after));
    let n_once = count(before.values().filter(|seen| **seen == 1).count());
    let n_new: u64 =
        after.iter().filter(|(pattern, _)| !before.contains_key(*pattern)).map(|(_, n)| n).sum();
    (real(n_new) / n_after.max(1.0) - (n_once + 0.5) / (n_before + 1.0)).max(0.0)
}

/// Half of the sum of the differences of the patterns' shares, beyond the part that chance explains.
pub(super) fn mixture(
    before: &BTreeMap<String, u64>,
    after: &BTreeMap<String, u64>,
    drawn: (f64, f64),
) -> f64 {
    let (n_before, n_after) = (total(before).max(1.0), total(after).max(1.0));
    let count = |counts: &BTreeMap<String, u64>, pattern: &str| {
        real(counts.get(pattern).copied().unwrap_or(0))
    };
    let mut patterns: Vec<&String> = before.keys().chain(after.keys()).collect();
    patterns.sort_unstable();
    patterns.dedup();
    let (mut distance, mut chance) = (0.0, 0.0);
    for pattern in patterns {
        let (in_before, in_after) = (count(before, pattern), count(after, pattern));
        let pooled = (in_before + in_after) / (n_before + n_after);
        distance += (in_before / n_before - in_after / n_after).abs() / 2.0;
        // The mean absolute value of a normal variable is 0.8 of its standard deviation.
        chance += 0.4 * (pooled * (1.0 - pooled) * (1.0 / drawn.0 + 1.0 / drawn.1)).sqrt();
    }
    (distance - chance).max(0.0)
}

/// The largest change of the share of a datatype, beyond the part that chance explains.
pub(super) fn of_type(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let count = |field: &FieldProfile, name: &str| field.types.get(name).copied().unwrap_or(0);
    let names = before.types.keys().chain(after.types.keys());
    names
        .map(|name| {
            let (n_before, n_after) = (real(before.values()), real(after.values()));
            let is_usual = (real(count(before, name)) + 0.25) / (n_before + 0.5);
            let is_now = real(count(after, name)) / n_after;
            let chance =
                (is_usual * (1.0 - is_usual) * (1.0 / (n_before + 0.5) + 1.0 / n_after)).sqrt();
            ((is_usual - is_now).abs() - chance).max(0.0)
        })
        .fold(0.0, f64::max)
}

/// The negative decimal logarithm of the probability that the healthy pages had the now prevailing text so rarely, if
/// every value had it with its current share. Dates and numbers are left out: they may be equal on all pages of a day.
pub(super) fn same(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let most = after.sample.values().iter().max_by_key(|(_, count)| *count);
    let Some((text, n_now)) = most.filter(|_| before.values() > 0) else { return 0.0 };
    let (is_now, was) =
        (share(*n_now, after.values()), share(before.sample.count(text), before.values()));
    if is_now <= was || is_now < ALL_THE_SAME || text.contains(char::is_numeric) {
        return 0.0;
    }
    let n_now = effective(after.values(), after.pages).min(MAX_DRAWN);
    let n_before = effective(before.values(), before.pages).min(MAX_DRAWN).round();
    let counts = (0.5 + is_now * n_now, 0.5 + (1.0 - is_now) * n_now);
    surprise(counts, n_before, (was * n_before).round())
}

/// The share of one text from which on all values count as equal: consecutive pages often share a company, a place or a
/// publisher.
const ALL_THE_SAME: f64 = 0.9;

/// Share of the sampled values that the healthy sample contains.
pub(super) fn known(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let sampled = after.sample.values();
    let n_all: u64 = sampled.iter().map(|(_, count)| count).sum();
    let is_known = |value: &String| before.sample.count(value) > 0;
    let n_known: u64 =
        sampled.iter().filter(|(value, _)| is_known(value)).map(|(_, count)| count).sum();
    share(n_known, n_all)
}

fn total(counts: &BTreeMap<String, u64>) -> f64 {
    real(counts.values().sum())
}
