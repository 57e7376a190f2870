//! Likely heads and tails: whole tags and words near the records, tried before the complete search.
//!
//! They are what a person would write, and what holds on other pages: the last tag that first occurs just
//! before the records, the first tag behind them that does not occur between them.

use super::super::interval::Side;
use super::super::rank::ranked;
use super::super::token::{TokenKind, first_tokens, last_tokens};
use super::frame::{Frame, Starts};
use super::{Framed, strict};
use crate::learn::Preference;
use std::ops::Range;

/// Tokens tried on the side of the records, and on the far side.
const NEAR: usize = 48;
const FAR: usize = 12;
/// Lengths of the first left delimiter that are tried.
const MAX_LENGTHS: usize = 4;
/// Letters of the shortest word that is tried by itself.
const MIN_WORD: usize = 3;

/// A frame made of likely strings, if there is one.
pub(super) fn search<'p>(frame: &Frame<'_, 'p>, preference: Preference) -> Option<Framed<'p>> {
    let heads: Vec<(&str, Starts)> =
        heads(frame).into_iter().filter_map(|head| Some((head, frame.starts(head)?))).collect();
    let tails = tails(frame);
    let lengths = ranked(&frame.first, Side::Left, preference);
    lengths.into_iter().take(MAX_LENGTHS).find_map(|length| {
        let heads: Vec<_> =
            heads.iter().filter(|(_, starts)| frame.starts_fit(length, starts)).collect();
        if heads.is_empty() {
            return None;
        }
        let tails = tails.iter().filter(|tail| frame.tail_fits(length, tail));
        tails.into_iter().find_map(|&tail| {
            let fits = |starts: &Starts| frame.tail_fits_heads(length, tail, starts);
            let (head, starts) = heads.iter().find(|(_, starts)| fits(starts))?;
            let found = Framed { left: frame.left(length), head, tail };
            Some(match preference {
                Preference::Robust => found,
                Preference::Strict => strict::extended(frame, found, starts),
            })
        })
    })
}

/// Likely heads, the best first; the empty one last.
pub(super) fn heads<'p>(frame: &Frame<'_, 'p>) -> Vec<&'p str> {
    let heads = frame.fragments.heads.iter();
    let Some(shortest) = heads.min_by_key(|gap| gap.to) else { return vec![""] };
    let source = frame.fragments.pages[shortest.page].source;
    let text = &source[..shortest.to];
    let mut tokens = last_tokens(text, NEAR);
    let mut far = first_tokens(text, FAR);
    far.reverse();
    tokens.extend(far);
    let mut heads = candidates(text, &tokens);
    heads.push("");
    heads
}

fn tails<'p>(frame: &Frame<'_, 'p>) -> Vec<&'p str> {
    let tails = frame.fragments.tails.iter();
    let length = |page: usize| frame.fragments.pages[page].source.len();
    let Some(shortest) = tails.min_by_key(|rest| length(rest.page) - rest.from) else {
        return Vec::new();
    };
    let text = &frame.fragments.pages[shortest.page].source[shortest.from..];
    let mut tokens = first_tokens(text, NEAR);
    tokens.extend(last_tokens(text, FAR));
    candidates(text, &tokens)
}

/// Tags, then words, then neighbours, each in the order of the tokens.
fn candidates<'t>(text: &'t str, tokens: &[(TokenKind, Range<usize>)]) -> Vec<&'t str> {
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
    let mut candidates: Vec<&str> = Vec::new();
    for candidate in tags.chain(words).chain(pairs) {
        if !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    }
    candidates
}

/// Bytes of two neighbouring tokens that are tried together.
const MAX_PAIR: usize = 256;
