//! Where values stand, now and before.

use super::share;
use crate::profile::{FieldProfile, ValueSample};

/// The share of the most frequent of the sampled kinds.
pub(super) fn concentration(sample: &ValueSample) -> f64 {
    let counts = || sample.values().iter().map(|(_, count)| *count);
    share(counts().max().unwrap_or(0), counts().sum())
}

/// How much more kinds of texts the values stand behind, where they stood behind one.
pub(super) fn labels(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let label = before.labels.values().iter().max_by_key(|(_, count)| *count);
    if before.pages < 2 || label.is_none_or(|(label, _)| label.is_empty()) {
        return 0.0;
    }
    let was = concentration(&before.labels);
    was * (was - concentration(&after.labels)).max(0.0)
}

/// Share of the values behind texts of the template behind which neither a value stood, nor anything that said the same:
/// what stood there was something else.
pub(super) fn mislabelled(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let labels = after.labels.values();
    let n_all: u64 = labels.iter().map(|(_, count)| count).sum();
    let has = |sample: &ValueSample, bare: &str| {
        sample.values().iter().any(|(label, _)| label.trim_start_matches('=') == bare)
    };
    let is_other = |label: &str| {
        let bare = label.strip_prefix('=');
        bare.is_some_and(|bare| !has(&before.labels, bare) && !has(&before.echoes, bare))
    };
    let n_other: u64 =
        labels.iter().filter(|(label, _)| is_other(label)).map(|(_, count)| count).sum();
    // One page does not tell its template from what it says, and labels that never repeat are none.
    let is_told = before.pages >= 2
        && before.labels.values().len() < usize::try_from(before.values()).unwrap_or(usize::MAX);
    if is_told { share(n_other, n_all) } else { 0.0 }
}
