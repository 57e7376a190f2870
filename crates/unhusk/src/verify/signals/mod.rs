//! What differs between healthy pages and pages at hand, field by field, in numbers that can be weighed.
//!
//! Every signal is 0 where nothing differs. Few pages say little, so rates are drawn towards what is usual ([`rate`])
//! and spreads towards the spread that fields of other sites have ([`USUAL_SPREAD`]).

mod names;

pub(crate) use names::at;
pub use names::{N_SIGNALS, NAMES, Signals};

use crate::wrapper::profile::{FieldProfile, Moments, N_FEATURES, Profile, ValueSample};
use std::collections::BTreeMap;

/// Spread of the features inside a field, in thousandths: estimates by hand, not fitted.
pub const USUAL_SPREAD: [f64; N_FEATURES] = [350.0, 300.0, 200.0, 120.0, 100.0, 60.0, 120.0, 120.0];

/// The usual spread counts for so many values.
const SPREAD_WEIGHT: f64 = 4.0;
/// Values of one page resemble each other: a page counts for so many at most.
const VALUES_PER_PAGE: f64 = 1.0;
/// Largest z that counts: beyond it, far is far.
const LARGEST_Z: f64 = 8.0;

/// The signals of the field at a position of both profiles.
pub fn signals(healthy: &Profile, now: &Profile, position: usize) -> Signals {
    let mut signals = [0.0; N_SIGNALS];
    let (Some(before), Some(after)) = (healthy.fields.get(position), now.fields.get(position))
    else {
        return signals;
    };
    let (missing, gaps) = gaps(healthy, now, position);
    signals[at::MISSING] = missing;
    signals[at::GAPS] = gaps;
    signals[at::GONE] = f64::from(before.filled > 0 && after.filled == 0);
    signals[at::RECORDS] = log_ratio(&healthy.records, &now.records);
    signals[at::TEMPLATE] = loss(&healthy.template, &now.template);
    if after.values() == 0 || before.values() == 0 {
        return signals;
    }
    signals[at::DOUBT] = loss(&before.confidence, &after.confidence);
    signals[at::DOUBTFUL] =
        (share(after.doubtful, after.values()) - share(before.doubtful, before.values())).max(0.0);
    signals[at::VOTES] = loss(&before.votes, &after.votes);
    signals[at::CONTEST] = loss(&after.contest, &before.contest);
    signals[at::SHAPE] = shape(before, after);
    signals[at::UNSEEN] =
        unseen(&before.starts, &after.starts).max(unseen(&before.ends, &after.ends));
    let drawn = (effective(before.values(), before.pages), effective(after.values(), after.pages));
    signals[at::MIXTURE] =
        mixture(&before.starts, &after.starts, drawn) + mixture(&before.ends, &after.ends, drawn);
    signals[at::TYPE] = of_type(before, after);
    signals[at::CONSTANT] = (variety(before, healthy) - variety(after, now)).max(0.0);
    signals[at::KNOWN] = known(before, after);
    signals[at::SHARED] =
        (share(after.shared, after.values()) - share(before.shared, before.values())).max(0.0);
    signals[at::COUNT] = log_ratio(&before.per_record, &after.per_record);
    signals[at::PATHS] = (concentration(&before.paths) - concentration(&after.paths)).max(0.0);
    let (is_fixed, is_behind) = labelled(before, after);
    signals[at::LABELS] =
        is_fixed * (concentration(&before.labels) - concentration(&after.labels)).max(0.0);
    signals[at::MISLABELLED] = mislabelled(before, after);
    signals[at::UNLABELLED] = is_fixed * (1.0 - is_behind);
    signals[at::RELABELLED] = is_fixed * is_behind;
    let differs = signals[at::SHAPE]
        + signals[at::UNSEEN]
        + signals[at::MIXTURE]
        + signals[at::TYPE]
        + signals[at::CONSTANT];
    let is_sure = if after.confidence.count() == 0 {
        0.0
    } else {
        (1.0 - 5.0 * signals[at::DOUBT] - signals[at::DOUBTFUL]).max(0.0)
    };
    signals[at::ASSURED] = is_sure * differs.min(2.0);
    signals
}

