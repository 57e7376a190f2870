//! What else would have done: the interval of valid delimiters behind each one that was chosen.
//!
//! Right delimiters, and left ones inside a record, depend on no other: their intervals are those they were
//! learnt from ([`leeway`]). The others hang together, so that theirs are told with all others held as learnt
//! ([`joint`]): the strings around the learnt one, shorter and longer, with which the rule reads the same on the
//! labelled pages.

mod reading;
mod left;
mod landmarks;

use super::interval::{Interval, Side};
use reading::{Kind, Reading};
use unhusk_wrapper::delimiter::RuleStrings;
use unhusk_wrapper::{DelimiterSide, Slack};

/// Characters of the longest delimiter that are told, on the side of the value.
const MAX_TOLD: usize = 120;

/// The leeway of one delimiter of `field`.
pub(super) fn leeway(field: &str, interval: &Interval<'_>, side: Side) -> Slack {
    let bytes = (interval.lo.max(1), interval.text.len());
    let side_of_value = match side {
        Side::Left => DelimiterSide::Left,
        Side::Right => DelimiterSide::Right,
    };
    Slack {
        field: Some(field.to_owned()),
        side: side_of_value,
        bytes,
        longest: told(interval.text, side).to_owned(),
    }
}

/// What is told of the delimiters of a table that hang together: the first left one, head, tail, opening and
/// closing string. Nothing if the rule does not come to its end on some page.
pub(super) fn of_table(strings: RuleStrings<'_>, name: &str, pages: &[&str]) -> Vec<Slack> {
    let Some(reading) = Reading::of(strings, Kind::Table, pages) else { return Vec::new() };
    let first = left::of_table(&reading).map(|interval| leeway(name, &interval, Side::Left));
    first.into_iter().chain(landmarks::all(&reading)).collect()
}

/// The same for levels: all left delimiters, head and tail.
pub(super) fn of_levels(strings: RuleStrings<'_>, names: &[&str], pages: &[&str]) -> Vec<Slack> {
    let Some(reading) = Reading::of(strings, Kind::Levels, pages) else { return Vec::new() };
    let left = |(level, name): (usize, &&str)| {
        Some(leeway(name, &left::of_level(&reading, level)?, Side::Left))
    };
    let lefts: Vec<Slack> = names.iter().enumerate().filter_map(left).collect();
    lefts.into_iter().chain(landmarks::all(&reading)).collect()
}

/// The end of a text that all its delimiters share, as far as it is told.
fn told(text: &str, side: Side) -> &str {
    match side {
        Side::Left => {
            text.char_indices().rev().nth(MAX_TOLD - 1).map_or(text, |(start, _)| &text[start..])
        }
        Side::Right => text.char_indices().nth(MAX_TOLD).map_or(text, |(end, _)| &text[..end]),
    }
}
