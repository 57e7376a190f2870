//! Rows of tokens to learn from, laid out one behind the other, with an index of where each token stands.

use super::budget::Budget;
use crate::wrapper::landmark::Wildcard;
use crate::wrapper::landmark::run::Probe;
use crate::wrapper::landmark::tokens::Token;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// One row: where it lies in the arena, and before which of its tokens the border is.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) at: Range<usize>,
    /// Position in the row; none if the row has no such border.
    pub(super) target: Option<usize>,
}

/// All rows that one border is learnt from, as they are read: backwards rows are turned round.
pub(super) struct Arena {
    pub(super) tokens: Vec<Token>,
    pub(super) rows: Vec<Row>,
    /// Where tokens that match a probe stand, in order.
    postings: FxHashMap<Probe, Vec<u32>>,
}

impl Arena {
    pub(super) fn new(rows: impl IntoIterator<Item = (Vec<Token>, Option<usize>)>) -> Self {
        let mut arena =
            Self { tokens: Vec::new(), rows: Vec::new(), postings: FxHashMap::default() };
        for (tokens, target) in rows {
            let start = arena.tokens.len();
            arena.tokens.extend(tokens);
            arena.rows.push(Row { at: start..arena.tokens.len(), target });
        }
        for (at, token) in (0u32..).zip(&arena.tokens) {
            for probe in probes(token) {
                arena.postings.entry(probe).or_default().push(at);
            }
        }
        arena
    }

    /// Where the next match of a landmark begins, from `from` on, inside of `end`.
    pub(super) fn find(
        &self,
        landmark: &[Probe],
        (from, end): (usize, usize),
        budget: &mut Budget,
    ) -> Option<usize> {
        let rarest = (0..landmark.len()).min_by_key(|&at| self.count(landmark[at]))?;
        let places = self.postings.get(&landmark[rarest])?;
        let first = places.partition_point(|&place| (place as usize) < from + rarest);
        for &place in &places[first..] {
            let start = place as usize - rarest;
            if start + landmark.len() > end {
                return None;
            }
            budget.take(1);
            let row = &self.tokens[start..start + landmark.len()];
            if landmark.iter().zip(row).all(|(probe, token)| probe.matches(token)) {
                return Some(start);
            }
        }
        None
    }

    fn count(&self, probe: Probe) -> usize {
        self.postings.get(&probe).map_or(0, Vec::len)
    }
}

/// What matches a token: its text, its tag, and all its classes, most specific first.
pub(super) fn probes(token: &Token) -> impl Iterator<Item = Probe> + use<> {
    let name = (token.name != token.text).then_some(Probe::Text(token.name));
    let classes = Wildcard::ALL.into_iter().rev().map(Wildcard::bit);
    let token_classes = token.classes;
    [Probe::Text(token.text)]
        .into_iter()
        .chain(name)
        .chain(classes.filter(move |bit| token_classes & bit != 0).map(Probe::Class))
}
