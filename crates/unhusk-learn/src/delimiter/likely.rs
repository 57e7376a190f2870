//! Likely heads and tails: whole tags and words near the records.
//!
//! They are what a person would write, and what holds on other pages: the last tag that first occurs just
//! before the records, the first tag behind them that does not occur between them.

use super::token::{Token, TokenKind, first_tokens, last_tokens};
use std::cmp::Reverse;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// Tokens tried on the side of the records, and on the far side.
const NEAR: usize = 48;
const FAR: usize = 12;
/// Letters of the shortest word that is tried by itself.
const MIN_WORD: usize = 3;
/// Bytes of two neighbouring tokens that are tried together.
const MAX_PAIR: usize = 256;

/// A head, and where reading starts with it on each page.
pub(super) type Head<'p> = (&'p str, Vec<usize>);

/// Likely heads and where reading starts with them, as `starts` tells. `source` is a page, and `to` where its first
/// record begins. What does not come again behind that belongs to the page rather than to a record; a word of a
/// sole page may belong to that page alone. Of likes, the one that starts latest is first; the empty head is last
/// of all.
pub(super) fn heads(
    source: &str,
    to: usize,
    is_sole_page: bool,
    starts: impl Fn(&str) -> Option<Vec<usize>>,
) -> Vec<Head<'_>> {
    let (text, records) = source.split_at(to);
    let mut tokens = last_tokens(text, NEAR);
    tokens.extend(first_tokens(text, FAR));
    let mut heads: Vec<(Likely, &str, Vec<usize>)> = candidates(text, &tokens)
        .into_iter()
        .chain([(Likely::Nothing, "")])
        .filter_map(|(kind, head)| Some((kind, head, starts(head)?)))
        .collect();
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

/// Likely tails in what stands behind the last record of a page.
pub(super) fn tails(rest: &str) -> Vec<&str> {
    let mut tokens = first_tokens(rest, NEAR);
    tokens.extend(last_tokens(rest, FAR));
    candidates(rest, &tokens).into_iter().map(|(_, tail)| tail).collect()
}

/// Pairs of numbers below `n` and `m`, those with the smaller sums first.
pub(super) fn by_sum(n: usize, m: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n + m).flat_map(move |sum| {
        (0..=sum).filter(move |&a| a < n && sum - a < m).map(move |a| (a, sum - a))
    })
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
        if candidate.1.len() <= MAX_DELIMITER_BYTES && !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}
