//! Tries likely strings, whole tags and words, before the complete search.

use super::super::beginnings::PageWindow;
use super::super::endings::ends_of;
use super::super::interval::AffixSide;
use super::super::likely::{self, LikelyHead, by_sum};
use super::super::rank::ranked;
use super::super::token::{SourceToken, first_tokens, last_tokens};
use super::conditions::{BlockConditions, BlockPlaces};
use super::run::Finders;
use super::{BlockStrings, PageEnds};
use crate::Preference;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;
use unhusk_wrapper::internal::sort;

/// Maximum numbers of lengths of the left delimiter, of opening and of closing strings tried.
const MAX_LENGTHS: usize = 4;
const MAX_OPENS: usize = 12;
const MAX_CLOSES: usize = 6;
/// Maximum number of combinations for which heads and tails are tried, and of pairs of head and tail for each.
const MAX_TRIED: usize = 16;
const MAX_PAIRS: usize = 256;

/// Likely strings that fit together on all pages, if there are any.
pub(super) fn search<'p>(
    block: &BlockConditions<'p>,
    ends: PageEnds,
    preference: Preference,
) -> Option<BlockStrings<'p>> {
    let part = block.part(&BlockPlaces::first(block));
    let gap = part.gaps.last()?;
    let text = &part.source(gap.page)[gap.from..gap.to];
    let opens = distinct(last_tokens(text, MAX_OPENS), text);
    let closes = distinct(first_tokens(text, MAX_CLOSES), text);
    let around = LikelyEnds::of(block, ends);
    let lengths = ranked(&part.left, AffixSide::Left, preference);
    let mut n_tried = 0;
    // A rule without a closing string is simpler, so it is tried first.
    for close in std::iter::once("").chain(closes) {
        for &length in lengths.iter().take(MAX_LENGTHS) {
            for &open in &opens {
                let strings =
                    BlockStrings { left: part.left(length), open, close, head: "", tail: "" };
                let finders = Finders::of(&strings);
                let Some(searched) = SearchedWindows::of(block, &finders) else { continue };
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
struct LikelyEnds<'p> {
    ends: PageEnds,
    heads: Vec<LikelyHead<'p>>,
    tails: Vec<&'p str>,
}

impl<'p> LikelyEnds<'p> {
    fn of(block: &BlockConditions<'p>, ends: PageEnds) -> Self {
        let regions = block.head_regions();
        let starts = |head: &str| ends_of(&block.pages, regions.iter(), head);
        let is_sole_page = block.pages.len() == 1;
        let first = block.gaps[..block.n_heads].iter().min_by_key(|gap| gap.to);
        let heads = match first.filter(|_| ends != PageEnds::OfPage) {
            Some(gap) => likely::heads(block.source(gap.page), gap.to, is_sole_page, starts),
            None => vec![("", vec![0; regions.len()])],
        };
        let rests = block.tails.iter().map(|rest| &block.source(rest.page)[rest.from..]);
        let rest = rests.min_by_key(|rest| rest.len()).filter(|_| ends == PageEnds::HeadAndTail);
        Self { ends, heads, tails: rest.map_or_else(Vec::new, likely::tails) }
    }
}

/// The windows between and behind the records that extraction searches, for strings that find every record.
struct SearchedWindows<'s> {
    finders: &'s Finders<'s>,
    between: Vec<PageWindow>,
    behind: Vec<PageWindow>,
}

impl<'s> SearchedWindows<'s> {
    fn of(block: &BlockConditions<'_>, finders: &'s Finders<'s>) -> Option<Self> {
        let gaps = block.n_heads..block.gaps.len();
        let between = gaps.map(|gap| block.searched(finders, gap, None)).collect::<Option<_>>()?;
        let behind = block.tails.iter().map(|rest| block.searched_behind(finders, rest));
        Some(Self { finders, between, behind: behind.collect::<Option<_>>()? })
    }
}

/// Adds a likely head and tail that fit to opening and closing strings, if there are any.
fn framed<'p>(
    block: &BlockConditions<'p>,
    around: &LikelyEnds<'p>,
    strings: BlockStrings<'p>,
    SearchedWindows { finders, between, behind }: &SearchedWindows<'_>,
) -> Option<BlockStrings<'p>> {
    let with_head = |(head, starts): &LikelyHead<'p>| {
        let (spared, ended) = block.searched_from(finders, starts)?;
        Some((*head, spared, ended))
    };
    let mut heads = around.heads.iter().filter_map(with_head);
    if around.ends != PageEnds::HeadAndTail {
        let goes_on = |window: &PageWindow| block.opens_in(finders, *window);
        if behind.iter().any(goes_on) {
            return None;
        }
        let (head, ..) = heads.find(|(_, _, ended)| !ended.iter().any(goes_on))?;
        return Some(BlockStrings { head, ..strings });
    }
    let heads: Vec<_> = heads.collect();
    let fits = |tail: &&str| block.separates(tail, between, behind);
    let tails: Vec<&str> = around.tails.iter().copied().filter(fits).collect();
    let mut pairs = by_sum(heads.len(), tails.len()).take(MAX_PAIRS);
    let (head, tail) = pairs.find(|&(head, tail)| {
        let (_, spared, ended) = &heads[head];
        block.separates(tails[tail], spared, ended)
    })?;
    Some(BlockStrings { head: heads[head].0, tail: tails[tail], ..strings })
}

/// The distinct texts of tokens, tags first.
fn distinct(mut tokens: Vec<SourceToken>, text: &str) -> Vec<&str> {
    sort::by_key(&mut tokens, |(kind, _)| *kind);
    let mut texts: Vec<&str> = Vec::new();
    for (_, range) in tokens {
        if range.len() <= MAX_DELIMITER_BYTES && !texts.contains(&&text[range.clone()]) {
            texts.push(&text[range]);
        }
    }
    texts
}
