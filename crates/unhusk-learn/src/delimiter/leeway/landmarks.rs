//! The heads, tails, opening and closing strings that would have done, all other strings held as learnt.
//!
//! A longer string that stands wherever the learnt one was found is found in the same places: it would have
//! done. A shorter one may be found elsewhere, which is tried.

use super::super::affix::{common_prefix, common_suffix};
use super::super::interval::Side;
use super::reading::Reading;
use super::told;
use unhusk_wrapper::delimiter::{MAX_DELIMITER_BYTES, RuleStrings};
use unhusk_wrapper::{DelimiterSide, Slack};

/// What is told of the strings that the rule has.
pub(super) fn all(reading: &Reading<'_, '_>) -> Vec<Slack> {
    [head(reading), tail(reading), open(reading), close(reading)].into_iter().flatten().collect()
}

/// Ends where reading starts.
fn head(reading: &Reading<'_, '_>) -> Option<Slack> {
    let longest = longest_suffix(reading.pages.iter().map(|page| &page.source[..page.start]));
    let learnt = reading.strings.head;
    let with = |head| RuleStrings { head, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Left, with)?;
    Some(told_of(DelimiterSide::Head, shortest, longest?, Side::Left))
}

/// Begins where reading ends.
fn tail(reading: &Reading<'_, '_>) -> Option<Slack> {
    let found = reading.pages.iter().filter_map(|page| Some(&page.source[page.tail?..]));
    let learnt = reading.strings.tail;
    let longest = longest_prefix(found).unwrap_or(learnt);
    let with = |tail| RuleStrings { tail, ..reading.strings.clone() };
    let shortest = shortest(reading, learnt, Side::Right, with)?;
    Some(told_of(DelimiterSide::Tail, shortest, longest, Side::Right))
}

/// Begins where a record does.
fn open(reading: &Reading<'_, '_>) -> Option<Slack> {
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
fn close(reading: &Reading<'_, '_>) -> Option<Slack> {
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

/// The shortest part of the learnt string that the rule reads the same with; `None` if there is none to learn
/// from, or if it would take too long to tell.
///
/// Found by halving. A shorter part is found no later than a longer one. So if the rule reads the same with some
/// part and with the whole, then it does with what lies between: that is found between the places of both, and
/// nothing else that the rule looks for begins there.
fn shortest<'w>(
    reading: &Reading<'_, '_>,
    learnt: &'w str,
    side: Side,
    with: impl Fn(&'w str) -> RuleStrings<'w>,
) -> Option<usize> {
    let parts = parts(learnt, side);
    let (mut least, mut works) = (0, parts.len().checked_sub(1)?);
    while least < works {
        let middle = least.midpoint(works);
        if reading.reads_the_same(&with(parts[middle]))? {
            works = middle;
        } else {
            least = middle + 1;
        }
    }
    Some(parts[works].len())
}

/// The suffixes of a left string, the prefixes of a right one, shortest first; the empty one is none.
fn parts(learnt: &str, side: Side) -> Vec<&str> {
    match side {
        Side::Left => learnt.char_indices().rev().map(|(at, _)| &learnt[at..]).collect(),
        Side::Right => {
            learnt.char_indices().map(|(at, char)| &learnt[..at + char.len_utf8()]).collect()
        }
    }
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

fn told_of(string: DelimiterSide, shortest: usize, longest: &str, side: Side) -> Slack {
    let bytes = (shortest, longest.len());
    Slack { field: None, side: string, bytes, longest: told(longest, side).to_owned() }
}
