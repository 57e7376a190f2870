//! Why instances cannot be put together, and what speaks against each other whatever the order of the fields is.

use super::{Column, Reliability};
use unhusk_page::Span;

/// Why the instances of a page are no array of records. Fields are told by their positions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CorroborateError {
    /// Nothing says what the rows are.
    #[error(
        "no recognizer is declared `perfect`: one must find every record, and nothing else, to tell how many there are"
    )]
    NothingPerfect,
    /// Two instances that are both said to be certain share bytes.
    #[error(
        "bytes {}-{} and {}-{} overlap, and both are said to be certain",
        one.1.start, one.1.end, other.1.start, other.1.end
    )]
    Overlap {
        /// A field, and an instance of it.
        one: (usize, Span),
        /// A field, and an instance of it; may be the same field.
        other: (usize, Span),
    },
    /// Two recognizers that are said to find every record find different numbers of them.
    #[error("{} instances of one field stand against {} of another, and both are said to be perfect", one.1, other.1)]
    Counts {
        /// A field, and how many instances it has.
        one: (usize, usize),
        /// Another field, and how many instances it has.
        other: (usize, usize),
    },
    /// Whatever the order of the fields, something is out of place.
    #[error("in whatever order the fields stand, some instance has no place in a record")]
    NoOrder,
}

impl CorroborateError {
    /// Whether recognizers contradict each other, rather than leaving no order of the fields.
    pub fn is_contradiction(&self) -> bool {
        matches!(self, Self::Overlap { .. } | Self::Counts { .. })
    }
}

/// Two certain instances that share bytes.
pub(crate) fn overlap(columns: &[Column]) -> Option<CorroborateError> {
    let sound = columns.iter().enumerate().filter(|(_, column)| column.reliability.is_sound());
    let mut certain: Vec<(Span, usize)> = sound
        .flat_map(|(field, column)| column.instances.iter().map(move |&span| (span, field)))
        .collect();
    certain.sort_unstable();
    let pair = certain.windows(2).find(|pair| pair[0].0.end > pair[1].0.start)?;
    let [one, other] = [pair[0], pair[1]].map(|(span, field)| (field, span));
    Some(CorroborateError::Overlap { one, other })
}

/// Whether sound recognizers can all be right.
pub(super) fn check_sound(columns: &[Column]) -> Result<(), CorroborateError> {
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
