//! Which places look alike: the text to their left and to their right.

use super::super::affix::{common_prefix, common_suffix};
use super::super::misfit::Named;
use super::{Chosen, Slot};
use crate::example::{Place, Target};
use std::cmp::Reverse;

/// A place of one value, taken as the pattern for all values of its column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    page: usize,
    place: Place,
}

/// A place that can go with a pattern, and how well it does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rated {
    pub(super) place: Place,
    pub(super) score: i64,
}

/// Bytes on either side that are compared.
const CONTEXT: u8 = 64;
/// What it costs to cut a word in two: more than any likeness of context can make up for.
const INSIDE_A_WORD: i64 = 4 * CONTEXT as i64;
/// What it costs to have nothing in common on one side.
const UNLIKE: i64 = 4 * INSIDE_A_WORD;
/// Patterns of one column that are kept.
const MAX_PATTERNS: usize = 64;
/// Places that are compared with patterns of one column, in all.
const MAX_COMPARED: usize = 1 << 19;

/// The patterns of a column, the likeliest first: those that go with some place of every value, then those that
/// choose the places of the most compact records, then those with the most text in common.
pub(super) fn patterns(
    pages: &[Named<'_>],
    slots: &[Vec<Slot<'_>>],
    column: usize,
    compact: Option<&Chosen>,
) -> Patterns {
    let of_column = || {
        let all =
            (0..slots.len()).flat_map(|page| (0..slots[page].len()).map(move |at| (page, at)));
        all.filter(|&(page, at)| slots[page][at].column == column)
    };
    let places = |(page, number): (usize, usize)| &slots[page][number].label.candidates;
    let n_places: usize = of_column().map(|at| places(at).len()).sum();
    let max = (MAX_COMPARED / n_places.max(1)).clamp(1, MAX_PATTERNS);
    // Of equals that which stands first on the page, whatever the order of the labels.
    let fewest =
        of_column().min_by_key(|&at| (places(at).len(), at.0, places(at).first().copied()));
    let Some(fewest) = fewest else {
        return Patterns { best_first: vec![Pattern { page: 0, place: NOWHERE }], all: true };
    };
    let mut ranked: Vec<(Rank, Pattern)> = Vec::new();
    for &place in places(fewest).iter().take(max) {
        let pattern = Pattern { page: fewest.0, place };
        let (mut n_unlike, mut n_compact, mut likeness) = (0, 0, 0);
        for at in of_column() {
            let rated = pattern.rate(pages, pages[at.0], places(at));
            let Some(best) = rated.iter().rev().max_by_key(|rated| rated.score) else { continue };
            n_unlike += usize::from(best.score < -INSIDE_A_WORD);
            let is_compact = |compact: &Chosen| compact[at.0][at.1].span == best.place.span;
            n_compact += usize::from(compact.is_some_and(is_compact));
            likeness += best.score;
        }
        ranked.push(((n_unlike, Reverse(n_compact), Reverse(likeness)), pattern));
    }
    // Stable: of equals, the first on the page stays first.
    ranked.sort_by_key(|(rank, _)| *rank);
    let best_first = ranked.into_iter().map(|(_, pattern)| pattern).collect();
    Patterns { best_first, all: places(fewest).len() <= max }
}

/// The patterns of one column.
pub(super) struct Patterns {
    pub(super) best_first: Vec<Pattern>,
    /// Whether none was left out.
    pub(super) all: bool,
}

/// How many values have no like place, how many have one of the most compact records, and how like they are.
type Rank = (usize, Reverse<usize>, Reverse<i64>);

/// The places that do not cut a word in two, all alike; if there are none, all places.
pub(super) fn rate_alone(page: Named<'_>, places: &[Place]) -> Vec<Rated> {
    let mut rated: Vec<Rated> =
        places.iter().map(|&place| Rated { place, score: -hidden(place) }).collect();
    rated.dedup_by_key(|rated| rated.place.span);
    let is_whole = |rated: &Rated| !cuts_a_word(page.source, rated.place);
    if rated.iter().any(is_whole) {
        rated.retain(is_whole);
    }
    rated
}

/// What a reader sees is likelier to be meant than what stands in a tag.
fn hidden(place: Place) -> i64 {
    i64::from(matches!(place.target, Target::Attribute(..)))
}

const NOWHERE: Place =
    Place { span: unhusk_page::Span { start: 0, end: 0 }, target: Target::Range };

impl Pattern {
    /// How well each place goes with the pattern: places with nothing in common on one side only if a value has
    /// no others, so that there is something to tell of.
    pub(super) fn rate(
        &self,
        pages: &[Named<'_>],
        page: Named<'_>,
        places: &[Place],
    ) -> Vec<Rated> {
        let source = pages[self.page].source.as_bytes();
        let (before, behind) = sides(source, self.place);
        let (before, behind) = (near_left(before), near_right(behind));
        let mut rated: Vec<Rated> = Vec::with_capacity(places.len());
        for &place in places {
            let (left, right) = sides(page.source.as_bytes(), place);
            let (left, right) = (common_suffix(before, left), common_prefix(behind, right));
            let likeness = i64::try_from(left + right).unwrap_or_default();
            let cut = if cuts_a_word(page.source, place) { INSIDE_A_WORD } else { 0 };
            let unlike = if left == 0 || right == 0 { UNLIKE } else { 0 };
            rated.push(Rated { place, score: likeness - cut - unlike });
        }
        rated.dedup_by_key(|rated| rated.place.span);
        let is_like = |rated: &Rated| rated.score >= -INSIDE_A_WORD;
        if rated.iter().any(is_like) {
            rated.retain(is_like);
        }
        rated
    }
}

/// What stands before and behind a place.
fn sides(source: &[u8], place: Place) -> (&[u8], &[u8]) {
    let (start, end) = (place.span.start as usize, place.span.end as usize);
    let context = usize::from(CONTEXT);
    (&source[start.saturating_sub(context)..start], &source[end..(end + context).min(source.len())])
}

/// The end of a text, up to the words before the tags that it ends with: of `12</td><td>`, the tags. Likeness to
/// words beyond the tags is likeness to the value of another field, which misleads in tables of numbers.
fn near_left(before: &[u8]) -> &[u8] {
    let mut in_tag = false;
    let mut passed_tag = false;
    for (at, &byte) in before.iter().enumerate().rev() {
        match byte {
            b'>' => in_tag = true,
            b'<' => (in_tag, passed_tag) = (false, true),
            _ if passed_tag && !in_tag && is_word(byte) => return &before[at + 1..],
            _ => {}
        }
    }
    before
}

/// The beginning of a text, up to the words behind its first tags.
fn near_right(behind: &[u8]) -> &[u8] {
    let mut in_tag = false;
    let mut passed_tag = false;
    for (at, &byte) in behind.iter().enumerate() {
        match byte {
            b'<' => in_tag = true,
            b'>' => (in_tag, passed_tag) = (false, true),
            _ if passed_tag && !in_tag && is_word(byte) => return &behind[..at],
            _ => {}
        }
    }
    behind
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Whether a letter or digit stands directly before or behind a place that begins or ends with one.
fn cuts_a_word(source: &str, place: Place) -> bool {
    let range = place.span.range();
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let inside = &source[range.clone()];
    let cut_before =
        is_word(source[..range.start].chars().next_back()) && is_word(inside.chars().next());
    let cut_behind =
        is_word(source[range.end..].chars().next()) && is_word(inside.chars().next_back());
    cut_before || cut_behind
}
