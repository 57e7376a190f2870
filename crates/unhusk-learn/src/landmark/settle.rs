//! Which place of each label is meant: the one whose neighbours look most like those of the other labels.

use crate::example::{Label, Place};
use unhusk_page::Page;
use unhusk_wrapper::landmark::internal::tokens::Token;

/// Places of one label that are looked at, those that fit what they stand in best.
const MAX_PLACES: usize = 24;
/// Labels that one is compared with.
const MAX_LABELS: usize = 40;
/// Neighbours on each side that count.
const MAX_NEIGHBOURS: usize = 6;

/// A label with the tokens of its page.
pub(super) struct Labelled<'a> {
    pub(super) page: &'a Page,
    pub(super) tokens: &'a [Token],
    pub(super) label: &'a Label,
}

/// The chosen place of each label of one field.
pub(super) fn settle(labels: &[Labelled<'_>]) -> Vec<Place> {
    let candidates: Vec<Vec<(Place, Sides)>> = labels.iter().map(Labelled::candidates).collect();
    let step = candidates.len().div_ceil(MAX_LABELS).max(1);
    let chosen = |at: usize| {
        let others =
            || candidates.iter().enumerate().step_by(step).filter(|&(other, _)| other != at);
        let alike = |sides: &Sides| {
            let best = |others: &Vec<(Place, Sides)>| {
                others.iter().map(|(_, other)| sides.n_alike(other)).max().unwrap_or(0)
            };
            others().map(|(_, others)| best(others)).sum::<usize>()
        };
        // Of those that are alike, the first: it fits best what it stands in.
        let mut best: Option<(usize, Place)> = None;
        for (place, sides) in &candidates[at] {
            let n_alike = if candidates[at].len() == 1 { 0 } else { alike(sides) };
            if best.is_none_or(|(most, _)| n_alike > most) {
                best = Some((n_alike, *place));
            }
        }
        best.map_or(labels[at].label.candidates[0], |(_, place)| place)
    };
    (0..labels.len()).map(chosen).collect()
}

/// What stands before and behind a place, the nearest first.
struct Sides {
    before: Vec<u32>,
    behind: Vec<u32>,
}

impl Labelled<'_> {
    /// The places that may be meant, the best fit first.
    fn candidates(&self) -> Vec<(Place, Sides)> {
        let mut places: Vec<Place> = self.label.candidates.clone();
        if places.len() > 1 {
            places.sort_by_cached_key(|place| place.fit(self.page));
        }
        places.truncate(MAX_PLACES);
        places.into_iter().map(|place| (place, self.sides(place))).collect()
    }

    fn sides(&self, place: Place) -> Sides {
        let start = self.tokens.partition_point(|token| token.span.start < place.span.start);
        let end = self.tokens.partition_point(|token| token.span.start < place.span.end);
        let name = |token: &Token| token.name;
        let before = self.tokens[..start].iter().rev().take(MAX_NEIGHBOURS).map(name).collect();
        Sides { before, behind: self.tokens[end..].iter().take(MAX_NEIGHBOURS).map(name).collect() }
    }
}

impl Sides {
    fn n_alike(&self, other: &Self) -> usize {
        let common = |a: &[u32], b: &[u32]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        common(&self.before, &other.before) + common(&self.behind, &other.behind)
    }
}
