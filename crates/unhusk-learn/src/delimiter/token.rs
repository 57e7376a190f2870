//! Splits source into tags, words and punctuation marks, of which likely heads and tails are made.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TokenKind {
    /// `<...>`.
    Tag,
    /// Letters, or a mixture of letters and digits.
    Word,
    /// Digits, or one other character.
    Other,
}

/// A token: its kind, and its range in the text.
pub(super) type SourceToken = (TokenKind, Range<usize>);

/// The first tokens of a text, at most `limit`.
pub(super) fn first_tokens(text: &str, limit: usize) -> Vec<SourceToken> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while tokens.len() < limit {
        let Some(first) = text[at..].chars().next() else { break };
        let (kind, length) = token(&text[at..], first);
        if !first.is_whitespace() {
            tokens.push((kind, at..at + length));
        }
        at += length;
    }
    tokens
}

/// The last tokens of a text, at most `limit`, the last one first. Reads at most the last `MAX_LOOK` bytes.
pub(super) fn last_tokens(text: &str, limit: usize) -> Vec<SourceToken> {
    let from = text.floor_char_boundary(text.len().saturating_sub(MAX_LOOK));
    let mut tokens = first_tokens(&text[from..], usize::MAX);
    for (_, range) in &mut tokens {
        *range = range.start + from..range.end + from;
    }
    // The first token may be incomplete.
    if from > 0 && !tokens.is_empty() {
        tokens.remove(0);
    }
    tokens.reverse();
    tokens.truncate(limit);
    tokens
}

const MAX_LOOK: usize = 1 << 13;
/// Maximum length of a tag in bytes, so that a single `<` does not make a token of the whole rest.
const MAX_TAG: usize = 1 << 10;

fn token(text: &str, first: char) -> (TokenKind, usize) {
    if first == '<' {
        let near = &text[..text.floor_char_boundary(MAX_TAG)];
        if let Some(end) =
            near[1..].find(['<', '>']).filter(|&end| near.as_bytes()[end + 1] == b'>')
        {
            return (TokenKind::Tag, end + 2);
        }
    }
    if !first.is_alphanumeric() {
        return (TokenKind::Other, first.len_utf8());
    }
    let length = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    let is_word = text[..length].chars().any(char::is_alphabetic);
    (if is_word { TokenKind::Word } else { TokenKind::Other }, length)
}
