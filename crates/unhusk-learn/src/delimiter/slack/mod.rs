//! The slack of each learnt delimiter: the interval of lengths that are valid as well.
//!
//! Right delimiters, and left ones inside a record, are independent: their slack is the interval they were learnt from
//! ([`slack`]). The other strings depend on each other. Their slack is reported with all other strings fixed: the shorter
//! and longer strings with which the rule has the same results on the labelled pages ([`of_table`], [`of_levels`]).

mod rule_run;
mod left;
mod landmarks;

use super::interval::{AffixSide, Interval};
use rule_run::{DelimiterLayout, RuleRun};
use unhusk_wrapper::delimiter::RuleStrings;
use unhusk_wrapper::{DelimiterSide, LengthRange, Slack};

/// Maximum number of characters reported of the longest delimiter, on the side of the value.
const MAX_REPORTED: usize = 120;

/// The slack of one delimiter of `field`.
pub(super) fn slack(field: &str, interval: &Interval<'_>, side: AffixSide) -> Slack {
    let bytes = LengthRange { shortest: interval.lo.max(1), longest: interval.text.len() };
    let side_of_value = match side {
        AffixSide::Left => DelimiterSide::Left,
        AffixSide::Right => DelimiterSide::Right,
    };
    Slack {
        field: Some(field.to_owned()),
        side: side_of_value,
        bytes,
        longest: reported(interval.text, side).to_owned(),
    }
}

/// The slack of the strings of a table that depend on each other: the first left delimiter, head, tail, opening and
/// closing string. Empty if the rule stops inside a record on some page.
pub(super) fn of_table(strings: RuleStrings<'_>, name: &str, pages: &[&str]) -> Vec<Slack> {
    let Some(run) = RuleRun::of(strings, DelimiterLayout::Table, pages) else {
        return Vec::new();
    };
    let first = left::of_table(&run).map(|interval| slack(name, &interval, AffixSide::Left));
    first.into_iter().chain(landmarks::all(&run)).collect()
}

/// The slack of the strings of levels that depend on each other: all left delimiters, head and tail.
pub(super) fn of_levels(strings: RuleStrings<'_>, names: &[&str], pages: &[&str]) -> Vec<Slack> {
    let Some(run) = RuleRun::of(strings, DelimiterLayout::Levels, pages) else {
        return Vec::new();
    };
    let left = |(level, name): (usize, &&str)| {
        Some(slack(name, &left::of_level(&run, level)?, AffixSide::Left))
    };
    let lefts: Vec<Slack> = names.iter().enumerate().filter_map(left).collect();
    lefts.into_iter().chain(landmarks::all(&run)).collect()
}

/// The reported part of a text: the end that all its delimiters share.
fn reported(text: &str, side: AffixSide) -> &str {
    match side {
        AffixSide::Left => text
            .char_indices()
            .rev()
            .nth(MAX_REPORTED - 1)
            .map_or(text, |(start, _)| &text[start..]),
        AffixSide::Right => {
            text.char_indices().nth(MAX_REPORTED).map_or(text, |(end, _)| &text[..end])
        }
    }
}
