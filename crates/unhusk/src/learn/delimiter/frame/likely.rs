//! Likely heads and tails: whole tags and words near the records, tried before the complete search.
//!
//! They are what a person would write, and what holds on other pages: the last tag that first occurs just
//! before the records, the first tag behind them that does not occur between them.

use super::super::token::{Token, TokenKind, first_tokens, last_tokens};
use super::conditions::{Frame, Starts};
use super::{Framed, Lengths, strict};
use crate::learn::Preference;
use std::cmp::Reverse;

/// Tokens tried on the side of the records, and on the far side.
const NEAR: usize = 48;
const FAR: usize = 12;
/// Pairs of a head and a tail that are tried.
const MAX_PAIRS: usize = 256;
/// Letters of the shortest word that is tried by itself.
const MIN_WORD: usize = 3;

/// A frame made of likely strings, if there is one.
pub(super) fn search<'p>(
    frame: &Frame<'p>,
    lengths: &impl Lengths,
    preference: Preference,
) -> Option<Framed<'p>> {
    let heads = heads(frame);
    let tails = tails(frame);
    lengths.preferred().into_iter().find_map(|lengths| {
        let first = lengths[0];
        let heads: Vec<_> =
            heads.iter().filter(|(_, starts)| frame.starts_fit(first, starts)).collect();
        if heads.is_empty() {
            return None;
        }
        let fits = |tail: &&str| frame.tail_fits(&lengths, tail);
        let tails: Vec<&str> = tails.iter().copied().filter(fits).collect();
        let pairs = by_sum(heads.len(), tails.len()).take(MAX_PAIRS);
        let fitting = pairs.map(|(head, tail)| (heads[head], tails[tail]));
        let ((head, starts), tail) = fitting
            .into_iter()
            .find(|((_, starts), tail)| frame.tail_fits_heads(first, tail, starts))?;
        let found = Framed { lengths, head, tail };
        Some(match preference {
            Preference::Robust => found,
            Preference::Strict => strict::extended(frame, found, starts),
        })
    })
}

/// Pairs of numbers below `n` and `m`, those with the smaller sums first.
fn by_sum(n: usize, m: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n + m).flat_map(move |sum| {
        (0..=sum).filter(move |&a| a < n && sum - a < m).map(move |a| (a, sum - a))
    })
}

/// Likely heads and where reading starts with them. What does not come again behind the first record belongs to
/// the page rather than to a record; a word of a single page may belong to that page alone. Of likes, the one
/// that starts latest is first; the empty head is last of all.
pub(super) fn heads<'p>(frame: &Frame<'p>) -> Vec<(&'p str, Starts)> {
    let shortest = frame.ground.heads.iter().min_by_key(|gap| gap.to);
    let candidates = shortest.map(|gap| candidate_heads(&frame.source(gap.page)[..gap.to]));
    let mut heads: Vec<(Likely, &str, Starts)> = candidates
        .unwrap_or_default()
        .into_iter()
        .chain([(Likely::Nothing, "")])
        .filter_map(|(kind, head)| Some((kind, head, frame.starts(head)?)))
        .collect();
    let records = shortest.map_or("", |gap| &frame.source(gap.page)[gap.to..]);
    let is_sole_page = frame.ground.pages.len() == 1;
    let rank = |kind: Likely, head: &str| match (kind, records.contains(head)) {
        (Likely::Tag, false) => 0,
        (Likely::Word, false) if !is_sole_page => 1,
        (Likely::Tag, true) => 2,
        (Likely::Word, _) => 3,
        (Likely::Neighbours, _) => 4,
        (Likely::Nothing, _) => 5,
    };
    heads.sort_by_cached_key(|(kind, head, starts)| {
        (rank(*kind, head), Reverse(starts.iter().sum::<usize>()))
    });
    heads.into_iter().map(|(_, head, starts)| (head, starts)).collect()
}

fn candidate_heads(text: &str) -> Vec<(Likely, &str)> {
    let mut tokens = last_tokens(text, NEAR);
    tokens.extend(first_tokens(text, FAR));
    candidates(text, &tokens)
}

fn tails<'p>(frame: &Frame<'p>) -> Vec<&'p str> {
    let rests = frame.ground.tails.iter().map(|(_, rest)| &frame.source(rest.page)[rest.from..]);
    let Some(text) = rests.min_by_key(|rest| rest.len()) else { return Vec::new() };
    let mut tokens = first_tokens(text, NEAR);
    tokens.extend(last_tokens(text, FAR));
    candidates(text, &tokens).into_iter().map(|(_, tail)| tail).collect()
}

/// What a likely string is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likely {
    Tag,
    Word,
    Neighbours,
    Nothing,
}

/// Tags, then words, then neighbours, each in the order of the tokens.
fn candidates<'t>(text: &'t str, tokens: &[Token]) -> Vec<(Likely, &'t str)> {
    let kind = |wanted: TokenKind| tokens.iter().filter(move |(kind, _)| *kind == wanted);
    let tags = kind(TokenKind::Tag).map(|(_, range)| &text[range.clone()]);
    let words = kind(TokenKind::Word).map(|(_, range)| &text[range.clone()]);
    let words = words.filter(|word| word.len() >= MIN_WORD);
    let pairs = tokens.windows(2).map(|pair| {
        let (a, b) = (&pair[0].1, &pair[1].1);
        &text[a.start.min(b.start)..a.end.max(b.end)]
    });
    // The first and the last tokens of a text are no neighbours.
    let pairs = pairs.filter(|pair| pair.len() <= MAX_PAIR);
    let tags = tags.map(|tag| (Likely::Tag, tag));
    let words = words.map(|word| (Likely::Word, word));
    let pairs = pairs.map(|pair| (Likely::Neighbours, pair));
    let mut candidates: Vec<(Likely, &str)> = Vec::new();
    for candidate in tags.chain(words).chain(pairs) {
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// Bytes of two neighbouring tokens that are tried together.
const MAX_PAIR: usize = 256;
