//! Recognizers with a given rate of errors, of the kinds that they declare.

use super::noise::mistake;
use super::row::NoiseSetting;
use super::truth::{SiteTruth, TruePage};
use crate::random::Random;
use unhusk::example::corroborate::{RecognizedColumn, Reliability};

/// Kinds of errors of imperfect recognizers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ErrorKind {
    /// Each recognizer makes one or the other kind, at random.
    Mixed,
    /// Recognizers miss values.
    Incomplete,
    /// Recognizers also match other texts.
    Unsound,
}

/// Returns the kinds of errors of each recognizer; the imperfect ones are chosen at random.
pub(super) fn reliability(
    n_fields: usize,
    setting: &NoiseSetting,
    random: &mut Random,
) -> Vec<Reliability> {
    let mut reliability = vec![Reliability::Perfect; n_fields];
    for &field in random.order(n_fields).iter().take(setting.n_imperfect) {
        let misses = match setting.kind {
            ErrorKind::Mixed => random.below(2) == 0,
            ErrorKind::Incomplete => true,
            ErrorKind::Unsound => false,
        };
        reliability[field] = if misses { Reliability::Incomplete } else { Reliability::Unsound };
    }
    reliability
}

/// Returns the matches of the recognizers on every page.
pub(super) fn sightings(
    truth: &SiteTruth<'_>,
    reliability: &[Reliability],
    percent: u32,
    random: &mut Random,
) -> Vec<Vec<RecognizedColumn>> {
    let mut on_page = |page: &TruePage<'_>| {
        let columns = reliability.iter().enumerate();
        columns.map(|(field, &kind)| column(page, field, kind, percent, random)).collect()
    };
    truth.pages.iter().map(&mut on_page).collect()
}

fn column(
    page: &TruePage<'_>,
    field: usize,
    kind: Reliability,
    percent: u32,
    random: &mut Random,
) -> RecognizedColumn {
    let mut found = Vec::new();
    for &value in &page.values[field] {
        if kind.is_complete() || random.below(100) >= percent as usize {
            found.push(value);
        }
        // Of the matches of an unsound recognizer, `percent` are wrong.
        if !kind.is_sound() && random.below(100 - percent as usize) < percent as usize {
            found.extend(mistake(page, field, random));
        }
    }
    RecognizedColumn::new(kind, found)
}
