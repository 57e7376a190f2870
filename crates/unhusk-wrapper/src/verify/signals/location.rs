//! Signals about the places of values: tag paths and captions.

use super::share;
use crate::profile::{FieldProfile, ValueSample};

/// The share of the most frequent entry of a sample.
pub(super) fn concentration(sample: &ValueSample) -> f64 {
    let counts = || sample.values().iter().map(|(_, count)| *count);
    share(counts().max().unwrap_or(0), counts().sum())
}

/// The loss of concentration of the captions, if one caption was usual.
pub(super) fn captions(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let caption = before.captions.values().iter().max_by_key(|(_, count)| *count);
    if before.pages < 2 || caption.is_none_or(|(caption, _)| caption.is_empty()) {
        return 0.0;
    }
    let was = concentration(&before.captions);
    was * (was - concentration(&after.captions)).max(0.0)
}

/// Share of the values whose caption is a text of the template that was the caption neither of a value nor of an equal
/// text: it captions something else.
pub(super) fn mislabelled(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let captions = after.captions.values();
    let n_all: u64 = captions.iter().map(|(_, count)| count).sum();
    let has = |sample: &ValueSample, bare: &str| {
        sample.values().iter().any(|(caption, _)| caption.trim_start_matches('=') == bare)
    };
    let is_other = |caption: &str| {
        let bare = caption.strip_prefix('=');
        bare.is_some_and(|bare| !has(&before.captions, bare) && !has(&before.echoes, bare))
    };
    let n_other: u64 =
        captions.iter().filter(|(caption, _)| is_other(caption)).map(|(_, count)| count).sum();
    // One page does not show which texts are its template, and texts that never repeat are no captions.
    let has_captions = before.pages >= 2
        && before.captions.values().len() < usize::try_from(before.values()).unwrap_or(usize::MAX);
    if has_captions { share(n_other, n_all) } else { 0.0 }
}

/// Share of the words in the markup around the values that no value had around it before.
pub(super) fn other_marks(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let marks = after.marks.values();
    let n_all: u64 = marks.iter().map(|(_, count)| count).sum();
    if before.marks.is_empty() || n_all == 0 {
        return 0.0;
    }
    let others = marks.iter().filter(|(mark, _)| before.marks.count(mark) == 0);
    share(others.map(|(_, count)| count).sum(), n_all)
}

/// Distance of the mean positions on the page.
pub(super) fn moved(before: &FieldProfile, after: &FieldProfile) -> f64 {
    if before.position.is_empty() || after.position.is_empty() {
        return 0.0;
    }
    (before.position.mean() - after.position.mean()).abs() / 1000.0
}
