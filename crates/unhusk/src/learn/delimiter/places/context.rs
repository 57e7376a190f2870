//! Which places look alike: the text to their left and to their right.

use super::super::affix::{common_prefix, common_suffix};
use super::super::misfit::Named;
use super::{Chosen, Slot};
use crate::example::Place;
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
/// Places that are compared with patterns, in all.
const MAX_COMPARED: usize = 1 << 22;

/// The patterns of a column, the likeliest first: those that go with some place of every value, then those that
/// choose the places of the most compact records, then those with the most text in common.
pub(super) fn patterns(
    pages: &[Named<'_>],
    slots: &[Vec<Slot<'_>>],
    column: usize,
    compact: Option<&Chosen>,
) -> Vec<Pattern> {
    let of_column = || {
        let all =
            (0..slots.len()).flat_map(|page| (0..slots[page].len()).map(move |at| (page, at)));
        all.filter(|&(page, at)| slots[page][at].column == column)
    };
    let places = |(page, number): (usize, usize)| &slots[page][number].label.candidates;
    let n_places: usize = of_column().map(|at| places(at).len()).sum();
    let max = (MAX_COMPARED / n_places.max(1)).clamp(1, MAX_PATTERNS);
    let Some(fewest) = of_column().min_by_key(|&at| places(at).len()) else {
        return vec![Pattern { page: 0, place: NOWHERE }];
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
    ranked.into_iter().map(|(_, pattern)| pattern).collect()
}

/// How many values have no like place, how many have one of the most compact records, and how like they are.
type Rank = (usize, Reverse<usize>, Reverse<i64>);

/// All places, rated only by whether they cut a word in two.
pub(super) fn rate_alone(page: Named<'_>, places: &[Place]) -> Vec<Rated> {
    let score = |place| if cuts_a_word(page.source, place) { -INSIDE_A_WORD } else { 0 };
    let mut rated: Vec<Rated> =
        places.iter().map(|&place| Rated { place, score: score(place) }).collect();
    rated.dedup_by_key(|rated| rated.place.span);
    rated
}

const NOWHERE: Place =
    Place { span: crate::page::Span { start: 0, end: 0 }, target: crate::example::Target::Range };

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
