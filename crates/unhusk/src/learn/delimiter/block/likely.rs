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
use crate::learn::Preference;
use crate::wrapper::delimiter::MAX_DELIMITER_BYTES;

/// Lengths of the left delimiter, and numbers of opening and closing strings, that are tried.
const MAX_LENGTHS: usize = 4;
const MAX_OPENS: usize = 12;
const MAX_CLOSES: usize = 6;
/// Opening and closing strings for which heads and tails are tried, and pairs of those.
const MAX_TRIED: usize = 4;
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
    let frames = Frames::of(block, ends);
    let mut n_tried = 0;
    for length in ranked(&part.left, Side::Left, preference).into_iter().take(MAX_LENGTHS) {
        for &open in &opens {
            for close in std::iter::once("").chain(closes.iter().copied()) {
                let strings = Strings { left: part.left(length), open, close, head: "", tail: "" };
                let Some(framed) = framed(block, &frames, strings) else { continue };
                n_tried += 1;
                if framed.is_some() || n_tried == MAX_TRIED {
                    return framed;
                }
            }
        }
    }
    None
}

/// Likely heads and tails.
struct Frames<'p> {
    ends: Ends,
    heads: Vec<Head<'p>>,
    tails: Vec<&'p str>,
}

impl<'p> Frames<'p> {
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

/// Opening and closing strings with a likely head and tail, if there are some; `None` if the strings do not do what
/// they should between the records.
fn framed<'p>(
    block: &Block<'p>,
    frames: &Frames<'p>,
    strings: Strings<'p>,
) -> Option<Option<Strings<'p>>> {
    let finders = Finders::of(&strings);
    let between = (block.n_heads..block.gaps.len()).map(|gap| block.searched(&finders, gap, None));
    let between: Vec<Window> = between.collect::<Option<_>>()?;
    let behind = block.tails.iter().map(|rest| block.searched_behind(&finders, rest));
    let behind: Vec<Window> = behind.collect::<Option<_>>()?;
    let heads: Vec<(&str, Vec<Window>, Vec<Window>)> = frames
        .heads
        .iter()
        .filter_map(|(head, starts)| {
            let (spared, ended) = block.searched_from(&finders, starts)?;
            Some((*head, spared, ended))
        })
        .collect();
    if frames.ends != Ends::HeadAndTail {
        let goes_on = |window: &Window| block.opens_in(&finders, *window);
        let ended = !behind.iter().any(goes_on);
        let head = heads.iter().find(|(_, _, ended)| !ended.iter().any(goes_on));
        return Some(head.filter(|_| ended).map(|(head, ..)| Strings { head, ..strings }));
    }
    let fits = |tail: &&str| block.tells(tail, &between, &behind);
    let tails: Vec<&str> = frames.tails.iter().copied().filter(fits).collect();
    let mut pairs = by_sum(heads.len(), tails.len()).take(MAX_PAIRS);
    let pair = pairs.find(|&(head, tail)| {
        let (_, spared, ended) = &heads[head];
        block.tells(tails[tail], spared, ended)
    });
    Some(pair.map(|(head, tail)| Strings { head: heads[head].0, tail: tails[tail], ..strings }))
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
