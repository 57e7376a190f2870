//! Likely heads and tails: whole tags and words near the records.
//!
//! A person would write these, and they hold on other pages: the last tag that first occurs just before the
//! records, the first tag behind them that does not occur between them.

use super::token::{SourceToken, TokenKind, first_tokens, last_tokens};
use std::cmp::Reverse;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;
use unhusk_wrapper::internal::sort;

/// Number of tokens tried at the end near the records, and at the far end.
const NEAR: usize = 48;
const FAR: usize = 12;
/// Minimum length of a word that is tried by itself, in bytes.
const MIN_WORD: usize = 3;
/// Maximum length of two neighbouring tokens that are tried together, in bytes.
const MAX_PAIR: usize = 256;

/// A head, and the start of extraction with it on each page.
pub(super) type LikelyHead<'p> = (&'p str, Vec<usize>);

/// Likely heads, best first, each with the positions that `starts` returns for it. `source` is a page, and `to` the
/// start of its first record. A string that does not occur behind `to` belongs to the page rather than to a record; a
/// word of a sole page may belong to that page alone. Of heads with the same rank, the one that starts latest is first;
/// the empty head is last of all.
pub(super) fn heads(
    source: &str,
    to: usize,
    is_sole_page: bool,
    starts: impl Fn(&str) -> Option<Vec<usize>>,
) -> Vec<LikelyHead<'_>> {
    let (text, records) = source.split_at(to);
    let mut tokens = last_tokens(text, NEAR);
    tokens.extend(first_tokens(text, FAR));
    let mut heads: Vec<(LikelyKind, &str, Vec<usize>)> = candidates(text, &tokens)
        .into_iter()
        .chain([(LikelyKind::Nothing, "")])
        .filter_map(|(kind, head)| Some((kind, head, starts(head)?)))
        .collect();
    let rank = |kind: LikelyKind, head: &str| match (kind, records.contains(head)) {
        (LikelyKind::Tag, false) => 0,
        (LikelyKind::Word, false) if !is_sole_page => 1,
        (LikelyKind::Tag, true) => 2,
        (LikelyKind::Word, _) => 3,
        (LikelyKind::Neighbours, _) => 4,
        (LikelyKind::Nothing, _) => 5,
    };
    sort::by_cached_key(&mut heads, |(kind, head, starts)| {
        (rank(*kind, head), Reverse(starts.iter().sum::<usize>()))
    });
    heads.into_iter().map(|(_, head, starts)| (head, starts)).collect()
}

/// Likely tails in the text behind the last record of a page.
pub(super) fn tails(rest: &str) -> Vec<&str> {
    let mut tokens = first_tokens(rest, NEAR);
    tokens.extend(last_tokens(rest, FAR));
    candidates(rest, &tokens).into_iter().map(|(_, tail)| tail).collect()
}

/// All pairs of numbers below `n` and below `m`, by increasing sum.
pub(super) fn by_sum(n: usize, m: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n + m).flat_map(move |sum| {
        (0..=sum).filter(move |&a| a < n && sum - a < m).map(move |a| (a, sum - a))
    })
}

/// Kind of a likely string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LikelyKind {
    Tag,
    Word,
    Neighbours,
    Nothing,
}

/// Tags, then words, then pairs of neighbouring tokens, each in the order of the tokens.
fn candidates<'t>(text: &'t str, tokens: &[SourceToken]) -> Vec<(LikelyKind, &'t str)> {
    let kind = |wanted: TokenKind| tokens.iter().filter(move |(kind, _)| *kind == wanted);
    let tags = kind(TokenKind::Tag).map(|(_, range)| &text[range.clone()]);
    let words = kind(TokenKind::Word).map(|(_, range)| &text[range.clone()]);
    let words = words.filter(|word| word.len() >= MIN_WORD);
    let pairs = tokens.windows(2).map(|pair| {
        let (a, b) = (&pair[0].1, &pair[1].1);
        &text[a.start.min(b.start)..a.end.max(b.end)]
    });
    // `tokens` may hold the first and the last tokens of a text, which are not neighbours.
    let pairs = pairs.filter(|pair| pair.len() <= MAX_PAIR);
    let tags = tags.map(|tag| (LikelyKind::Tag, tag));
    let words = words.map(|word| (LikelyKind::Word, word));
    let pairs = pairs.map(|pair| (LikelyKind::Neighbours, pair));
    let mut candidates: Vec<(LikelyKind, &str)> = Vec::new();
    for candidate in tags.chain(words).chain(pairs) {
        if candidate.1.len() <= MAX_DELIMITER_BYTES && !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}
