//! The complete search for opening and closing strings, with or without head and tail.
//!
//! For each length of the first left delimiter and each closing string (they differ in where the next search
//! starts), all opening strings are found at once, as strings that begin in certain places and in no others.
//! If the class has a tail, each of them is tried with the heads that go with it, and all tails are found at
//! once in the same way.

use super::super::beginnings::{Beginnings, Fitting, Window};
use super::super::budget::Budget;
use super::super::endings::{Ending, Endings};
use super::super::interval::Side;
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::super::seen::Seen;
use super::conditions::Block;
use super::heads::{Choice, HeadOpenings, Heads};
use super::{Ends, Strings};
use crate::learn::Preference;
use memchr::memmem;
use std::collections::BTreeSet;

/// Bytes by which an opening string may reach beyond the left delimiter into the record.
const MAX_REACH: usize = 64;

/// Strings that fit together at the places of a part, if there are any.
pub(super) fn search<'p>(
    part: &Block<'p>,
    ends: Ends,
    preference: Preference,
    budget: &mut Budget,
) -> Result<Option<Strings<'p>>, Misfit> {
    let Some(mut search) = Search::new(part, ends, budget) else { return Ok(None) };
    for length in ranked(&part.left, Side::Left, preference) {
        for close in search.closes_at(length)? {
            if let Some(found) = search.with_close(length, &close)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// The search with what it needs at every length of the first left delimiter.
struct Search<'b, 'p> {
    part: &'b Block<'p>,
    ends: Ends,
    /// Heads; `None` if the class has none.
    heads: Option<Heads<'p>>,
    /// Closing strings; `None` if nothing is known of what stands behind a record.
    closes: Option<Endings<'p>>,
    /// Opening strings, in the gap that is the shortest.
    opens: Beginnings<'p>,
    shortest_gap: usize,
    /// Tails, in the rest that is the shortest; `None` if the class has none.
    tails: Option<Beginnings<'p>>,
    budget: &'b mut Budget,
}

/// Where an opening string first begins behind the closing string: between the records, and behind the last ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Openings {
    between: Vec<usize>,
    /// `usize::MAX` where it does not.
    behind: Vec<usize>,
    heads: HeadOpenings,
}

impl<'b, 'p> Search<'b, 'p> {
    fn new(part: &'b Block<'p>, ends: Ends, budget: &'b mut Budget) -> Option<Self> {
        let gaps = &part.gaps;
        let shortest_gap = (0..gaps.len()).min_by_key(|&gap| gaps[gap].to - gaps[gap].from)?;
        let gap = gaps[shortest_gap];
        let source = part.source(gap.page);
        let open_text = &source[gap.from..source.floor_char_boundary(gap.to + MAX_REACH)];
        let rests = part.tails.iter().map(|rest| &part.source(rest.page)[rest.from..]);
        let rest = rests.min_by_key(|rest| rest.len()).filter(|_| ends == Ends::HeadAndTail);
        Some(Self {
            part,
            ends,
            heads: if ends == Ends::OfPage { None } else { Heads::new(part, ends) },
            closes: Endings::new(&part.pages, part.close_regions()),
            opens: Beginnings::new(&part.pages, open_text),
            shortest_gap,
            tails: rest.map(|rest| Beginnings::new(&part.pages, rest)),
            budget,
        })
    }

    /// Closing strings that end early enough, the empty one first. Of those that end at the same places, one.
    fn closes_at(&mut self, length: usize) -> Result<Vec<Ending<'p>>, Misfit> {
        let Some(closes) = &self.closes else {
            return Ok(vec![Ending { text: "", ends: Vec::new() }]);
        };
        let gaps: Vec<usize> = self.part.closed_gaps().collect();
        let last =
            |region: usize| gaps.get(region).map_or(usize::MAX, |&gap| self.part.last(gap, length));
        let all = closes.all(last, self.budget)?;
        let mut all = closes.pruned(all, self.budget)?;
        all.sort_by_key(|close| !close.text.is_empty());
        Ok(all)
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
        let shortened = |close| self.closes.as_ref().map_or("", |closes| closes.shortened(close));
        Ok(found.map(|(open, head, tail)| Strings {
            left: self.part.left(length),
            open,
            close: shortened(close),
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

    /// The opening strings that begin where they should behind a closing string, whatever heads and tails do.
    fn opens_behind(&mut self, length: usize, close: &Ending<'p>) -> Result<Vec<Fitting>, Misfit> {
        let part = self.part;
        let (starts, behind) = self.starts(close);
        let windows = part.open_windows(length).zip(&starts);
        let windows =
            windows.map(|(window, &start)| Window { from: window.from.max(start), ..window });
        self.budget.spend(part.gaps.len() * self.opens.cost())?;
        let Some(wanted) = self.opens.in_all(windows) else { return Ok(Vec::new()) };
        let forbidden = self.forbidden(length, &starts, &behind)?;
        let gap = part.gaps[self.shortest_gap];
        let last = part.last(self.shortest_gap, length) - gap.from;
        Ok(self.opens.fitting(last, &wanted, forbidden))
    }

    /// What opening strings must not be: found before a decoy, or behind the last record if there is no tail.
    fn forbidden(
        &mut self,
        length: usize,
        starts: &[usize],
        behind: &[usize],
    ) -> Result<Seen, Misfit> {
        let part = self.part;
        // Where a head is, it decides what is found in the heads.
        let first = if self.ends == Ends::OfPage { 0 } else { part.n_heads };
        let gaps = (first..part.gaps.len()).filter(|&gap| part.gaps[gap].exact);
        let mut windows: Vec<Window> = gaps
            .map(|gap| Window {
                page: part.gaps[gap].page,
                from: starts[gap],
                to: part.first(gap, length),
            })
            .collect();
        let to_the_end =
            |page: usize, from: usize| Window { page, from, to: part.source(page).len() };
        if self.ends != Ends::HeadAndTail {
            let tails = part.tails.iter().zip(behind);
            windows.extend(tails.map(|(rest, &from)| to_the_end(rest.page, from)));
        }
        if self.ends == Ends::OfPage {
            windows.extend(part.empty.iter().map(|&page| to_the_end(page, 0)));
        }
        let n_letters = windows.iter().map(|window| window.to.saturating_sub(window.from)).sum();
        self.budget.spend(n_letters)?;
        Ok(self.opens.in_any(windows.into_iter()))
    }

    /// An opening string, a head and a tail that fit together.
    fn framed(
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
            let mut n_letters = open.shortest;
            while n_letters <= open.longest {
                let string = self.opens.string(open, n_letters);
                let openings = self.openings(length, close, string)?;
                if seen.insert(openings.clone())
                    && let Some((head, tail)) = self.head_and_tail(close, string, &openings)?
                {
                    return Ok(Some((string, head, tail)));
                }
                n_letters = self.next_length(length, close, open, n_letters, &openings)?;
            }
        }
        Ok(None)
    }

    /// The next length at which an opening string begins at other places. Longer ones begin at fewer places, so
    /// lengths with the same places follow each other.
    fn next_length(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        open: Fitting,
        n_letters: usize,
        openings: &Openings,
    ) -> Result<usize, Misfit> {
        let (mut same, mut other) = (n_letters, open.longest + 1);
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

    /// Where an opening string begins.
    fn openings(
        &mut self,
        length: usize,
        close: &Ending<'p>,
        open: &str,
    ) -> Result<Openings, Misfit> {
        self.spend_page()?;
        let part = self.part;
        let (starts, behind) = self.starts(close);
        let finder = memmem::Finder::new(open);
        let find = |page: usize, from: usize| {
            let at = finder.find(&part.source(page).as_bytes()[from..]);
            at.map_or(usize::MAX, |at| from + at)
        };
        let between = part.n_heads..part.gaps.len();
        Ok(Openings {
            between: between.map(|gap| find(part.gaps[gap].page, starts[gap])).collect(),
            behind: part
                .tails
                .iter()
                .zip(behind)
                .map(|(rest, from)| find(rest.page, from))
                .collect(),
            heads: HeadOpenings::of(part, self.ends, length, open),
        })
    }

    /// A head and a tail that go with an opening string.
    fn head_and_tail(
        &mut self,
        close: &Ending<'p>,
        open: &str,
        openings: &Openings,
    ) -> Result<Option<(&'p str, &'p str)>, Misfit> {
        let Some(mut heads) = self.heads.take() else { return Ok(None) };
        let mut found = None;
        for choice in openings.heads.choices(self.ends) {
            for head in heads.starting(&choice, self.budget)? {
                let tail = match self.ends {
                    Ends::HeadAndTail => {
                        self.tail(close, open, openings, Some((&choice, &head)))?
                    }
                    Ends::OfPage | Ends::Head => Some(""),
                };
                found = tail.map(|tail| (heads.shortened(&head), tail));
                if found.is_some() {
                    break;
                }
            }
            if found.is_some() {
                break;
            }
        }
        self.heads = Some(heads);
        Ok(found)
    }

    /// Whether there could be a tail, with the earliest openings that could be. True if the class has none.
    fn has_tail(&mut self, length: usize, close: &Ending<'p>) -> Result<bool, Misfit> {
        if self.ends != Ends::HeadAndTail {
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

    /// A tail that begins behind the last records before an opening string does, and nowhere between them; the
    /// same in the heads, if there are some.
    fn tail(
        &mut self,
        close: &Ending<'p>,
        open: &str,
        openings: &Openings,
        heads: Option<(&Choice, &Ending<'p>)>,
    ) -> Result<Option<&'p str>, Misfit> {
        self.spend_page()?;
        let part = self.part;
        let (starts, behind) = self.starts(close);
        let up_to = |page: usize, from: usize, open: usize| Window {
            page,
            from,
            to: open.saturating_add(1).min(part.source(page).len()),
        };
        let spared = |gap: usize, start: usize, open: usize| {
            // If it is not known where a search starts, at least no tail begins with the opening string.
            let from = if part.gaps[gap].exact { start } else { open };
            up_to(part.gaps[gap].page, from, open)
        };
        let tails = part.tails.iter().zip(&behind).zip(&openings.behind);
        let mut wanted: Vec<Window> =
            tails.map(|((rest, &from), &open)| up_to(rest.page, from, open)).collect();
        let between = (part.n_heads..part.gaps.len()).zip(&openings.between);
        let mut forbidden: Vec<Window> =
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

    /// About as many steps as there are letters on the pages.
    fn spend_page(&mut self) -> Result<(), Misfit> {
        let n_bytes: usize = self.part.pages.iter().map(|page| page.source.len()).sum();
        let n_tails = self.tails.as_ref().map_or(0, Beginnings::cost);
        self.budget.spend(n_bytes + n_tails)
    }
}
