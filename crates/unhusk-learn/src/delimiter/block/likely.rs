//! Likely strings: whole tags and words, tried before the complete search.

use super::super::beginnings::Window;
use super::super::endings::ends_of;
use super::super::interval::Side;
use super::super::likely::{self, Head, by_sum};
use super::super::rank::ranked;
use super::super::token::{Token, first_tokens, last_tokens};
use super::conditions::{Block, Places};
use super::run::Finders;
use super::{Ends, Strings};
use crate::Preference;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// Lengths of the left delimiter, and numbers of opening and closing strings, that are tried.
const MAX_LENGTHS: usize = 4;
const MAX_OPENS: usize = 12;
const MAX_CLOSES: usize = 6;
/// Opening and closing strings for which heads and tails are tried, and pairs of those.
const MAX_TRIED: usize = 16;
const MAX_PAIRS: usize = 256;

/// Likely strings that fit together on all pages, if there are any.
pub(super) fn search<'p>(
    block: &Block<'p>,
    ends: Ends,
    preference: Preference,
) -> Option<Strings<'p>> {
    let part = block.part(&Places::first(block));
    let gap = part.gaps.last()?;
    let text = &part.source(gap.page)[gap.from..gap.to];
    let opens = distinct(last_tokens(text, MAX_OPENS), text);
    let closes = distinct(first_tokens(text, MAX_CLOSES), text);
    let around = Around::of(block, ends);
    let lengths = ranked(&part.left, Side::Left, preference);
    let mut n_tried = 0;
    // A rule without a closing string is simpler than one with.
    for close in std::iter::once("").chain(closes) {
        for &length in lengths.iter().take(MAX_LENGTHS) {
            for &open in &opens {
                let strings = Strings { left: part.left(length), open, close, head: "", tail: "" };
                let finders = Finders::of(&strings);
                let Some(searched) = Searched::of(block, &finders) else { continue };
                n_tried += 1;
                let found = framed(block, &around, strings, &searched);
                if found.is_some() || n_tried == MAX_TRIED {
                    return found;
                }
            }
        }
    }
    None
}

/// Likely heads and tails.
struct Around<'p> {
    ends: Ends,
    heads: Vec<Head<'p>>,
    tails: Vec<&'p str>,
}

impl<'p> Around<'p> {
    fn of(block: &Block<'p>, ends: Ends) -> Self {
        let regions = block.head_regions();
        let starts = |head: &str| ends_of(&block.pages, regions.iter(), head);
        let is_sole_page = block.pages.len() == 1;
        let first = block.gaps[..block.n_heads].iter().min_by_key(|gap| gap.to);
        let heads = match first.filter(|_| ends != Ends::OfPage) {
            Some(gap) => likely::heads(block.source(gap.page), gap.to, is_sole_page, starts),
            None => vec![("", vec![0; regions.len()])],
        };
        let rests = block.tails.iter().map(|rest| &block.source(rest.page)[rest.from..]);
        let rest = rests.min_by_key(|rest| rest.len()).filter(|_| ends == Ends::HeadAndTail);
        Self { ends, heads, tails: rest.map_or_else(Vec::new, likely::tails) }
    }
}

/// What is searched between and behind the records by strings that do what they should between them.
struct Searched<'s> {
    finders: &'s Finders<'s>,
    between: Vec<Window>,
    behind: Vec<Window>,
}

impl<'s> Searched<'s> {
    fn of(block: &Block<'_>, finders: &'s Finders<'s>) -> Option<Self> {
        let gaps = block.n_heads..block.gaps.len();
        let between = gaps.map(|gap| block.searched(finders, gap, None)).collect::<Option<_>>()?;
        let behind = block.tails.iter().map(|rest| block.searched_behind(finders, rest));
        Some(Self { finders, between, behind: behind.collect::<Option<_>>()? })
    }
}

/// Opening and closing strings with a likely head and tail, if there are some.
fn framed<'p>(
    block: &Block<'p>,
    around: &Around<'p>,
    strings: Strings<'p>,
    Searched { finders, between, behind }: &Searched<'_>,
) -> Option<Strings<'p>> {
    let with_head = |(head, starts): &Head<'p>| {
        let (spared, ended) = block.searched_from(finders, starts)?;
        Some((*head, spared, ended))
    };
    let mut heads = around.heads.iter().filter_map(with_head);
    if around.ends != Ends::HeadAndTail {
        let goes_on = |window: &Window| block.opens_in(finders, *window);
        if behind.iter().any(goes_on) {
            return None;
        }
        let (head, ..) = heads.find(|(_, _, ended)| !ended.iter().any(goes_on))?;
        return Some(Strings { head, ..strings });
    }
    let heads: Vec<_> = heads.collect();
    let fits = |tail: &&str| block.tells(tail, between, behind);
    let tails: Vec<&str> = around.tails.iter().copied().filter(fits).collect();
    let mut pairs = by_sum(heads.len(), tails.len()).take(MAX_PAIRS);
    let (head, tail) = pairs.find(|&(head, tail)| {
        let (_, spared, ended) = &heads[head];
        block.tells(tails[tail], spared, ended)
    })?;
    Some(Strings { head: heads[head].0, tail: tails[tail], ..strings })
}

/// The texts of tokens, tags first, each once.
fn distinct(mut tokens: Vec<Token>, text: &str) -> Vec<&str> {
    tokens.sort_by_key(|(kind, _)| *kind);
    let mut texts: Vec<&str> = Vec::new();
    for (_, range) in tokens {
        if range.len() <= MAX_DELIMITER_BYTES && !texts.contains(&&text[range.clone()]) {
            texts.push(&text[range]);
        }
    }
    texts
}