/// How many more records lack the field, as a share and in units of chance. A page without records lacks as many as
/// pages have.
fn gaps(healthy: &Profile, now: &Profile, position: usize) -> (f64, f64) {
    let usual = healthy.records.mean().max(1.0);
    let cells =
        |profile: &Profile| real(profile.fields[position].cells) + usual * real(profile.empty);
    let filled = |profile: &Profile| real(profile.fields[position].filled);
    let (n_before, n_after) = (cells(healthy), cells(now));
    if n_after == 0.0 || n_before == 0.0 {
        return (0.0, 0.0);
    }
    let drop = filled(healthy) / n_before - filled(now) / n_after;
    let effective = |n: f64, profile: &Profile| {
        n.min(RECORDS_PER_PAGE * real(profile.pages)).min(MAX_DRAWN) / n
    };
    let (weight_before, weight_after) = (effective(n_before, healthy), effective(n_after, now));
    let prior =
        (0.5 + weight_before * filled(healthy), 0.5 + weight_before * (n_before - filled(healthy)));
    let n_drawn = (weight_after * n_after).round();
    let surprise = surprise(prior, n_drawn, (weight_after * filled(now)).round());
    (drop.max(0.0), if drop > 0.0 { surprise } else { 0.0 })
}

/// Records of one page resemble each other: a page counts for so many at most where gaps are counted.
const RECORDS_PER_PAGE: f64 = 3.0;

/// More records say nothing new, and the sum would be long.
const MAX_DRAWN: f64 = 300.0;

