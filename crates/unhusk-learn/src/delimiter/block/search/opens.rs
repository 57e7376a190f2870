//! Opening strings that fit, alone or together with a head and a tail.

use super::super::super::beginnings::{Fitting, PageWindow};
use super::super::super::endings::Ending;
use super::super::super::misfit::Misfit;
use super::super::super::substrings::SubstringSet;
use super::super::PageEnds;
use super::super::conditions::BlockConditions;
use super::BlockSearch;
use super::heads::HeadOpenings;
use memchr::memmem;
use std::collections::BTreeSet;
use unhusk_wrapper::internal::sort;

/// Maximum number of bytes by which an opening string reaches beyond the left delimiter into the record.
const MAX_REACH: usize = 64;

/// The text in which opening strings begin: a gap, and the part of the record that they may reach into.
pub(super) fn text<'p>(block: &BlockConditions<'p>, gap: usize) -> &'p str {
    let gap = block.gaps[gap];
    let source = block.source(gap.page);
    &source[gap.from..source.floor_char_boundary(gap.to + MAX_REACH)]
}

/// The first starts of an opening string behind the closing string: between the records, and behind the last ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Openings {
    pub(super) between: Vec<usize>,
    /// `usize::MAX` where there is none.
    pub(super) behind: Vec<usize>,
    pub(super) heads: HeadOpenings,
}

impl<'p> BlockSearch<'_, 'p> {
    /// The opening strings that fit behind a closing string, regardless of heads and tails.
    pub(super) fn opens_behind(
        &mut self,
        length: usize,
        close: &Ending<'p>,
    ) -> Result<Vec<Fitting>, Misfit> {
        let part = &self.part;
        let (starts, behind) = self.starts(close);
        let windows = part.open_windows(length).zip(&starts);
        let windows =
            windows.map(|(window, &start)| PageWindow { from: window.from.max(start), ..window });
        self.budget.spend(part.gaps.len() * self.opens.cost())?;
        let Some(wanted) = self.opens.in_all(windows) else { return Ok(Vec::new()) };
        let forbidden = self.forbidden(length, &starts, &behind)?;
        let shortest = self.block.gaps[self.shortest_gap];
        let last = self.block.last(self.shortest_gap, length) - shortest.from;
        let mut fitting = self.opens.fitting(last, &wanted, forbidden);
        // Whole opening tags first, then the beginnings of such tags; of equals, those nearer to the record.
        fitting.reverse();
        sort::by_cached_key(&mut fitting, |&open| {
            let string = self.opens.string(open, self.opens.preferred(open));
            let is_tag = string.starts_with('<') && !string.starts_with("</");
            (!is_tag, !string.ends_with('>'), !self.opens.begins_token(open))
        });
        Ok(fitting)
    }

    /// The strings that cannot open records: those found before a decoy, or behind the last record if there is no tail.
    fn forbidden(
        &mut self,
        length: usize,
        starts: &[usize],
        behind: &[usize],
    ) -> Result<SubstringSet, Misfit> {
        let part = &self.part;
        // A head, if the class has one, decides which opening is found in the heads.
        let first = if self.ends == PageEnds::OfPage { 0 } else { part.n_heads };
        let gaps = (first..part.gaps.len()).filter(|&gap| part.gaps[gap].exact);
        let mut windows: Vec<PageWindow> = gaps
            .map(|gap| PageWindow {
                page: part.gaps[gap].page,
                from: starts[gap],
                to: part.first(gap, length),
            })
            .collect();
        let to_the_end =
            |page: usize, from: usize| PageWindow { page, from, to: part.source(page).len() };
        if self.ends != PageEnds::HeadAndTail {
            let tails = part.tails.iter().zip(behind);
            windows.extend(tails.map(|(rest, &from)| to_the_end(rest.page, from)));
        }
        if self.ends == PageEnds::OfPage {
            windows.extend(part.empty.iter().map(|&page| to_the_end(page, 0)));
        }
        let n_characters = windows.iter().map(|window| window.to.saturating_sub(window.from)).sum();
        self.budget.spend(n_characters)?;
        Ok(self.opens.in_any(windows.into_iter()))
    }

    /// An opening string, a head and a tail that fit together.
    pub(super) fn framed(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        fitting: &[Fitting],
    ) -> Result<Option<(&'p str, &'p str, &'p str)>, Misfit> {
        if fitting.is_empty() || !self.has_tail(length, close)? {
            return Ok(None);
        }
        let mut seen: BTreeSet<Openings> = BTreeSet::new();
        for &open in fitting {
            let preferred = self.opens.preferred(open);
            let mut n_characters = open.shortest;
            // The length that a person would choose is tried first.
            let mut next = Some(preferred);
            while let Some(tried) = next {
                let string = self.opens.string(open, tried);
                let openings = self.openings(length, close, string)?;
                if seen.insert(openings.clone())
                    && let Some((head, tail)) = self.head_and_tail(close, string, &openings)?
                {
                    return Ok(Some((string, head, tail)));
                }
                if tried == n_characters {
                    n_characters = self.next_length(length, close, open, tried, &openings)?;
                }
                next = (n_characters <= open.longest).then_some(n_characters);
            }
        }
        Ok(None)
    }

    /// The next length at which an opening string begins at other positions. Longer strings begin at fewer positions, so
    /// lengths with the same positions are consecutive.
    fn next_length(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        open: Fitting,
        n_characters: usize,
        openings: &Openings,
    ) -> Result<usize, Misfit> {
        let (mut same, mut other) = (n_characters, open.longest + 1);
        while other - same > 1 {
            let middle = same.midpoint(other);
            let string = self.opens.string(open, middle);
            if self.openings(length, close, string)? == *openings {
                same = middle;
            } else {
                other = middle;
            }
        }
        Ok(other)
    }

    /// Returns the positions at which an opening string begins.
    fn openings(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        open: &str,
    ) -> Result<Openings, Misfit> {
        self.spend_part()?;
        let part = &self.part;
        let (starts, behind) = self.starts(close);
        let finder = memmem::Finder::new(open);
        let find = |page: usize, from: usize, last: usize| {
            let source = part.source(page).as_bytes();
            let end = last.saturating_add(open.len()).min(source.len());
            let at = source.get(from..end).and_then(|text| finder.find(text));
            at.map_or(usize::MAX, |at| from + at)
        };
        let between = part.n_heads..part.gaps.len();
        let between =
            between.map(|gap| find(part.gaps[gap].page, starts[gap], part.last(gap, length)));
        Ok(Openings {
            between: between.collect(),
            behind: part
                .tails
                .iter()
                .zip(behind)
                .map(|(rest, from)| find(rest.page, from, usize::MAX))
                .collect(),
            heads: HeadOpenings::of(part, self.ends, length, open),
        })
    }
}
