//! Heads and tails that fit an opening string.

use super::super::super::beginnings::PageWindow;
use super::super::super::endings::Ending;
use super::super::super::misfit::Misfit;
use super::super::PageEnds;
use super::BlockSearch;
use super::heads::{HeadChoice, HeadOpenings};
use super::opens::Openings;
use memchr::memmem;

impl<'p> BlockSearch<'_, 'p> {
    /// A head and a tail that fit an opening string.
    pub(super) fn head_and_tail(
        &mut self,
        close: &Ending<'p>,
        open: &str,
        openings: &Openings,
    ) -> Result<Option<(&'p str, &'p str)>, Misfit> {
        for choice in openings.heads.choices(self.ends) {
            let Some(heads) = &mut self.heads else { return Ok(None) };
            for head in heads.starting(&choice, &mut self.budget)? {
                let tail = match self.ends {
                    PageEnds::HeadAndTail => {
                        self.tail(close, open, openings, Some((&choice, &head)))?
                    }
                    PageEnds::OfPage | PageEnds::Head => Some(""),
                };
                let Some(tail) = tail else { continue };
                let heads = self.heads.as_ref();
                if let Some(head) = heads.and_then(|heads| heads.shortened(&head, &choice)) {
                    return Ok(Some((head, tail)));
                }
            }
        }
        Ok(None)
    }

    /// Whether a tail can exist, even with the earliest possible openings. True if the class has no tail.
    pub(super) fn has_tail(&mut self, length: usize, close: &Ending<'p>) -> Result<bool, Misfit> {
        if self.ends != PageEnds::HeadAndTail {
            return Ok(true);
        }
        let (starts, behind) = self.starts(close);
        let between = self.part.n_heads..self.part.gaps.len();
        let earliest = Openings {
            between: between.map(|gap| self.part.first(gap, length).max(starts[gap])).collect(),
            behind: vec![usize::MAX; behind.len()],
            heads: HeadOpenings::unknown(),
        };
        Ok(self.tail(close, "", &earliest, None)?.is_some())
    }

    /// A tail that begins behind the last records before the next opening string, and nowhere between records nor, if
    /// `heads` are given, in the heads.
    fn tail(
        &mut self,
        close: &Ending<'p>,
        open: &str,
        openings: &Openings,
        heads: Option<(&HeadChoice, &Ending<'p>)>,
    ) -> Result<Option<&'p str>, Misfit> {
        self.spend_part()?;
        let part = &self.part;
        let (starts, behind) = self.starts(close);
        let up_to = |page: usize, from: usize, open: usize| PageWindow {
            page,
            from,
            to: open.saturating_add(1).min(part.source(page).len()),
        };
        let spared = |gap: usize, start: usize, open: usize| {
            // The start of the search is unknown, but no tail may begin together with the opening string.
            let from = if part.gaps[gap].exact { start } else { open };
            up_to(part.gaps[gap].page, from, open)
        };
        let tails = part.tails.iter().zip(&behind).zip(&openings.behind);
        let mut wanted: Vec<PageWindow> =
            tails.map(|((rest, &from), &open)| up_to(rest.page, from, open)).collect();
        let between = (part.n_heads..part.gaps.len()).zip(&openings.between);
        let mut forbidden: Vec<PageWindow> =
            between.map(|(gap, &open)| spared(gap, starts[gap], open)).collect();
        if let Some((choice, head)) = heads {
            let found = choice.found.iter().zip(&head.ends).enumerate();
            forbidden.extend(found.map(|(gap, (&open, &start))| spared(gap, start, open)));
            let finder = memmem::Finder::new(open);
            let empty = part.empty.iter().zip(&head.ends[part.n_heads..]);
            wanted.extend(empty.map(|(&page, &from)| {
                let at = finder.find(&part.source(page).as_bytes()[from..]);
                up_to(page, from, at.map_or(usize::MAX, |at| from + at))
            }));
        }
        let Some(tails) = &self.tails else { return Ok(None) };
        let Some(wanted) = tails.in_all(wanted.into_iter()) else { return Ok(None) };
        let forbidden = tails.in_any(forbidden.into_iter());
        let fitting = tails.fitting(usize::MAX, &wanted, forbidden);
        let found = fitting.first();
        Ok(found.map(|&tail| tails.string(tail, tails.preferred(tail))))
    }
}
