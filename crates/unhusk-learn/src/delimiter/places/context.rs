//! Rates places by the amount of text that they share with a pattern to their left and right.

use super::super::affix::{common_prefix, common_suffix};
use super::super::misfit::NamedSource;
use super::{ChosenPlaces, LabelSlot};
use crate::example::{Place, PlaceTarget};
use std::cmp::Reverse;
use unhusk_wrapper::internal::sort;

/// The place of one value, as a pattern for all values of its column.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContextPattern {
    page: usize,
    place: Place,
}

/// A place with its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct RatedPlace {
    pub(super) place: Place,
    pub(super) score: i64,
}

/// Bytes compared on either side.
const CONTEXT: u8 = 64;
/// Penalty for splitting a word; more than the maximum similarity of contexts.
const SPLIT_WORD: i64 = 4 * CONTEXT as i64;
/// Penalty for no common text on one side.
const DISSIMILAR: i64 = 4 * SPLIT_WORD;
/// Maximum number of patterns of one column.
const MAX_PATTERNS: usize = 64;
/// Maximum number of comparisons of places with the patterns of one column.
const MAX_COMPARED: usize = 1 << 19;

/// The patterns of a column, likeliest first: by the number of values without a similar place, then by the number of
/// values whose best place is the one in the most compact records, then by the amount of common text.
pub(super) fn patterns(
    pages: &[NamedSource<'_>],
    slots: &[Vec<LabelSlot<'_>>],
    column: usize,
    compact: Option<&ChosenPlaces>,
) -> ColumnPatterns {
    let of_column = || {
        let all =
            (0..slots.len()).flat_map(|page| (0..slots[page].len()).map(move |at| (page, at)));
        all.filter(|&(page, at)| slots[page][at].column == column)
    };
    let places = |(page, number): (usize, usize)| &slots[page][number].label.candidates;
    let n_places: usize = of_column().map(|at| places(at).len()).sum();
    let max = (MAX_COMPARED / n_places.max(1)).clamp(1, MAX_PATTERNS);
    // Ties go to the first on the page, independently of the order of the labels.
    let fewest =
        of_column().min_by_key(|&at| (places(at).len(), at.0, places(at).first().copied()));
    let Some(fewest) = fewest else {
        return ColumnPatterns {
            best_first: vec![ContextPattern { page: 0, place: NOWHERE }],
            all: true,
        };
    };
    let mut ranked: Vec<(PatternRank, ContextPattern)> = Vec::new();
    for &place in places(fewest).iter().take(max) {
        let pattern = ContextPattern { page: fewest.0, place };
        let (mut n_dissimilar, mut n_compact, mut similarity) = (0, 0, 0);
        for at in of_column() {
            let rated = pattern.rate(pages, pages[at.0], places(at));
            let Some(best) = rated.iter().rev().max_by_key(|rated| rated.score) else { continue };
            n_dissimilar += usize::from(best.score < -SPLIT_WORD);
            let is_compact = |compact: &ChosenPlaces| compact[at.0][at.1].span == best.place.span;
            n_compact += usize::from(compact.is_some_and(is_compact));
            similarity += best.score;
        }
        ranked.push(((n_dissimilar, Reverse(n_compact), Reverse(similarity)), pattern));
    }
    // A stable sort: ties stay in page order.
    sort::by_key(&mut ranked, |(rank, _)| *rank);
    let best_first = ranked.into_iter().map(|(_, pattern)| pattern).collect();
    ColumnPatterns { best_first, all: places(fewest).len() <= max }
}

/// The patterns of one column.
pub(super) struct ColumnPatterns {
    pub(super) best_first: Vec<ContextPattern>,
    /// Whether all patterns are there, because the limit was not reached.
    pub(super) all: bool,
}

/// Number of values without a similar place, number whose place is in the most compact records, total similarity.
type PatternRank = (usize, Reverse<usize>, Reverse<i64>);

/// The places that do not split a word; if there are none, all places. Places in attributes have a lower score.
pub(super) fn rate_alone(page: NamedSource<'_>, places: &[Place]) -> Vec<RatedPlace> {
    let mut rated: Vec<RatedPlace> = places
        .iter()
        .map(|&place| RatedPlace { place, score: -attribute_penalty(place) })
        .collect();
    rated.dedup_by_key(|rated| rated.place.span);
    let is_whole = |rated: &RatedPlace| !splits_word(page.source, rated.place);
    if rated.iter().any(is_whole) {
        rated.retain(is_whole);
    }
    rated
}

/// Penalty for a place in an attribute: visible text is likelier to be the value.
fn attribute_penalty(place: Place) -> i64 {
    i64::from(matches!(place.target, PlaceTarget::Attribute(..)))
}

const NOWHERE: Place =
    Place { span: unhusk_page::Span { start: 0, end: 0 }, target: PlaceTarget::Range };

impl ContextPattern {
    /// Rates each place by its similarity to the pattern. Drops places with no common text on one side, unless all are
    /// such: an error report needs a place.
    pub(super) fn rate(
        &self,
        pages: &[NamedSource<'_>],
        page: NamedSource<'_>,
        places: &[Place],
    ) -> Vec<RatedPlace> {
        let source = pages[self.page].source.as_bytes();
        let (before, behind) = sides(source, self.place);
        let (before, behind) = (near_left(before), near_right(behind));
        let mut rated: Vec<RatedPlace> = Vec::with_capacity(places.len());
        for &place in places {
            let (left, right) = sides(page.source.as_bytes(), place);
            let (left, right) = (common_suffix(before, left), common_prefix(behind, right));
            let similarity = i64::try_from(left + right).unwrap_or_default();
            let cut = if splits_word(page.source, place) { SPLIT_WORD } else { 0 };
            let dissimilar = if left == 0 || right == 0 { DISSIMILAR } else { 0 };
            rated.push(RatedPlace { place, score: similarity - cut - dissimilar });
        }
        rated.dedup_by_key(|rated| rated.place.span);
        let is_similar = |rated: &RatedPlace| rated.score >= -SPLIT_WORD;
        if rated.iter().any(is_similar) {
            rated.retain(is_similar);
        }
        rated
    }
}

/// The text before and behind a place.
fn sides(source: &[u8], place: Place) -> (&[u8], &[u8]) {
    let (start, end) = (place.span.start as usize, place.span.end as usize);
    let context = usize::from(CONTEXT);
    (&source[start.saturating_sub(context)..start], &source[end..(end + context).min(source.len())])
}

/// The end of a text from its last words on: of `12</td><td>`, the tags. Words beyond the tags are values of other
/// fields, whose similarity misleads in tables of numbers.
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

/// The beginning of a text up to the words behind its first tags.
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

/// Whether a place begins or ends inside a word: letters or digits on both sides of its border.
fn splits_word(source: &str, place: Place) -> bool {
    let range = place.span.range();
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let inside = &source[range.clone()];
    let cut_before =
        is_word(source[..range.start].chars().next_back()) && is_word(inside.chars().next());
    let cut_behind =
        is_word(source[range.end..].chars().next()) && is_word(inside.chars().next_back());
    cut_before || cut_behind
}
