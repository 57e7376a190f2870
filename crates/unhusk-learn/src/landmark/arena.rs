//! The token rows to learn from, in one array, with an index of the positions of each text and class.

use std::ops::Range;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::Wildcard;
use unhusk_wrapper::landmark::internal::run::Probe;
use unhusk_wrapper::landmark::internal::tokens::LandmarkToken;

/// One row of tokens: its range in the arena, and the border to find in it.
#[derive(Debug, Clone)]
pub(super) struct TokenRow {
    pub(super) at: Range<usize>,
    /// Index in the row of the token behind the border; `None` if the row has no such border.
    pub(super) target: Option<usize>,
}

/// All rows from which one border is learnt, in the direction of the search: rows of a backward search are reversed.
pub(super) struct TokenArena {
    pub(super) tokens: Vec<LandmarkToken>,
    pub(super) rows: Vec<TokenRow>,
    texts: Postings,
    /// Positions of the tokens of each class, in the order of [`Wildcard::ALL`].
    classes: Vec<Vec<u32>>,
}

/// Inverted index: the positions of each text, all lists in one array.
#[derive(Default)]
struct Postings {
    /// Start of the list of each text.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Postings {
    fn new(tokens: &[LandmarkToken]) -> Self {
        let numbers = |token: &LandmarkToken| {
            let name = (token.name != token.text).then_some(token.name);
            [Some(token.text), name].into_iter().flatten()
        };
        let most = tokens.iter().flat_map(numbers).max().unwrap_or(0) as usize;
        let mut starts = vec![0; most + 2];
        for number in tokens.iter().flat_map(numbers) {
            starts[number as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts.clone();
        let mut places = vec![0; starts.last().map_or(0, |all| *all as usize)];
        for (at, token) in (0u32..).zip(tokens) {
            for number in numbers(token) {
                let end = &mut ends[number as usize];
                places[*end as usize] = at;
                *end += 1;
            }
        }
        Self { starts, places }
    }

    fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        match self.starts.get(number..number.saturating_add(2)) {
            Some(&[start, end]) => &self.places[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl TokenArena {
    pub(super) fn new(rows: impl IntoIterator<Item = (Vec<LandmarkToken>, Option<usize>)>) -> Self {
        let (mut all, mut placed) = (Vec::new(), Vec::new());
        for (tokens, target) in rows {
            let start = all.len();
            all.extend(tokens);
            placed.push(TokenRow { at: start..all.len(), target });
        }
        let of_class = |wildcard: Wildcard| {
            let is_one = |(_, token): &(u32, &LandmarkToken)| token.classes & wildcard.bit() != 0;
            (0u32..).zip(&all).filter(is_one).map(|(at, _)| at).collect()
        };
        let classes = Wildcard::ALL.into_iter().map(of_class).collect();
        Self { texts: Postings::new(&all), classes, tokens: all, rows: placed }
    }

    /// Positions of the tokens that match a probe, in order.
    fn places(&self, probe: Probe) -> &[u32] {
        match probe {
            Probe::Text(number) => self.texts.of(number),
            Probe::Class(bit) => {
                self.classes.get(bit.trailing_zeros() as usize).map_or(&[], Vec::as_slice)
            }
        }
    }

    /// Start of the first match of a landmark at or behind `from` that ends by `end`.
    pub(super) fn find(
        &self,
        landmark: &[Probe],
        (from, end): (usize, usize),
        budget: &mut Budget,
    ) -> Option<usize> {
        let rarest = (0..landmark.len()).min_by_key(|&at| self.places(landmark[at]).len())?;
        let places = self.places(landmark[rarest]);
        let first = places.partition_point(|&place| (place as usize) < from + rarest);
        for &place in &places[first..] {
            let start = place as usize - rarest;
            if start + landmark.len() > end {
                return None;
            }
            budget.spend_up_to(1);
            let row = &self.tokens[start..start + landmark.len()];
            if landmark.iter().zip(row).all(|(probe, token)| probe.matches(token)) {
                return Some(start);
            }
        }
        None
    }
}

/// The probes that match a token: its text, its tag, and all its classes, most specific first.
pub fn probes(token: &LandmarkToken) -> impl Iterator<Item = Probe> + use<> {
    let name = (token.name != token.text).then_some(Probe::Text(token.name));
    let classes = Wildcard::ALL.into_iter().rev().map(Wildcard::bit);
    let token_classes = token.classes;
    [Probe::Text(token.text)]
        .into_iter()
        .chain(name)
        .chain(classes.filter(move |bit| token_classes & bit != 0).map(Probe::Class))
}
