//! Whether strings fit: the searches of a wrapper, made at the places of the labels.

use super::conditions::{Block, Place};
use super::{Ends, Strings};
use memchr::memmem::Finder;

/// The strings, ready to be looked for.
struct Finders<'s> {
    left: Finder<'s>,
    open: Finder<'s>,
    close: Finder<'s>,
    head: Finder<'s>,
    tail: Option<Finder<'s>>,
}

impl<'s> Finders<'s> {
    fn of(strings: &Strings<'s>, ends: Ends) -> Self {
        Self {
            left: Finder::new(strings.left),
            open: Finder::new(strings.open),
            close: Finder::new(strings.close),
            head: Finder::new(strings.head),
            tail: (ends == Ends::HeadAndTail).then(|| Finder::new(strings.tail)),
        }
    }
}

impl Block<'_> {
    /// Whether opening and closing strings do what they should between the records, whatever a tail does.
    pub(super) fn closes_and_opens(&self, strings: &Strings<'_>) -> bool {
        let finders = Finders::of(strings, Ends::OfPage);
        (self.n_heads..self.gaps.len()).all(|gap| self.opens(&finders, gap))
    }

    /// The first place at which the strings do not do what they should.
    pub(super) fn failure(&self, strings: &Strings<'_>, ends: Ends) -> Option<Place> {
        let finders = Finders::of(strings, ends);
        let gap = (0..self.gaps.len()).find(|&gap| !self.opens(&finders, gap)).map(Place::Gap);
        let tail = || {
            let ends = |tail: &usize| {
                let rest = self.tails[*tail];
                let from = self.behind(&finders.close, rest.page, rest.from);
                from.is_some_and(|from| self.ends(&finders, rest.page, from))
            };
            (0..self.tails.len()).find(|tail| !ends(tail)).map(Place::Tail)
        };
        let empty = || {
            let ends = |empty: &usize| {
                let page = self.empty[*empty];
                let from = self.behind(&finders.head, page, 0);
                from.is_some_and(|from| self.ends(&finders, page, from))
            };
            (0..self.empty.len()).find(|empty| !ends(empty)).map(Place::Empty)
        };
        gap.or_else(tail).or_else(empty)
    }

    /// Whether the record behind a gap is found.
    fn opens(&self, finders: &Finders<'_>, gap: usize) -> bool {
        let is_head = gap < self.n_heads;
        let gap = self.gaps[gap];
        if !gap.exact {
            // Where the search starts is not known, only that it can find the record.
            let last = gap.to - finders.left.needle().len();
            let source = self.source(gap.page).as_bytes();
            let reach = (last + finders.open.needle().len()).min(source.len());
            return finders.open.find(&source[gap.from..reach.max(gap.from)]).is_some();
        }
        let start = if is_head {
            self.behind(&finders.head, gap.page, 0)
        } else {
            self.behind(&finders.close, gap.page, gap.from)
        };
        let Some(start) = start.filter(|&start| start <= gap.to) else { return false };
        let Some(open) = self.find(&finders.open, gap.page, start) else { return false };
        let left = self.find(&finders.left, gap.page, open);
        let tail = finders.tail.as_ref().and_then(|tail| self.find(tail, gap.page, start));
        left == Some(gap.to - finders.left.needle().len()) && tail.is_none_or(|tail| tail > open)
    }

    /// Whether reading ends when it goes on from a place.
    fn ends(&self, finders: &Finders<'_>, page: usize, from: usize) -> bool {
        let open = self.find(&finders.open, page, from);
        match &finders.tail {
            None => open.is_none(),
            Some(tail) => {
                let tail = self.find(tail, page, from);
                tail.is_some_and(|tail| open.is_none_or(|open| tail <= open))
            }
        }
    }

    fn behind(&self, finder: &Finder<'_>, page: usize, from: usize) -> Option<usize> {
        Some(self.find(finder, page, from)? + finder.needle().len())
    }

    fn find(&self, finder: &Finder<'_>, page: usize, from: usize) -> Option<usize> {
        finder.find(&self.source(page).as_bytes()[from..]).map(|at| from + at)
    }
}
