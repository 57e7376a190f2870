//! Whether strings fit: the searches of a wrapper, made at the places of the labels.
//!
//! No search looks beyond what could be right, so that all of them together look at each letter a few times only.

use super::super::beginnings::Window;
use super::super::fragments::Rest;
use super::conditions::{Block, Place};
use super::{Ends, Strings};
use memchr::memmem::Finder;

/// The strings, ready to be looked for.
pub(super) struct Finders<'s> {
    left: Finder<'s>,
    open: Finder<'s>,
    close: Finder<'s>,
}

impl<'s> Finders<'s> {
    pub(super) fn of(strings: &Strings<'s>) -> Self {
        Self {
            left: Finder::new(strings.left),
            open: Finder::new(strings.open),
            close: Finder::new(strings.close),
        }
    }
}

impl Block<'_> {
    /// The first place at which the strings do not do what they should.
    pub(super) fn failure(&self, strings: &Strings<'_>, ends: Ends) -> Option<Place> {
        let finders = Finders::of(strings);
        let head = Finder::new(strings.head);
        let tail = (ends == Ends::HeadAndTail).then(|| Finder::new(strings.tail));
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
        let ends_in = |window: Option<Window>| {
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
        let gap = (0..self.gaps.len()).find(|&gap| !is_found(gap)).map(Place::Gap);
        gap.or_else(|| (0..self.tails.len()).find(|tail| !behind(tail)).map(Place::Tail))
            .or_else(|| (0..self.empty.len()).find(|number| !empty(number)).map(Place::Empty))
    }

    /// Where no tail may begin before a record, which is found; `None` if it is not. A search in a head needs its
    /// start.
    pub(super) fn searched(
        &self,
        finders: &Finders<'_>,
        gap: usize,
        start: Option<usize>,
    ) -> Option<Window> {
        let gap = self.gaps[gap];
        let page = gap.page;
        let last = gap.to - finders.left.needle().len();
        if !gap.exact {
            // Where the search starts is not known, only that it can find the record.
            let open = self.find_up_to(&finders.open, page, gap.from, last)?;
            return Some(Window { page, from: open, to: open });
        }
        let closed = || {
            let close = self.find_up_to(&finders.close, page, gap.from, last)?;
            Some(close + finders.close.needle().len())
        };
        let from = start.or_else(closed)?;
        let open = self.find_up_to(&finders.open, page, from, last)?;
        let left = self.find_up_to(&finders.left, page, open, last);
        (left == Some(last)).then_some(Window { page, from, to: open + 1 })
    }

    /// Where a tail may begin behind the last record of a page.
    pub(super) fn searched_behind(&self, finders: &Finders<'_>, rest: &Rest) -> Option<Window> {
        let close = self.find(&finders.close, rest.page, rest.from)?;
        Some(self.up_to_open(finders, rest.page, close + finders.close.needle().len()))
    }

    /// Where no tail may begin before the first records, and where one must on the pages without, if reading starts
    /// at certain places; `None` if a first record is not found.
    pub(super) fn searched_from(
        &self,
        finders: &Finders<'_>,
        starts: &[usize],
    ) -> Option<(Vec<Window>, Vec<Window>)> {
        let heads = (0..self.n_heads).zip(starts);
        let heads = heads.map(|(gap, &start)| self.searched(finders, gap, Some(start)));
        let heads = heads.collect::<Option<_>>()?;
        let empty = self.empty.iter().zip(&starts[self.n_heads..]);
        Some((heads, empty.map(|(&page, &start)| self.up_to_open(finders, page, start)).collect()))
    }

    /// From a place on, up to where the next opening string begins.
    fn up_to_open(&self, finders: &Finders<'_>, page: usize, from: usize) -> Window {
        let open = self.find(&finders.open, page, from);
        Window { page, from, to: open.map_or(self.source(page).len(), |open| open + 1) }
    }

    /// Whether an opening string begins in a window that reaches up to one, or to the end of the page.
    pub(super) fn opens_in(&self, finders: &Finders<'_>, window: Window) -> bool {
        self.begins_in(&finders.open, window)
    }

    /// Whether a tail begins in all of some windows and in none of others.
    pub(super) fn tells(&self, tail: &str, none: &[Window], all: &[Window]) -> bool {
        let finder = Finder::new(tail);
        all.iter().all(|window| self.begins_in(&finder, *window))
            && !none.iter().any(|window| self.begins_in(&finder, *window))
    }

    fn begins_in(&self, finder: &Finder<'_>, window: Window) -> bool {
        let last = window.to.checked_sub(1);
        last.is_some_and(|last| self.find_up_to(finder, window.page, window.from, last).is_some())
    }

    /// The first place from `from` on at which a string begins, if that is not behind `last`.
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
