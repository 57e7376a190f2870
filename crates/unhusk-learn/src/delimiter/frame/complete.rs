//! The complete search for head, tail and left delimiters: it finds a frame if there is one.

use super::super::beginnings::{Beginnings, PageWindow};
use super::super::budget::SearchBudget;
use super::super::endings::{Ending, Endings, pruned};
use super::super::interval::AffixSide;
use super::super::misfit::Misfit;
use super::super::substrings::SubstringSet;
use super::conditions::FrameConditions;
use super::{FittingFrame, LeftLengths, Missing};

/// A frame that fits, or the string that does not exist.
pub(super) fn search<'p>(
    frame: &FrameConditions<'p>,
    lengths: &impl LeftLengths,
) -> Result<Result<FittingFrame<'p>, Missing>, Misfit> {
    let Some(mut search) = FrameSearch::new(frame) else { return Ok(Err(Missing::Tail)) };
    let mut missing = Missing::Head;
    // The lengths that fit are not an interval: a longer delimiter begins earlier in the rest of a page.
    for first in frame.facts.lefts[0].lengths(AffixSide::Left).rev() {
        let Some(greatest) = lengths.greatest(first) else { continue };
        match search.at_length(lengths, first, &greatest)? {
            Ok(found) => return Ok(Ok(found)),
            Err(Missing::Tail) => missing = Missing::Tail,
            Err(Missing::Head) => {}
        }
    }
    Ok(Err(missing))
}

/// The data that the search needs at every length of the first left delimiter.
struct FrameSearch<'f, 'p> {
    frame: &'f FrameConditions<'p>,
    heads: Endings<'p>,
    tails: Beginnings<'p>,
    /// Position of the shortest tail.
    shortest: usize,
    budget: SearchBudget,
}

impl<'f, 'p> FrameSearch<'f, 'p> {
    /// `None` if no page has a head or a rest.
    fn new(frame: &'f FrameConditions<'p>) -> Option<Self> {
        let rest = |tail: usize| {
            let (_, rest) = frame.facts.tails[tail];
            &frame.source(rest.page)[rest.from..]
        };
        let shortest = (0..frame.facts.tails.len()).min_by_key(|&tail| rest(tail).len())?;
        let heads = Endings::new(&frame.facts.pages, frame.head_regions())?;
        let tails = Beginnings::new(&frame.facts.pages, rest(shortest));
        Some(Self { frame, heads, tails, shortest, budget: SearchBudget::of(&frame.facts.pages) })
    }

    /// A frame with a given length of the first left delimiter. `greatest` has the greatest lengths of all levels, which
    /// leave the fewest positions where a tail must not begin.
    fn at_length(
        &mut self,
        lengths: &impl LeftLengths,
        first: usize,
        greatest: &[usize],
    ) -> Result<Result<FittingFrame<'p>, Missing>, Misfit> {
        let frame = self.frame;
        self.spend()?;
        let first_only = &greatest[..1];
        let Some(wanted) = self.tails.in_all(frame.tail_windows(first_only)) else {
            return Ok(Err(Missing::Tail));
        };
        let forbidden = self.tails.in_any(frame.between_windows(greatest));
        let last = self.last_position(first_only);
        if self.tails.fitting(last, &wanted, forbidden.clone()).is_empty() {
            return Ok(Err(Missing::Tail));
        }
        let bounds = frame.head_bounds(first);
        let mut heads = self.heads.all(&bounds, &mut self.budget)?;
        heads.retain(|head| frame.starts_fit(first, &head.ends));
        let heads = pruned(heads, &bounds, &mut self.budget)?;
        let missing = if heads.is_empty() { Missing::Head } else { Missing::Tail };
        for head in heads {
            self.spend()?;
            let found = self.with_head(lengths, first, &head, &wanted, &forbidden)?;
            if found.is_some() {
                return Ok(found.ok_or(missing));
            }
        }
        Ok(Err(missing))
    }

    fn with_head(
        &mut self,
        lengths: &impl LeftLengths,
        first: usize,
        head: &Ending<'p>,
        wanted: &SubstringSet,
        forbidden: &SubstringSet,
    ) -> Result<Option<FittingFrame<'p>>, Misfit> {
        let frame = self.frame;
        let mut forbidden = forbidden.clone();
        for window in frame.head_windows(first, &head.ends) {
            self.tails.mark(&mut forbidden, window);
        }
        let mut wanted = wanted.clone();
        for (page, from, left) in frame.empty_windows(first, &head.ends) {
            let to = left.map_or(frame.source(page).len(), |left| left + 1);
            if let Some(seen) = self.tails.in_all([PageWindow { page, from, to }].into_iter()) {
                wanted.intersect(&seen);
            }
        }
        let last = self.last_position(&[first]);
        for fitting in self.tails.fitting(last, &wanted, forbidden) {
            let preferred = self.tails.preferred(fitting);
            let all = fitting.shortest..=fitting.longest;
            for n_characters in std::iter::once(preferred).chain(all) {
                let tail = self.tails.string(fitting, n_characters);
                if let Some(lengths) = lengths.with_tail(frame, first, tail) {
                    let head = self.heads.shortened(head, &frame.head_bounds(first));
                    return Ok(head.map(|head| FittingFrame { lengths, head, tail }));
                }
                self.spend()?;
            }
        }
        Ok(None)
    }

    /// The last position of the shortest rest at which a tail may begin.
    fn last_position(&self, lengths: &[usize]) -> usize {
        let from = self.frame.facts.tails[self.shortest].1.from;
        let left = self.frame.left_in_tail(self.shortest, lengths);
        left.map_or(usize::MAX, |left| left - from)
    }

    /// Spends about one step per byte of the pages.
    fn spend(&mut self) -> Result<(), Misfit> {
        let n_bytes: usize = self.frame.facts.pages.iter().map(|page| page.source.len()).sum();
        self.budget.spend(n_bytes + self.tails.cost())
    }
}
