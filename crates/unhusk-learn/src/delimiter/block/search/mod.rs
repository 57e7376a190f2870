//! The complete search for opening and closing strings, with or without head and tail.
//!
//! For each length of the first left delimiter and each closing string (they differ in where the next search
//! starts), all opening strings are found at once, as strings that begin in certain places and in no others
//! (`opens`). If the class has a tail, each of them is tried with the heads that go with it (`heads`), and all
//! tails are found at once in the same way (`tails`).
//!
//! What fits all places fits some of them. So the search looks at a few places first. If what it finds fails
//! elsewhere, it looks at that place as well and goes on: what did not fit before does not fit now.

mod heads;
mod opens;
mod tails;

use super::super::beginnings::Beginnings;
use super::super::border::ends_token;
use super::super::budget::SearchBudget;
use super::super::endings::{Bound, Ending, Endings, pruned};
use super::super::interval::Side;
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::conditions::{Block, Place, Places};
use super::{Ends, Strings};
use crate::Preference;
use heads::Heads;
use std::collections::BTreeSet;

/// Strings that fit together on all pages, if there are any.
pub(super) fn search<'p>(
    block: &Block<'p>,
    ends: Ends,
    preference: Preference,
) -> Result<Option<Strings<'p>>, Misfit> {
    let Some(mut search) = Search::new(block, ends) else { return Ok(None) };
    let lengths = ranked(&block.left, Side::Left, preference);
    // What is simpler is likelier, and there is less of it.
    for reach in [Reach::Nothing, Reach::Near, Reach::All] {
        let limit = if reach == Reach::All { usize::MAX } else { MAX_FIRST_TRIED };
        for &length in lengths.iter().take(limit) {
            if let Some(found) = search.at_length(length, reach)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Lengths of the left delimiter that are tried with few closing strings before any is tried with all.
const MAX_FIRST_TRIED: usize = 16;
/// Bytes behind a record in which a closing string ends that is near.
const NEAR: usize = 512;
/// Steps per byte of the pages that an attempt with one of few closing strings may take.
const MAX_FIRST_STEPS_PER_BYTE: usize = 16;

/// Which closing strings are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The empty one.
    Nothing,
    /// Those that end near every record.
    Near,
    All,
}

/// The search with what it needs at every length of the first left delimiter.
struct Search<'b, 'p> {
    block: &'b Block<'p>,
    ends: Ends,
    /// The places that are looked at.
    places: Places,
    /// What is known there.
    part: Block<'p>,
    /// Heads; `None` if the class has none.
    heads: Option<Heads<'p>>,
    /// Closing strings; `None` if nothing is known of what stands behind a record.
    closes: Option<Endings<'p>>,
    /// The gaps in which a closing string is looked for: the first regions of `closes`.
    closed: Vec<usize>,
    /// Opening strings, in the gap that is the shortest.
    opens: Beginnings<'p>,
    shortest_gap: usize,
    /// Tails, in the rest that is the shortest; `None` if the class has none.
    tails: Option<Beginnings<'p>>,
    budget: SearchBudget,
}

impl<'b, 'p> Search<'b, 'p> {
    fn new(block: &'b Block<'p>, ends: Ends) -> Option<Self> {
        let gaps = &block.gaps;
        let shortest_gap = (0..gaps.len()).min_by_key(|&gap| gaps[gap].to - gaps[gap].from)?;
        let rests = block.tails.iter().map(|rest| &block.source(rest.page)[rest.from..]);
        let rest = rests.min_by_key(|rest| rest.len()).filter(|_| ends == Ends::HeadAndTail);
        let places = Places::first(block);
        let mut search = Self {
            block,
            ends,
            part: block.part(&places),
            places,
            heads: if ends == Ends::OfPage { None } else { Heads::new(block, ends) },
            closes: Endings::new(&block.pages, block.close_regions()),
            closed: block.closed_gaps().collect(),
            opens: Beginnings::new(&block.pages, opens::text(block, shortest_gap)),
            shortest_gap,
            tails: rest.map(|rest| Beginnings::new(&block.pages, rest)),
            budget: SearchBudget::of(&block.pages),
        };
        search.look();
        Some(search)
    }

    /// Strings that fit on all pages, with the left delimiter of a length and one of some closing strings.
    fn at_length(&mut self, length: usize, reach: Reach) -> Result<Option<Strings<'p>>, Misfit> {
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

    /// What [`with_close`](Self::with_close) finds. With few closing strings an attempt may be cut: it is made again
    /// with all of them.
    fn attempt(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        reach: Reach,
    ) -> Result<Option<Strings<'p>>, Misfit> {
        if reach != Reach::All {
            self.budget.narrow(MAX_FIRST_STEPS_PER_BYTE * self.block.n_bytes());
        }
        let found = self.with_close(length, close);
        let is_cut = self.budget.widen() && matches!(found, Err(Misfit::Budget { .. }));
        if is_cut { Ok(None) } else { found }
    }

    /// Looks at a place as well; false if it was looked at already.
    fn add(&mut self, place: Place) -> bool {
        let is_new = self.places.add(place);
        debug_assert!(is_new, "what was found for {:?} fits there", self.places);
        self.part = self.block.part(&self.places);
        self.look();
        is_new
    }

    fn look(&mut self) {
        if let Some(heads) = &mut self.heads {
            heads.look_at(self.block, &self.places);
        }
    }

    /// The empty closing string.
    fn no_close(&self) -> Ending<'p> {
        let between = self.part.closed_gaps().map(|gap| self.part.gaps[gap].from);
        let behind = self.part.tails.iter().map(|rest| rest.from);
        Ending { text: "", ends: between.chain(behind).collect() }
    }

    /// Closing strings that end early enough, the empty one first, then those that end with a token. Of those that
    /// end at the same places, one.
    fn closes(&mut self, length: usize, reach: Reach) -> Result<Vec<Ending<'p>>, Misfit> {
        let mut bounds = self.close_bounds(length);
        let closes = self.closes.as_ref().filter(|_| reach != Reach::Nothing);
        let Some(closes) = closes else { return Ok(vec![self.no_close()]) };
        if reach == Reach::Near {
            let starts = self.no_close().ends;
            for (bound, start) in bounds.iter_mut().zip(starts) {
                bound.last = bound.last.min(start + NEAR);
            }
        }
        let all = closes.all(&bounds, &mut self.budget)?;
        let mut all = pruned(all, &bounds, &mut self.budget)?;
        let is_token = |close: &str| ends_token(close, close.len());
        all.sort_by_key(|close| (!close.text.is_empty(), !is_token(close.text)));
        all.retain(|close| reach == Reach::All || !close.text.is_empty());
        Ok(all)
    }

    /// What is asked of a closing string. Up to where an opening string may begin, a later end leaves less in
    /// which one could be mistaken; behind the last record, so it does if reading goes on to the end of the page.
    fn close_bounds(&self, length: usize) -> Vec<Bound> {
        let region = |gap: usize| self.closed.partition_point(|&other| other < gap);
        let between = self.part.closed_gaps().map(|gap| Bound {
            region: region(self.places.gaps[gap]),
            last: self.part.last(gap, length),
            better_up_to: self.part.first(gap, length),
        });
        let better_up_to = if self.ends == Ends::HeadAndTail { 0 } else { usize::MAX };
        let behind = self.places.tails.iter().map(|&tail| Bound {
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
    ) -> Result<Option<Strings<'p>>, Misfit> {
        let fitting = self.opens_behind(length, close)?;
        let found = match self.ends {
            Ends::OfPage => fitting
                .first()
                .map(|&open| (self.opens.string(open, self.opens.preferred(open)), "", "")),
            Ends::Head | Ends::HeadAndTail => self.framed(length, close, &fitting)?,
        };
        let closes = self.closes.as_ref().filter(|_| !close.text.is_empty());
        let shortened = |closes: &Endings<'p>| closes.shortened(close, &self.close_bounds(length));
        let close = closes.map_or(Some(""), shortened);
        Ok(found.zip(close).map(|((open, head, tail), close)| Strings {
            left: self.block.left(length),
            open,
            close,
            head,
            tail,
        }))
    }

    /// Where searches start in the gaps between records and behind the last ones.
    fn starts(&self, close: &Ending<'p>) -> (Vec<usize>, Vec<usize>) {
        let mut gaps: Vec<usize> = self.part.gaps.iter().map(|gap| gap.from).collect();
        let mut ends = close.ends.iter().copied();
        for gap in self.part.closed_gaps() {
            gaps[gap] = ends.next().unwrap_or(gaps[gap]);
        }
        (gaps, ends.collect())
    }

    /// As many steps as there are letters at the places that are looked at, and in the tails.
    fn spend_part(&mut self) -> Result<(), Misfit> {
        let part = &self.part;
        let gaps = part.gaps.iter().map(|gap| gap.to - gap.from);
        let rests = part.tails.iter().map(|rest| part.source(rest.page).len() - rest.from);
        let empty = part.empty.iter().map(|&page| part.source(page).len());
        let n_tails = self.tails.as_ref().map_or(0, Beginnings::cost);
        self.budget.spend(gaps.chain(rests).chain(empty).sum::<usize>() + n_tails)
    }
}
