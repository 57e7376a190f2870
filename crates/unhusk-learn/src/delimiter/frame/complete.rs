//! The complete search for head, tail and left delimiters: if there is a frame, it is found.

use super::super::beginnings::{Beginnings, Window};
use super::super::budget::SearchBudget;
use super::super::endings::{Ending, Endings, pruned};
use super::super::interval::Side;
use super::super::misfit::Misfit;
use super::super::seen::Seen;
use super::conditions::Frame;
use super::{Framed, Lacking, Lengths};

/// A frame that fits, or what is lacking.
pub(super) fn search<'p>(
    frame: &Frame<'p>,
    lengths: &impl Lengths,
) -> Result<Result<Framed<'p>, Lacking>, Misfit> {
    let Some(mut search) = Search::new(frame) else { return Ok(Err(Lacking::Tail)) };
    let mut lacking = Lacking::Head;
    // Whether a length fits says nothing of the next: a longer delimiter begins earlier in the rest of a page.
    for first in frame.ground.lefts[0].lengths(Side::Left).rev() {
        let Some(greatest) = lengths.greatest(first) else { continue };
        match search.at_length(lengths, first, &greatest)? {
            Ok(found) => return Ok(Ok(found)),
            Err(Lacking::Tail) => lacking = Lacking::Tail,
            Err(Lacking::Head) => {}
        }
    }
    Ok(Err(lacking))
}

/// The search with what it needs at every length of the first left delimiter.
struct Search<'f, 'p> {
    frame: &'f Frame<'p>,
    heads: Endings<'p>,
    tails: Beginnings<'p>,
    /// Which of the tails is the shortest.
    shortest: usize,
    budget: SearchBudget,
}

impl<'f, 'p> Search<'f, 'p> {
    /// `None` if no page has a head or a rest.
    fn new(frame: &'f Frame<'p>) -> Option<Self> {
        let rest = |tail: usize| {
            let (_, rest) = frame.ground.tails[tail];
            &frame.source(rest.page)[rest.from..]
        };
        let shortest = (0..frame.ground.tails.len()).min_by_key(|&tail| rest(tail).len())?;
        let heads = Endings::new(&frame.ground.pages, frame.head_regions())?;
        let tails = Beginnings::new(&frame.ground.pages, rest(shortest));
        Some(Self { frame, heads, tails, shortest, budget: SearchBudget::of(&frame.ground.pages) })
    }

    /// A frame with the first left delimiter of a length. `greatest` are the greatest lengths of all levels: with
    /// them, the places where a tail must not begin are the fewest.
    fn at_length(
        &mut self,
        lengths: &impl Lengths,
        first: usize,
        greatest: &[usize],
    ) -> Result<Result<Framed<'p>, Lacking>, Misfit> {
        let frame = self.frame;
        self.spend()?;
        let first_only = &greatest[..1];
        let Some(wanted) = self.tails.in_all(frame.tail_windows(first_only)) else {
            return Ok(Err(Lacking::Tail));
        };
        let forbidden = self.tails.in_any(frame.between_windows(greatest));
        let last = self.last_place(first_only);
        if self.tails.fitting(last, &wanted, forbidden.clone()).is_empty() {
            return Ok(Err(Lacking::Tail));
        }
        let bounds = frame.head_bounds(first);
        let mut heads = self.heads.all(&bounds, &mut self.budget)?;
        heads.retain(|head| frame.starts_fit(first, &head.ends));
        let heads = pruned(heads, &bounds, &mut self.budget)?;
        let lacking = if heads.is_empty() { Lacking::Head } else { Lacking::Tail };
        for head in heads {
            self.spend()?;
            let found = self.with_head(lengths, first, &head, &wanted, &forbidden)?;
            if found.is_some() {
                return Ok(found.ok_or(lacking));
            }
        }
        Ok(Err(lacking))
    }

    fn with_head(
        &mut self,
        lengths: &impl Lengths,
        first: usize,
        head: &Ending<'p>,
        wanted: &Seen,
        forbidden: &Seen,
    ) -> Result<Option<Framed<'p>>, Misfit> {
        let frame = self.frame;
        let mut forbidden = forbidden.clone();
        for window in frame.head_windows(first, &head.ends) {
            self.tails.mark(&mut forbidden, window);
        }
        let mut wanted = wanted.clone();
        for (page, from, left) in frame.empty_windows(first, &head.ends) {
            let to = left.map_or(frame.source(page).len(), |left| left + 1);
            if let Some(seen) = self.tails.in_all([Window { page, from, to }].into_iter()) {
                wanted.meet(&seen);
            }
        }
        let last = self.last_place(&[first]);
        for fitting in self.tails.fitting(last, &wanted, forbidden) {
            let preferred = self.tails.preferred(fitting);
            let all = fitting.shortest..=fitting.longest;
            for n_letters in std::iter::once(preferred).chain(all) {
                let tail = self.tails.string(fitting, n_letters);
                if let Some(lengths) = lengths.with_tail(frame, first, tail) {
                    let head = self.heads.shortened(head, &frame.head_bounds(first));
                    return Ok(head.map(|head| Framed { lengths, head, tail }));
                }
                self.spend()?;
            }
        }
        Ok(None)
    }

    /// The last place of the shortest rest at which a tail may begin.
    fn last_place(&self, lengths: &[usize]) -> usize {
        let from = self.frame.ground.tails[self.shortest].1.from;
        let left = self.frame.left_in_tail(self.shortest, lengths);
        left.map_or(usize::MAX, |left| left - from)
    }

    /// About as many steps as there are letters on the pages.
    fn spend(&mut self) -> Result<(), Misfit> {
        let n_bytes: usize = self.frame.ground.pages.iter().map(|page| page.source.len()).sum();
        self.budget.spend(n_bytes + self.tails.cost())
    }
}
