//! Evidence page by page: where most pages are read as before, the average hides the few that have changed.

use super::score::Weights;
use super::signals::signals;
use crate::profile::Profile;

/// The score from which on a field looks clearly changed on a page by itself. Few labelled pages make it rare: one page
/// against three is seldom clear evidence.
const CLEAR: f64 = 0.9;
/// One such page may be an exception.
const MIN_PAGES: u64 = 2;
/// Percentage of such pages from which on they are no exceptions.
const MIN_PERCENT: u64 = 10;

/// For each field, 1 if it looks clearly changed on the only page of `now`.
pub(super) fn changed(healthy: &Profile, now: &Profile) -> Vec<u64> {
    let weights = Weights::default();
    let is_changed = |position| weights.score(&signals(healthy, now, position)) >= CLEAR;
    (0..now.fields.len()).map(|position| u64::from(is_changed(position))).collect()
}

/// Whether so many of the pages look changed that the field is read wrongly on them.
pub(super) fn are_several(n_changed: u64, n_pages: u64) -> bool {
    n_changed >= MIN_PAGES && 100 * n_changed >= MIN_PERCENT * n_pages
}

#[cfg(test)]
mod tests {
    use super::are_several;

    #[test]
    fn two_changed_pages_of_seven_are_no_chance() {
        assert!(are_several(2, 7));
        assert!(!are_several(1, 7));
        assert!(!are_several(2, 40));
    }
}
