//! The complete search for opening and closing strings, with or without head and tail.
//!
//! For each length of the first left delimiter and each closing string (they differ in where the next search
//! starts), all opening strings are found at once, as strings that begin at required positions and at no forbidden ones
//! (`opens`). If the class has a tail, each opening string is tried with the heads that fit it (`heads`), and all
//! tails are found at once in the same way (`tails`).
//!
//! Strings that fit all places fit any subset of them. So the search starts with a few places. If the result fails at
//! another place, the search adds that place and continues: strings that did not fit the subset do not fit the larger
//! one.

mod heads;
mod opens;
mod tails;

use super::super::beginnings::Beginnings;
use super::super::border::ends_token;
use super::super::budget::SearchBudget;
use super::super::endings::{EndBound, Ending, Endings, pruned};
use super::super::interval::AffixSide;
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::conditions::{BlockConditions, BlockPlace, BlockPlaces};
use super::{BlockStrings, PageEnds};
use crate::Preference;
use heads::Heads;
use std::collections::BTreeSet;
use unhusk_wrapper::internal::sort;

/// Strings that fit together on all pages, if there are any.
pub(super) fn search<'p>(
    block: &BlockConditions<'p>,
    ends: PageEnds,
    preference: Preference,
) -> Result<Option<BlockStrings<'p>>, Misfit> {
    let Some(mut search) = BlockSearch::new(block, ends) else { return Ok(None) };
    let lengths = ranked(&block.left, AffixSide::Left, preference);
    // Simpler rules are likelier, and there are fewer of them.
    for reach in [CloseReach::Nothing, CloseReach::Near, CloseReach::All] {
        let limit = if reach == CloseReach::All { usize::MAX } else { MAX_FIRST_TRIED };
        for &length in lengths.iter().take(limit) {
            if let Some(found) = search.at_length(length, reach)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Maximum number of lengths of the left delimiter tried with few closing strings, before any is tried with all.
const MAX_FIRST_TRIED: usize = 16;
/// Maximum distance from a record to the end of a near closing string, in bytes.
const NEAR: usize = 512;
/// Steps per byte of the pages for one attempt with few closing strings.
const MAX_FIRST_STEPS_PER_BYTE: usize = 16;

/// The closing strings to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CloseReach {
    /// The empty string.
    Nothing,
    /// Strings that end near every record.
    Near,
    All,
}

/// The data that the search needs at every length of the first left delimiter.
struct BlockSearch<'b, 'p> {
    block: &'b BlockConditions<'p>,
    ends: PageEnds,
    /// The current subset of places.
    places: BlockPlaces,
    /// The block restricted to `places`.
    part: BlockConditions<'p>,
    /// Heads; `None` if the class has none.
    heads: Option<Heads<'p>>,
    /// Closing strings; `None` if the text behind every record is unknown.
    closes: Option<Endings<'p>>,
    /// The gaps in which a closing string is searched: the first regions of `closes`.
    closed: Vec<usize>,
    /// Opening strings, in the shortest gap.
    opens: Beginnings<'p>,
    shortest_gap: usize,
    /// Tails, in the shortest rest; `None` if the class has none.
    tails: Option<Beginnings<'p>>,
    budget: SearchBudget,
}

impl<'b, 'p> BlockSearch<'b, 'p> {
    fn new(block: &'b BlockConditions<'p>, ends: PageEnds) -> Option<Self> {
        let gaps = &block.gaps;
        let shortest_gap = (0..gaps.len()).min_by_key(|&gap| gaps[gap].to - gaps[gap].from)?;
        let rests = block.tails.iter().map(|rest| &block.source(rest.page)[rest.from..]);
        let rest = rests.min_by_key(|rest| rest.len()).filter(|_| ends == PageEnds::HeadAndTail);
        let places = BlockPlaces::first(block);
        let mut search = Self {
            block,
            ends,
            part: block.part(&places),
            places,
            heads: if ends == PageEnds::OfPage { None } else { Heads::new(block, ends) },
            closes: Endings::new(&block.pages, block.close_regions()),
            closed: block.closed_gaps().collect(),
            opens: Beginnings::new(&block.pages, opens::text(block, shortest_gap)),
            shortest_gap,
            tails: rest.map(|rest| Beginnings::new(&block.pages, rest)),
            budget: SearchBudget::of(&block.pages),
        };
        search.update_heads();
        Some(search)
    }

    /// Strings that fit all pages, with a given length of the left delimiter and a closing string within reach.
    fn at_length(
        &mut self,
        length: usize,
        reach: CloseReach,
    ) -> Result<Option<BlockStrings<'p>>, Misfit> {
        let mut failed: BTreeSet<&str> = BTreeSet::new();
        let mut left = self.closes(length, reach)?.into_iter();
        while let Some(close) = left.next() {
            if failed.contains(close.text) {
                continue;
            }
            let Some(found) = self.attempt(length, &close, reach)? else {
                failed.insert(close.text);
                continue;
            };
            self.budget.spend(self.block.n_bytes())?;
            let Some(place) = self.block.failure(&found, self.ends) else {
                return Ok(Some(found));
            };
            if !self.add(place) {
                return Ok(None);
            }
            left = self.closes(length, reach)?.into_iter();
        }
        Ok(None)
    }

    /// The result of [`with_close`](Self::with_close). An attempt with few closing strings has a smaller budget; it is
    /// repeated with all of them.
    fn attempt(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        reach: CloseReach,
    ) -> Result<Option<BlockStrings<'p>>, Misfit> {
        if reach != CloseReach::All {
            self.budget.narrow(MAX_FIRST_STEPS_PER_BYTE * self.block.n_bytes());
        }
        let found = self.with_close(length, close);
        let is_cut = self.budget.widen() && matches!(found, Err(Misfit::Budget { .. }));
        if is_cut { Ok(None) } else { found }
    }

    /// Adds a place to the subset; returns false if it was already in it.
    fn add(&mut self, place: BlockPlace) -> bool {
        let is_new = self.places.add(place);
        debug_assert!(is_new, "what was found for {:?} fits there", self.places);
        self.part = self.block.part(&self.places);
        self.update_heads();
        is_new
    }

    fn update_heads(&mut self) {
        if let Some(heads) = &mut self.heads {
            heads.restrict_to(self.block, &self.places);
        }
    }

    /// The empty closing string.
    fn no_close(&self) -> Ending<'p> {
        let between = self.part.closed_gaps().map(|gap| self.part.gaps[gap].from);
        let behind = self.part.tails.iter().map(|rest| rest.from);
        Ending { text: "", ends: between.chain(behind).collect() }
    }

    /// Closing strings that end early enough: the empty one first, then those that end with a token. Of those that end
    /// at the same positions, only one.
    fn closes(&mut self, length: usize, reach: CloseReach) -> Result<Vec<Ending<'p>>, Misfit> {
        let mut bounds = self.close_bounds(length);
        let closes = self.closes.as_ref().filter(|_| reach != CloseReach::Nothing);
        let Some(closes) = closes else { return Ok(vec![self.no_close()]) };
        if reach == CloseReach::Near {
            let starts = self.no_close().ends;
            for (bound, start) in bounds.iter_mut().zip(starts) {
                bound.last = bound.last.min(start + NEAR);
            }
        }
        let all = closes.all(&bounds, &mut self.budget)?;
        let mut all = pruned(all, &bounds, &mut self.budget)?;
        let is_token = |close: &str| ends_token(close, close.len());
        sort::by_key(&mut all, |close| (!close.text.is_empty(), !is_token(close.text)));
        all.retain(|close| reach == CloseReach::All || !close.text.is_empty());
        Ok(all)
    }

    /// The bounds on a closing string. Up to where an opening string may begin, a later end leaves less text that an
    /// opening string could match; behind the last record too, if extraction continues to the end of the page.
    fn close_bounds(&self, length: usize) -> Vec<EndBound> {
        let region = |gap: usize| self.closed.partition_point(|&other| other < gap);
        let between = self.part.closed_gaps().map(|gap| EndBound {
            region: region(self.places.gaps[gap]),
            last: self.part.last(gap, length),
            better_up_to: self.part.first(gap, length),
        });
        let better_up_to = if self.ends == PageEnds::HeadAndTail { 0 } else { usize::MAX };
        let behind = self.places.tails.iter().map(|&tail| EndBound {
            region: self.closed.len() + tail,
            last: usize::MAX,
            better_up_to,
        });
        between.chain(behind).collect()
    }

    fn with_close(
        &mut self,
        length: usize,
        close: &Ending<'p>,
    ) -> Result<Option<BlockStrings<'p>>, Misfit> {
        let fitting = self.opens_behind(length, close)?;
        let found = match self.ends {
            PageEnds::OfPage => fitting
                .first()
                .map(|&open| (self.opens.string(open, self.opens.preferred(open)), "", "")),
            PageEnds::Head | PageEnds::HeadAndTail => self.framed(length, close, &fitting)?,
        };
        let closes = self.closes.as_ref().filter(|_| !close.text.is_empty());
        let shortened = |closes: &Endings<'p>| closes.shortened(close, &self.close_bounds(length));
        let close = closes.map_or(Some(""), shortened);
        Ok(found.zip(close).map(|((open, head, tail), close)| BlockStrings {
            left: self.block.left(length),
            open,
            close,
            head,
            tail,
        }))
    }

    /// The starts of the searches in the gaps and behind the last records.
    fn starts(&self, close: &Ending<'p>) -> (Vec<usize>, Vec<usize>) {
        let mut gaps: Vec<usize> = self.part.gaps.iter().map(|gap| gap.from).collect();
        let mut ends = close.ends.iter().copied();
        for gap in self.part.closed_gaps() {
            gaps[gap] = ends.next().unwrap_or(gaps[gap]);
        }
        (gaps, ends.collect())
    }

    /// Spends one step per byte of the current places, and the cost of the tails.
    fn spend_part(&mut self) -> Result<(), Misfit> {
        let part = &self.part;
        let gaps = part.gaps.iter().map(|gap| gap.to - gap.from);
        let rests = part.tails.iter().map(|rest| part.source(rest.page).len() - rest.from);
        let empty = part.empty.iter().map(|&page| part.source(page).len());
        let n_tails = self.tails.as_ref().map_or(0, Beginnings::cost);
        self.budget.spend(gaps.chain(rests).chain(empty).sum::<usize>() + n_tails)
    }
}
