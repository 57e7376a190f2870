//! Tests whether strings fit, by running the searches of a wrapper at the labelled records.
//!
//! No search goes beyond the last valid position, so that all searches together read each byte only a few times.

use super::super::beginnings::PageWindow;
use super::super::fragments::PageRest;
use super::conditions::{BlockConditions, BlockPlace};
use super::{BlockStrings, PageEnds};
use memchr::memmem::Finder;

/// The compiled strings.
pub(super) struct Finders<'s> {
    left: Finder<'s>,
    open: Finder<'s>,
    close: Finder<'s>,
}

impl<'s> Finders<'s> {
    pub(super) fn of(strings: &BlockStrings<'s>) -> Self {
        Self {
            left: Finder::new(strings.left),
            open: Finder::new(strings.open),
            close: Finder::new(strings.close),
        }
    }
}

impl BlockConditions<'_> {
    /// The first place at which the strings do not fit; `None` if they fit everywhere.
    pub(super) fn failure(&self, strings: &BlockStrings<'_>, ends: PageEnds) -> Option<BlockPlace> {
        let finders = Finders::of(strings);
        let head = Finder::new(strings.head);
        let tail = (ends == PageEnds::HeadAndTail).then(|| Finder::new(strings.tail));
        let start = |page: usize| self.find(&head, page, 0).map(|at| at + strings.head.len());
        let is_found = |gap: usize| {
            let start = if gap < self.n_heads { start(self.gaps[gap].page) } else { None };
            if gap < self.n_heads && start.is_none() {
                return false;
            }
            let window = self.searched(&finders, gap, start);
            window.is_some_and(|window| {
                tail.as_ref().is_none_or(|tail| !self.begins_in(tail, window))
            })
        };
        let ends_in = |window: Option<PageWindow>| {
            window.is_some_and(|window| match &tail {
                None => !self.opens_in(&finders, window),
                Some(tail) => self.begins_in(tail, window),
            })
        };
        let behind = |tail: &usize| ends_in(self.searched_behind(&finders, &self.tails[*tail]));
        let empty = |empty: &usize| {
            let page = self.empty[*empty];
            ends_in(start(page).map(|start| self.up_to_open(&finders, page, start)))
        };
        let gap = (0..self.gaps.len()).find(|&gap| !is_found(gap)).map(BlockPlace::Gap);
        gap.or_else(|| (0..self.tails.len()).find(|tail| !behind(tail)).map(BlockPlace::Tail))
            .or_else(|| (0..self.empty.len()).find(|number| !empty(number)).map(BlockPlace::Empty))
    }

    /// The window before a record in which no tail may begin; `None` if the strings do not find the record. A search in
    /// a head needs its start.
    pub(super) fn searched(
        &self,
        finders: &Finders<'_>,
        gap: usize,
        start: Option<usize>,
    ) -> Option<PageWindow> {
        let gap = self.gaps[gap];
        let page = gap.page;
        let last = gap.to - finders.left.needle().len();
        if !gap.exact {
            // The start of the search is unknown; it must be able to find the record.
            let open = self.find_up_to(&finders.open, page, gap.from, last)?;
            return Some(PageWindow { page, from: open, to: open });
        }
        let closed = || {
            let close = self.find_up_to(&finders.close, page, gap.from, last)?;
            Some(close + finders.close.needle().len())
        };
        let from = start.or_else(closed)?;
        let open = self.find_up_to(&finders.open, page, from, last)?;
        let left = self.find_up_to(&finders.left, page, open, last);
        (left == Some(last)).then_some(PageWindow { page, from, to: open + 1 })
    }

    /// The window behind the last record of a page in which a tail may begin.
    pub(super) fn searched_behind(
        &self,
        finders: &Finders<'_>,
        rest: &PageRest,
    ) -> Option<PageWindow> {
        let close = self.find(&finders.close, rest.page, rest.from)?;
        Some(self.up_to_open(finders, rest.page, close + finders.close.needle().len()))
    }

    /// The windows before the first records in which no tail may begin, and those on pages without records in which a
    /// tail must begin, given the starts; `None` if the strings do not find a first record.
    pub(super) fn searched_from(
        &self,
        finders: &Finders<'_>,
        starts: &[usize],
    ) -> Option<(Vec<PageWindow>, Vec<PageWindow>)> {
        let heads = (0..self.n_heads).zip(starts);
        let heads = heads.map(|(gap, &start)| self.searched(finders, gap, Some(start)));
        let heads = heads.collect::<Option<_>>()?;
        let empty = self.empty.iter().zip(&starts[self.n_heads..]);
        Some((heads, empty.map(|(&page, &start)| self.up_to_open(finders, page, start)).collect()))
    }

    /// The window from a position up to the start of the next opening string.
    fn up_to_open(&self, finders: &Finders<'_>, page: usize, from: usize) -> PageWindow {
        let open = self.find(&finders.open, page, from);
        PageWindow { page, from, to: open.map_or(self.source(page).len(), |open| open + 1) }
    }

    /// Whether an opening string begins in a window.
    pub(super) fn opens_in(&self, finders: &Finders<'_>, window: PageWindow) -> bool {
        self.begins_in(&finders.open, window)
    }

    /// Whether a tail begins in all windows of `all` and in none of `none`.
    pub(super) fn separates(&self, tail: &str, none: &[PageWindow], all: &[PageWindow]) -> bool {
        let finder = Finder::new(tail);
        all.iter().all(|window| self.begins_in(&finder, *window))
            && !none.iter().any(|window| self.begins_in(&finder, *window))
    }

    fn begins_in(&self, finder: &Finder<'_>, window: PageWindow) -> bool {
        let last = window.to.checked_sub(1);
        last.is_some_and(|last| self.find_up_to(finder, window.page, window.from, last).is_some())
    }

    /// The first start of a string at or behind `from`, if it is not behind `last`.
    fn find_up_to(
        &self,
        finder: &Finder<'_>,
        page: usize,
        from: usize,
        last: usize,
    ) -> Option<usize> {
        let source = self.source(page).as_bytes();
        let end = (last + finder.needle().len()).min(source.len());
        source.get(from..end).and_then(|text| finder.find(text)).map(|at| from + at)
    }

    fn find(&self, finder: &Finder<'_>, page: usize, from: usize) -> Option<usize> {
        finder.find(&self.source(page).as_bytes()[from..]).map(|at| from + at)
    }
}
