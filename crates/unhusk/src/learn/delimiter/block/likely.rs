//! Likely strings: whole tags and words, tried before the complete search.

use super::super::interval::Side;
use super::super::rank::ranked;
use super::super::token::{Token, first_tokens, last_tokens};
use super::conditions::Block;
use super::{Ends, Strings};
use crate::learn::Preference;

/// Lengths of the left delimiter, and numbers of strings of each kind, that are tried.
const MAX_LENGTHS: usize = 4;
const MAX_OPENS: usize = 12;
const MAX_CLOSES: usize = 6;
const MAX_ENDS: usize = 12;
/// Opening and closing strings for which heads and tails are tried.
const MAX_TRIED: usize = 8;

/// Likely strings that fit together at the places of a part, if there are any.
pub(super) fn search<'p>(
    part: &Block<'p>,
    ends: Ends,
    preference: Preference,
) -> Option<Strings<'p>> {
    let gap = part.gaps.last()?;
    let text = &part.source(gap.page)[gap.from..gap.to];
    let opens = distinct(last_tokens(text, MAX_OPENS), text);
    let closes = distinct(first_tokens(text, MAX_CLOSES), text);
    let (heads, tails) = heads_and_tails(part, ends);
    let mut n_tried = 0;
    for length in ranked(&part.left, Side::Left, preference).into_iter().take(MAX_LENGTHS) {
        for &open in &opens {
            for close in std::iter::once("").chain(closes.iter().copied()) {
                let strings = Strings { left: part.left(length), open, close, head: "", tail: "" };
                if !part.closes_and_opens(&strings) {
                    continue;
                }
                n_tried += 1;
                let found = framed(part, strings, ends, (&heads, &tails));
                if found.is_some() || n_tried == MAX_TRIED {
                    return found;
                }
            }
        }
    }
    None
}

/// Opening and closing strings with a likely head and tail.
fn framed<'p>(
    part: &Block<'p>,
    strings: Strings<'p>,
    ends: Ends,
    (heads, tails): (&[&'p str], &[&'p str]),
) -> Option<Strings<'p>> {
    let pairs = heads.iter().flat_map(|&head| tails.iter().map(move |&tail| (head, tail)));
    let mut framed = pairs.map(|(head, tail)| Strings { head, tail, ..strings });
    framed.find(|strings| part.failure(strings, ends).is_none())
}

fn heads_and_tails<'p>(part: &Block<'p>, ends: Ends) -> (Vec<&'p str>, Vec<&'p str>) {
    let head = part.gaps[..part.n_heads].first();
    let rest = part.tails.first();
    let (Some(head), Some(rest)) = (head, rest) else { return (vec![""], vec![""]) };
    let head = &part.source(head.page)[..head.to];
    let rest = &part.source(rest.page)[rest.from..];
    let mut heads = distinct(last_tokens(head, MAX_ENDS), head);
    heads.push("");
    match ends {
        Ends::OfPage => (vec![""], vec![""]),
        Ends::Head => (heads, vec![""]),
        Ends::HeadAndTail => (heads, distinct(first_tokens(rest, MAX_ENDS), rest)),
    }
}

/// The texts of tokens, tags first, each once.
fn distinct(mut tokens: Vec<Token>, text: &str) -> Vec<&str> {
    tokens.sort_by_key(|(kind, _)| *kind);
    let mut texts: Vec<&str> = Vec::new();
    for (_, range) in tokens {
        if !texts.contains(&&text[range.clone()]) {
            texts.push(&text[range]);
        }
    }
    texts
}
