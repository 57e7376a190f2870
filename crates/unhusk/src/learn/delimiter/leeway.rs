//! What else would have done: the interval of valid delimiters behind each one that was chosen.

use super::interval::{Interval, Side};
use crate::wrapper::{DelimiterSide, Leeway};

/// Characters of the longest delimiter that are told, on the side of the value.
const MAX_TOLD: usize = 120;

/// The leeway of one delimiter of `field`.
pub(super) fn leeway(field: &str, interval: &Interval<'_>, side: Side) -> Leeway {
    let longest = match side {
        Side::Left => last_chars(interval.text),
        Side::Right => first_chars(interval.text),
    };
    let side = match side {
        Side::Left => DelimiterSide::Left,
        Side::Right => DelimiterSide::Right,
    };
    let bytes = (interval.lo.max(1), interval.text.len());
    Leeway { field: field.to_owned(), side, bytes, longest: longest.to_owned() }
}

fn first_chars(text: &str) -> &str {
    text.char_indices().nth(MAX_TOLD).map_or(text, |(end, _)| &text[..end])
}

fn last_chars(text: &str) -> &str {
    text.char_indices().rev().nth(MAX_TOLD - 1).map_or(text, |(start, _)| &text[start..])
}
