//! The heads, tails, opening and closing strings that would have done, all other strings held as learnt.
//!
//! A longer string that stands wherever the learnt one was found is found in the same places: it would have
//! done. A shorter one may be found elsewhere, which is tried.

use super::super::affix::{common_prefix, common_suffix};
use super::super::interval::Side;
use super::reading::Reading;
use super::told;
use crate::wrapper::delimiter::{MAX_DELIMITER_BYTES, RuleStrings};
use crate::wrapper::{DelimiterSide, Leeway};

/// What is told of the strings that the rule has.
pub(super) fn all(reading: &Reading<'_, '_>) -> Vec<Leeway> {
    [head(reading), tail(reading), open(reading), close(reading)].into_iter().flatten().collect()
}

/// Ends where reading starts.
fn head(reading: &Reading<'_, '_>) -> Option<Leeway> {
    let longest = longest_suffix(reading.pages.iter().map(|page| &page.source[..page.start]));
    let learnt = reading.strings.head;
    let with = |head| RuleStrings { head, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Left, with)?;
    Some(told_of(DelimiterSide::Head, shortest, longest?, Side::Left))
}

/// Begins where reading ends.
fn tail(reading: &Reading<'_, '_>) -> Option<Leeway> {
    let found = reading.pages.iter().filter_map(|page| Some(&page.source[page.tail?..]));
    let learnt = reading.strings.tail;
    let longest = longest_prefix(found).unwrap_or(learnt);
    let with = |tail| RuleStrings { tail, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Right, with)?;
    Some(told_of(DelimiterSide::Tail, shortest, longest, Side::Right))
}

/// Begins where a record does.
fn open(reading: &Reading<'_, '_>) -> Option<Leeway> {
    let learnt = reading.strings.open;
    let found = reading.pages.iter().flat_map(|page| {
        let before_value = |open: usize, value: usize| open..value.max(open + learnt.len());
        page.items.iter().map(move |item| &page.source[before_value(item.open, item.value)])
    });
    let longest = longest_prefix(found).unwrap_or(learnt);
    let with = |open| RuleStrings { open, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Right, with)?;
    Some(told_of(DelimiterSide::Open, shortest, longest, Side::Right))
}

/// Ends where the search for the next record starts.
fn close(reading: &Reading<'_, '_>) -> Option<Leeway> {
    let found = reading.pages.iter().flat_map(|page| {
        let nexts = page.items.iter().skip(1).map(|item| item.from).chain([page.end]);
        page.items.iter().zip(nexts).map(|(item, next)| &page.source[item.end..next])
    });
    let learnt = reading.strings.close;
    let longest = longest_suffix(found).unwrap_or(learnt);
    let with = |close| RuleStrings { close, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Left, with)?;
    Some(told_of(DelimiterSide::Close, shortest, longest, Side::Left))
}

/// The shortest string that the rule reads the same with, from the learnt one down; `None` if there is none
/// to learn from, or if it would take too long to tell.
fn shortest<'w>(
    reading: &Reading<'_, '_>,
    learnt: &'w str,
    side: Side,
    with: impl Fn(&'w str) -> RuleStrings<'w>,
) -> Option<usize> {
    let mut shortest = (!learnt.is_empty()).then_some(learnt.len())?;
    for bytes in (1..learnt.len()).rev() {
        let shorter = match side {
            Side::Left => learnt.get(learnt.len() - bytes..),
            Side::Right => learnt.get(..bytes),
        };
        let Some(shorter) = shorter else { continue };
        if !reading.reads_the_same(&with(shorter))? {
            break;
        }
        shortest = bytes;
    }
    Some(shortest)
}

fn longest_suffix<'p>(mut texts: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let first = texts.next()?;
    let mut bytes = first.len().min(MAX_DELIMITER_BYTES);
    for other in texts {
        bytes = common_suffix(&first.as_bytes()[first.len() - bytes..], other.as_bytes());
    }
    Some(&first[first.ceil_char_boundary(first.len() - bytes)..])
}

fn longest_prefix<'p>(mut texts: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    let first = texts.next()?;
    let mut bytes = first.len().min(MAX_DELIMITER_BYTES);
    for other in texts {
        bytes = common_prefix(&first.as_bytes()[..bytes], other.as_bytes());
    }
    Some(&first[..first.floor_char_boundary(bytes)])
}

fn told_of(string: DelimiterSide, shortest: usize, longest: &str, side: Side) -> Leeway {
    let bytes = (shortest, longest.len());
    Leeway { field: None, side: string, bytes, longest: told(longest, side).to_owned() }
}