/// How surprising it is that no more than `k` of `n` records have a field, as a negative decimal logarithm, where of
/// others (and half a record each) so many had it and had it not: the tail of the beta-binomial distribution.
fn surprise((has, lacks): (f64, f64), n: f64, k: f64) -> f64 {
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

/// Mean squared distance of the features' means, in units of chance, as a logarithm.
fn shape(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let features = before.features.all().into_iter().zip(after.features.all());
    let squares = features.zip(USUAL_SPREAD).map(|((before_one, after_one), usual)| {
        z(before_one, after_one, usual, (before.pages, after.pages)).powi(2)
    });
    (squares.sum::<f64>() / count(N_FEATURES)).ln_1p()
}

/// Distance of two means in units of chance.
pub(super) fn z(before: &Moments, after: &Moments, usual: f64, pages: (u64, u64)) -> f64 {
    let n_before = effective(before.count(), pages.0);
    let n_after = effective(after.count(), pages.1);
    let spread = before.scatter() / real(before.count()).max(1.0);
    let variance = (n_before * spread + SPREAD_WEIGHT * usual * usual) / (n_before + SPREAD_WEIGHT);
    let chance = variance * (1.0 / n_before + 1.0 / n_after);
    ((after.mean() - before.mean()) / chance.sqrt().max(1e-9)).clamp(-LARGEST_Z, LARGEST_Z)
}

/// How many independent values so many values of so many pages are worth.
fn effective(n_values: u64, n_pages: u64) -> f64 {
    real(n_values).min(VALUES_PER_PAGE * real(n_pages)).max(1.0)
}

/// Share of values whose pattern is new, beyond the share that was to be expected (Good and Turing).
fn unseen(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> f64 {
    let (n_before, n_after) = (total(before), total(after));
    let n_once = count(before.values().filter(|seen| **seen == 1).count());
    let n_new: u64 =
        after.iter().filter(|(pattern, _)| !before.contains_key(*pattern)).map(|(_, n)| n).sum();
    (real(n_new) / n_after.max(1.0) - (n_once + 0.5) / (n_before + 1.0)).max(0.0)
}

/// Half of the sum of differences of the patterns' shares, beyond what chance makes of it.
fn mixture(
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
        // The mean of the absolute value of a normal variable is 0.8 of its deviation.
        chance += 0.4 * (pooled * (1.0 - pooled) * (1.0 / drawn.0 + 1.0 / drawn.1)).sqrt();
    }
    (distance - chance).max(0.0)
}

/// The largest difference between the shares of a type.
fn of_type(before: &FieldProfile, after: &FieldProfile) -> f64 {
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

/// How many of the values differ from each other: 1 if all do, 0 if none. A value is expected once on each page.
fn variety(field: &FieldProfile, profile: &Profile) -> f64 {
    let sampled = field.sample.values();
    let n_sampled: u64 = sampled.iter().map(|(_, count)| count).sum();
    if n_sampled < 2 {
        return 0.0;
    }
    let n_distinct = if sampled.len() < profile.sample_limit() {
        count(sampled.len())
    } else {
        count(sampled.len()) / real(n_sampled) * real(field.values())
    };
    ((n_distinct - 1.0) / (real(field.values()) - 1.0).max(1.0)).clamp(0.0, 1.0)
}

/// Share of the sampled values that the healthy sample has, too.
fn known(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let sampled = after.sample.values();
    let n_all: u64 = sampled.iter().map(|(_, count)| count).sum();
    let is_known = |value: &String| before.sample.count(value) > 0;
    let n_known: u64 =
        sampled.iter().filter(|(value, _)| is_known(value)).map(|(_, count)| count).sum();
    share(n_known, n_all)
}

/// Logarithm of the ratio of two mean counts, less what is usual: pages of a site differ by a half.
fn log_ratio(before: &Moments, after: &Moments) -> f64 {
    if before.count() == 0 || after.count() == 0 {
        return 0.0;
    }
    let ratio = ((after.mean() + 0.1) / (before.mean() + 0.1)).ln().abs();
    let in_range = real(before.least()) <= after.mean() && after.mean() <= real(before.most());
    if in_range { 0.0 } else { ratio.min(3.0) }
}

/// The share of the most frequent of the sampled kinds.
fn concentration(sample: &ValueSample) -> f64 {
    let counts = || sample.values().iter().map(|(_, count)| *count);
    share(counts().max().unwrap_or(0), counts().sum())
}

/// How fixed the text before the values was, and which share of the values stands behind it now.
fn labelled(before: &FieldProfile, after: &FieldProfile) -> (f64, f64) {
    let Some((label, _)) = before.labels.values().iter().max_by_key(|(_, count)| *count) else {
        return (0.0, 0.0);
    };
    let n_all: u64 = after.labels.values().iter().map(|(_, count)| count).sum();
    let is_fixed =
        if before.pages < 2 || label.is_empty() { 0.0 } else { concentration(&before.labels) };
    (is_fixed, share(after.labels.count(label), n_all))
}

/// Share of the values behind texts of the template behind which no value stood.
fn mislabelled(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let labels = after.labels.values();
    let n_all: u64 = labels.iter().map(|(_, count)| count).sum();
    let is_other = |label: &str| label.starts_with('=') && before.labels.count(label) == 0;
    let n_other: u64 =
        labels.iter().filter(|(label, _)| is_other(label)).map(|(_, count)| count).sum();
    let is_told = before.pages >= 2
        && before.labels.values().len() < usize::try_from(before.values()).unwrap_or(usize::MAX);
    if is_told { share(n_other, n_all) } else { 0.0 }
}

fn loss(before: &Moments, after: &Moments) -> f64 {
    if before.count() == 0 || after.count() == 0 {
        return 0.0;
    }
    ((before.mean() - after.mean()) / 1000.0).max(0.0)
}

fn total(counts: &BTreeMap<String, u64>) -> f64 {
    real(counts.values().sum())
}

pub(super) fn share(part: u64, whole: u64) -> f64 {
    real(part) / real(whole).max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
pub(super) fn real(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}
