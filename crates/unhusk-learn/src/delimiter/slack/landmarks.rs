//! The slack of heads, tails, opening and closing strings, with all other strings of the rule fixed.
//!
//! A longer string that occurs wherever the learnt one was found is found at the same positions, so it is valid. A
//! shorter one may be found elsewhere, so the rule is run with it.

use super::super::affix::{common_prefix, common_suffix};
use super::super::interval::AffixSide;
use super::reported;
use super::rule_run::RuleRun;
use unhusk_wrapper::LengthRange;
use unhusk_wrapper::delimiter::{MAX_DELIMITER_BYTES, RuleStrings};
use unhusk_wrapper::{DelimiterSide, Slack};

/// The slack of the strings that the rule has.
pub(super) fn all(run: &RuleRun<'_, '_>) -> Vec<Slack> {
    [head(run), tail(run), open(run), close(run)].into_iter().flatten().collect()
}

/// The slack of the head, which ends where extraction starts.
fn head(run: &RuleRun<'_, '_>) -> Option<Slack> {
    let longest = longest_suffix(run.pages.iter().map(|page| &page.source[..page.start]));
    let learnt = run.strings.head;
    let with = |head| RuleStrings { head, ..run.strings.clone() };
    let shortest = shortest(run, learnt, AffixSide::Left, with)?;
    Some(slack_of(DelimiterSide::Head, shortest, longest?, AffixSide::Left))
}

/// The slack of the tail, which begins where extraction ends.
fn tail(run: &RuleRun<'_, '_>) -> Option<Slack> {
    let found = run.pages.iter().filter_map(|page| Some(&page.source[page.tail?..]));
    let learnt = run.strings.tail;
    let longest = longest_prefix(found).unwrap_or(learnt);
    let with = |tail| RuleStrings { tail, ..run.strings.clone() };
    let shortest = shortest(run, learnt, AffixSide::Right, with)?;
    Some(slack_of(DelimiterSide::Tail, shortest, longest, AffixSide::Right))
}

/// The slack of the opening string, which begins where a record begins.
fn open(run: &RuleRun<'_, '_>) -> Option<Slack> {
    let learnt = run.strings.open;
    let found = run.pages.iter().flat_map(|page| {
        let before_value = |open: usize, value: usize| open..value.max(open + learnt.len());
        page.items.iter().map(move |item| &page.source[before_value(item.open, item.value)])
    });
    let longest = longest_prefix(found).unwrap_or(learnt);
    let with = |open| RuleStrings { open, ..run.strings.clone() };
    let shortest = shortest(run, learnt, AffixSide::Right, with)?;
    Some(slack_of(DelimiterSide::Open, shortest, longest, AffixSide::Right))
}

/// The slack of the closing string, which ends where the search for the next record starts.
fn close(run: &RuleRun<'_, '_>) -> Option<Slack> {
    let found = run.pages.iter().flat_map(|page| {
        let nexts = page.items.iter().skip(1).map(|item| item.from).chain([page.end]);
        page.items.iter().zip(nexts).map(|(item, next)| &page.source[item.end..next])
    });
    let learnt = run.strings.close;
    let longest = longest_suffix(found).unwrap_or(learnt);
    let with = |close| RuleStrings { close, ..run.strings.clone() };
    let shortest = shortest(run, learnt, AffixSide::Left, with)?;
    Some(slack_of(DelimiterSide::Close, shortest, longest, AffixSide::Left))
}

/// Length of the shortest part of the learnt string with which the rule has the same results; `None` if the learnt string
/// is empty or the limit on bytes is reached.
///
/// Found by bisection. A shorter part is found no later than a longer one. So if the results are the same with some
/// part and with the whole string, they are the same with every length between: such a part is found between the
/// positions of both, where no other string of the rule begins.
fn shortest<'w>(
    run: &RuleRun<'_, '_>,
    learnt: &'w str,
    side: AffixSide,
    with: impl Fn(&'w str) -> RuleStrings<'w>,
) -> Option<usize> {
    let parts = parts(learnt, side);
    let (mut least, mut works) = (0, parts.len().checked_sub(1)?);
    while least < works {
        let middle = least.midpoint(works);
        if run.reads_the_same(&with(parts[middle]))? {
            works = middle;
        } else {
            least = middle + 1;
        }
    }
    Some(parts[works].len())
}

/// The suffixes of a left string, the prefixes of a right one, shortest first, without the empty one.
fn parts(learnt: &str, side: AffixSide) -> Vec<&str> {
    match side {
        AffixSide::Left => learnt.char_indices().rev().map(|(at, _)| &learnt[at..]).collect(),
        AffixSide::Right => {
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

fn slack_of(string: DelimiterSide, shortest: usize, longest: &str, side: AffixSide) -> Slack {
    let bytes = LengthRange { shortest, longest: longest.len() };
    Slack { field: None, side: string, bytes, longest: reported(longest, side).to_owned() }
}
