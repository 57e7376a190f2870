//! Errors of corroboration, and contradictions that do not depend on the order of the fields.

use super::{RecognizedColumn, Reliability};
use unhusk_page::Span;

/// Reason why the instances of a page are no array of records. Fields are given by their positions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CorroborateError {
    /// No recognizer determines the rows.
    #[error(
        "no recognizer is declared `perfect`: one must find every record, and nothing else, to determine how many there are"
    )]
    NothingPerfect,
    /// Two instances of sound recognizers overlap.
    #[error(
        "bytes {}-{} and {}-{} overlap, and both are declared to be certain",
        one.1.start, one.1.end, other.1.start, other.1.end
    )]
    Overlap {
        /// A field, and an instance of it.
        one: (usize, Span),
        /// A field, and an instance of it; may be the same field.
        other: (usize, Span),
    },
    /// Two perfect recognizers find different numbers of records.
    #[error("one field has {} instances and another {}, and both are declared to be perfect", one.1, other.1)]
    Counts {
        /// A field and its number of instances.
        one: (usize, usize),
        /// Another field and its number of instances.
        other: (usize, usize),
    },
    /// No order of the fields is consistent.
    #[error("for every order of the fields, some instance fits in no record")]
    NoOrder,
}

impl CorroborateError {
    /// Whether recognizers contradict each other; otherwise no order of the fields is consistent.
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Self::Overlap { .. } | Self::Counts { .. })
    }
}

/// The first two instances of sound recognizers that overlap.
pub(crate) fn overlap(columns: &[RecognizedColumn]) -> Option<CorroborateError> {
    let sound = columns.iter().enumerate().filter(|(_, column)| column.reliability.is_sound());
    let mut certain: Vec<(Span, usize)> = sound
        .flat_map(|(field, column)| column.instances.iter().map(move |&span| (span, field)))
        .collect();
    certain.sort_unstable();
    let pair = certain.windows(2).find(|pair| pair[0].0.end > pair[1].0.start)?;
    let [one, other] = [pair[0], pair[1]].map(|(span, field)| (field, span));
    Some(CorroborateError::Overlap { one, other })
}

/// Checks that sound recognizers do not contradict each other.
pub(super) fn check_sound(columns: &[RecognizedColumn]) -> Result<(), CorroborateError> {
    if let Some(overlap) = overlap(columns) {
        return Err(overlap);
    }
    let mut perfect = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.reliability == Reliability::Perfect)
        .map(|(field, column)| (field, column.instances.len()));
    let Some(one) = perfect.next() else { return Ok(()) };
    match perfect.find(|other| other.1 != one.1) {
        Some(other) => Err(CorroborateError::Counts { one, other }),
        None => Ok(()),
    }
}
