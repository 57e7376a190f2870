//! Chooses the place of each label: the one whose neighbours are most similar to those of the other labels.

use crate::example::{Label, Place};
use unhusk_page::Page;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::landmark::internal::tokens::LandmarkToken;

/// Maximum number of candidate places of one label, those that fit their node best.
const MAX_PLACES: usize = 24;
/// Maximum number of labels with which one label is compared.
const MAX_LABELS: usize = 40;
/// Maximum number of neighbours compared on each side.
const MAX_NEIGHBOURS: usize = 6;

/// A label with the tokens of its page.
pub(super) struct TokenizedLabel<'a> {
    pub(super) page: &'a Page,
    pub(super) tokens: &'a [LandmarkToken],
    pub(super) label: &'a Label,
}

/// The chosen place of each label of one field.
pub(super) fn disambiguate(labels: &[TokenizedLabel<'_>]) -> Vec<Place> {
    let candidates: Vec<Vec<(Place, Neighbours)>> =
        labels.iter().map(TokenizedLabel::candidates).collect();
    let step = candidates.len().div_ceil(MAX_LABELS).max(1);
    let chosen = |at: usize| {
        let others =
            || candidates.iter().enumerate().step_by(step).filter(|&(other, _)| other != at);
        let similarity = |neighbours: &Neighbours| {
            let best = |others: &Vec<(Place, Neighbours)>| {
                others.iter().map(|(_, other)| neighbours.n_equal(other)).max().unwrap_or(0)
            };
            others().map(|(_, others)| best(others)).sum::<usize>()
        };
        // Ties go to the first, which fits its node best.
        let mut best: Option<(usize, Place)> = None;
        for (place, neighbours) in &candidates[at] {
            let n_equal = if candidates[at].len() == 1 { 0 } else { similarity(neighbours) };
            if best.is_none_or(|(most, _)| n_equal > most) {
                best = Some((n_equal, *place));
            }
        }
        best.map_or(labels[at].label.candidates[0], |(_, place)| place)
    };
    (0..labels.len()).map(chosen).collect()
}

/// The names of the tokens before and behind a place, nearest first.
struct Neighbours {
    before: Vec<u32>,
    behind: Vec<u32>,
}

impl TokenizedLabel<'_> {
    /// The candidate places, best fit first.
    fn candidates(&self) -> Vec<(Place, Neighbours)> {
        let mut places: Vec<Place> = self.label.candidates.clone();
        if places.len() > 1 {
            sort::by_cached_key(&mut places, |place| place.fit(self.page));
        }
        places.truncate(MAX_PLACES);
        places.into_iter().map(|place| (place, self.neighbours(place))).collect()
    }

    fn neighbours(&self, place: Place) -> Neighbours {
        let start = self.tokens.partition_point(|token| token.span.start < place.span.start);
        let end = self.tokens.partition_point(|token| token.span.start < place.span.end);
        let name = |token: &LandmarkToken| token.name;
        let before = self.tokens[..start].iter().rev().take(MAX_NEIGHBOURS).map(name).collect();
        Neighbours {
            before,
            behind: self.tokens[end..].iter().take(MAX_NEIGHBOURS).map(name).collect(),
        }
    }
}

impl Neighbours {
    fn n_equal(&self, other: &Self) -> usize {
        let common = |a: &[u32], b: &[u32]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        common(&self.before, &other.before) + common(&self.behind, &other.behind)
    }
}
