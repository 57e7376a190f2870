//! Learns a cut: the strings between which values are in their nodes.

use std::ops::Range;
use unhusk_wrapper::site::{Cut, Mark};

/// A text and the part of it that is the value.
pub(crate) type CutExample<'t> = (&'t str, Range<usize>);

/// Longest mark.
const MAX_MARK: usize = 24;

/// The cut that takes the value out of every text, if there is one: with strings that every text has, else with strings
/// that some lack, where the value reaches to the edge.
pub(crate) fn learn(parts: &[CutExample<'_>]) -> Option<Cut> {
    if parts.is_empty() {
        return None;
    }
    [false, true].into_iter().find_map(|optional| with_marks(parts, optional))
}

fn with_marks(parts: &[CutExample<'_>], optional: bool) -> Option<Cut> {
    let before_value = |(text, value): &CutExample<'_>| text[..value.start].to_owned();
    for after in candidates(parts, before_value, CutSide::Before, optional) {
        let cut = Cut { after, before: None };
        let begins = |(text, value): &CutExample<'_>| {
            cut.apply(text).is_some_and(|range| is_same(text, range.start, value.start))
        };
        if parts.iter().all(begins)
            && let Some(cut) = with_end(parts, &cut, optional)
        {
            return Some(cut);
        }
    }
    None
}

fn with_end(parts: &[CutExample<'_>], begun: &Cut, optional: bool) -> Option<Cut> {
    let behind_value = |(text, value): &CutExample<'_>| text[value.end..].to_owned();
    for before in candidates(parts, behind_value, CutSide::Behind, optional) {
        let cut = Cut { after: begun.after.clone(), before };
        let fits = |(text, value): &CutExample<'_>| {
            cut.apply(text).is_some_and(|range| {
                is_same(text, range.start, value.start) && is_same(text, range.end, value.end)
            })
        };
        if parts.iter().all(fits) {
            return Some(cut);
        }
    }
    None
}

/// Least number of texts that have a string which others lack.
const MIN_WITH_OPTIONAL: usize = 2;

/// Candidate marks on one side of the values. Strings that every text has are in the first; optional ones are in the first
/// that has anything there.
fn candidates<'t>(
    parts: &[CutExample<'t>],
    beside: impl Fn(&CutExample<'t>) -> String,
    side: CutSide,
    optional: bool,
) -> Vec<Option<Mark>> {
    let mut sides = parts.iter().map(beside);
    if !optional {
        return sides.next().map_or(Vec::new(), |first| marks(&first, side));
    }
    let filled: Vec<String> = sides.filter(|beside| !beside.trim().is_empty()).collect();
    let Some(first) = filled.first() else { return vec![None] };
    let mut all = marks(first, side);
    all.retain(|mark| {
        mark.as_ref().is_none_or(|mark| {
            filled.iter().filter(|beside| beside.contains(&mark.text)).count() >= MIN_WITH_OPTIONAL
        })
    });
    let optional = all.iter().flatten().map(|mark| Some(Mark { optional: true, ..mark.clone() }));
    let optional: Vec<Option<Mark>> = optional.collect();
    all.extend(optional);
    all
}

/// Whether there is nothing but white space between two positions.
fn is_same(text: &str, a: usize, b: usize) -> bool {
    text.get(a.min(b)..a.max(b)).is_some_and(|between| between.trim().is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CutSide {
    Before,
    Behind,
}

/// Candidate marks next to the value: none, then whole words, then any string; short ones first.
fn marks(beside: &str, side: CutSide) -> Vec<Option<Mark>> {
    let mut texts: Vec<&str> = beside
        .char_indices()
        .map(|(at, c)| match side {
            CutSide::Before => &beside[at..],
            CutSide::Behind => &beside[..at + c.len_utf8()],
        })
        .filter(|text| text.len() <= MAX_MARK)
        .collect();
    texts.sort_by_key(|text| (!is_whole(beside, text, side), text.len()));
    let mut all = vec![None];
    for last in [false, true] {
        let mark = |text: &&str| Some(Mark { text: (*text).to_owned(), last, optional: false });
        all.extend(texts.iter().map(mark));
    }
    all
}

/// Whether a mark is more than white space, and does not begin or end inside a word.
fn is_whole(beside: &str, mark: &str, side: CutSide) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let (edge, outside) = match side {
        CutSide::Before => {
            (mark.chars().next(), beside[..beside.len() - mark.len()].chars().next_back())
        }
        CutSide::Behind => (mark.chars().next_back(), beside[mark.len()..].chars().next()),
    };
    let cuts_word = is_word(edge) && is_word(outside);
    !mark.trim().is_empty() && !cuts_word
}
