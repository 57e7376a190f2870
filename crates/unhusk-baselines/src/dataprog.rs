//! `DataProg`: chi-squared test of whether values begin and end with the same kinds of tokens.
//!
//! Source: Lerman, Minton, Knoblock, *Wrapper maintenance: a machine learning approach*, JAIR 18 (2003). A comparison
//! method: the patterns are those of [`patterns`](unhusk_wrapper::profile::patterns), and the worst field decides.

use std::collections::BTreeMap;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::verify::signals::real;

/// Returns the largest chi-squared per degree of freedom over the fields; infinite if a field lost all its values.
pub fn chi_squared(healthy: &Profile, now: &Profile) -> f64 {
    let fields = healthy.fields.iter().zip(&now.fields).filter(|(before, _)| before.values() > 0);
    fields
        .map(|(before, after)| {
            if after.values() == 0 {
                return f64::INFINITY;
            }
            of(&before.starts, &after.starts).max(of(&before.ends, &after.ends))
        })
        .fold(0.0, f64::max)
}

/// Returns chi-squared of two samples over the patterns of either, per degree of freedom.
fn of(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> f64 {
    let total = |counts: &BTreeMap<String, u64>| real(counts.values().sum()).max(1.0);
    let (n_before, n_after) = (total(before), total(after));
    let count = |counts: &BTreeMap<String, u64>, pattern: &str| {
        real(counts.get(pattern).copied().unwrap_or(0))
    };
    let mut patterns: Vec<&String> = before.keys().chain(after.keys()).collect();
    patterns.sort_unstable();
    patterns.dedup();
    let scale = (n_after / n_before).sqrt();
    let sum: f64 = patterns
        .iter()
        .map(|pattern| {
            let (old, new) = (count(before, pattern), count(after, pattern));
            (old * scale - new / scale).powi(2) / (old + new)
        })
        .sum();
    sum / real(patterns.len().saturating_sub(1).max(1) as u64)
}
