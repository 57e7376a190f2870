//! The conditions that a head, a tail and the left delimiters must satisfy on the labelled pages.
//!
//! All conditions test whole pages, so that they detect a delimiter that straddles the border of a value:
//!
//! - behind the first occurrence of the head, the first left delimiter is that of the first value;
//! - from one value to the next, no tail begins before the left delimiter of the next;
//! - behind the last value a tail begins, and no left delimiter before it.
//!
//! For a table, the only level is the first column, from one record to the next.

use super::super::affix::Suffixes;
use super::super::beginnings::PageWindow;
use super::super::endings::{EndBound, SearchRegion, ends_of};
use super::super::fragments::{LeftGap, PageRest};
use super::super::interval::{AffixSide, Interval};
use super::super::misfit::NamedSource;
use memchr::memmem;

/// The known parts of the pages outside the values.
#[derive(Debug, Clone)]
pub(in super::super) struct FrameFacts<'p> {
    pub(in super::super) pages: Vec<NamedSource<'p>>,
    /// For each level, the left delimiters that a search finds where its values begin.
    pub(in super::super) lefts: Vec<Interval<'p>>,
    /// From the start of a page to its first value, which has level 0.
    pub(in super::super) heads: Vec<LeftGap>,
    /// From one value to the next, with the level of the next.
    pub(in super::super) between: Vec<(usize, LeftGap)>,
    /// Behind the last value, with the number of levels that are allowed next.
    pub(in super::super) tails: Vec<(usize, PageRest)>,
    /// Pages without values.
    pub(in super::super) empty: Vec<usize>,
}

/// The conditions on head, tail and left delimiters.
pub(in super::super) struct FrameConditions<'p> {
    pub(in super::super) facts: FrameFacts<'p>,
    /// For each head and length of the first left delimiter, the end of its last occurrence before the value's own.
    decoys: Vec<Vec<Option<usize>>>,
    /// For each level, tail and length of the level's delimiter, the end of the first occurrence.
    behind: Vec<Vec<Vec<Option<usize>>>>,
}

/// Start of extraction on each page with a known head: those of `heads`, then those of `empty`.
pub(in super::super) type Starts = Vec<usize>;

impl<'p> FrameConditions<'p> {
    pub(in super::super) fn new(facts: FrameFacts<'p>) -> Self {
        let decoys = facts.heads.iter().map(|gap| decoys(&facts, gap)).collect();
        let behind = facts.lefts.iter().map(|left| behind(&facts, left)).collect();
        Self { facts, decoys, behind }
    }

    pub(in super::super) fn source(&self, page: usize) -> &'p str {
        self.facts.pages[page].source
    }

    /// The left delimiter of a level.
    pub(in super::super) fn left(&self, level: usize, length: usize) -> &'p str {
        let left = self.facts.lefts[level].delimiter(AffixSide::Left, length);
        left.expect("lengths are cut at character borders")
    }

    /// The regions in which a head is searched: on the pages with values, then on those without.
    pub(in super::super) fn head_regions(&self) -> Vec<SearchRegion> {
        let shortest = self.facts.lefts[0].lo;
        let heads = self.facts.heads.iter().map(|gap| SearchRegion {
            page: gap.page,
            from: 0,
            to: gap.to.saturating_sub(shortest),
        });
        let empty = self.facts.empty.iter().map(|&page| SearchRegion {
            page,
            from: 0,
            to: self.source(page).len(),
        });
        heads.chain(empty).collect()
    }

    /// The bounds on a head, given the length of the first left delimiter. Before the first value a later end is better:
    /// it leaves less text that a tail could match.
    pub(in super::super) fn head_bounds(&self, length: usize) -> Vec<EndBound> {
        let n_heads = self.facts.heads.len();
        let bound = |region: usize| EndBound {
            region,
            last: self.last_start(region, length),
            better_up_to: if region < n_heads { usize::MAX } else { 0 },
        };
        (0..n_heads + self.facts.empty.len()).map(bound).collect()
    }

    /// The end of the first occurrence of a head on each page; `None` if a page does not contain it.
    pub(in super::super) fn starts(&self, head: &str) -> Option<Starts> {
        ends_of(&self.facts.pages, self.head_regions().iter(), head)
    }

    /// The latest start on a page, given the length of the first left delimiter.
    fn last_start(&self, number: usize, length: usize) -> usize {
        self.facts.heads.get(number).map_or(usize::MAX, |gap| gap.to.saturating_sub(length))
    }

    /// Whether the first left delimiter behind the starts is that of the first value.
    pub(in super::super) fn starts_fit(&self, length: usize, starts: &[usize]) -> bool {
        (0..self.facts.heads.len()).all(|head| {
            let decoy = self.decoys[head][length].map(|end| end - length);
            starts[head] <= self.last_start(head, length)
                && decoy.is_none_or(|decoy| starts[head] > decoy)
        })
    }

    /// The first start, behind the last value, of a left delimiter of a level that is allowed next.
    pub(in super::super) fn left_in_tail(&self, tail: usize, lengths: &[usize]) -> Option<usize> {
        let n_levels = self.facts.tails[tail].0.min(lengths.len());
        let start = |level: usize| {
            let length = lengths[level];
            self.behind[level][tail][length].map(|end| end - length)
        };
        (0..n_levels).filter_map(start).min()
    }

    /// For one level and tail, the end of the first occurrence of the level's delimiter, by length.
    pub(in super::super) fn first_ends(&self, level: usize, tail: usize) -> &[Option<usize>] {
        &self.behind[level][tail]
    }

    /// Whether a tail begins behind the last value of every page, at or before any left delimiter, and nowhere
    /// between two values before the left delimiter of the second.
    pub(in super::super) fn tail_fits(&self, lengths: &[usize], tail: &str) -> bool {
        let finder = memmem::Finder::new(tail);
        let stops = |(number, (_, rest)): (usize, &(usize, PageRest))| {
            let at = finder.find(&self.source(rest.page).as_bytes()[rest.from..]);
            let at = at.map(|at| rest.from + at);
            at.is_some_and(|at| self.left_in_tail(number, lengths).is_none_or(|left| at <= left))
        };
        self.facts.tails.iter().enumerate().all(stops)
            && self.between_windows(lengths).all(|window| self.avoids(&finder, window))
    }

    /// Whether a tail does not begin in the heads behind the starts, and ends extraction on the pages without values.
    pub(in super::super) fn tail_fits_heads(
        &self,
        length: usize,
        tail: &str,
        starts: &[usize],
    ) -> bool {
        let finder = memmem::Finder::new(tail);
        self.head_windows(length, starts).all(|window| self.avoids(&finder, window))
            && self.empty_windows(length, starts).all(|(page, start, left)| {
                let tail = finder.find(&self.source(page).as_bytes()[start..]);
                tail.is_some_and(|tail| left.is_none_or(|left| start + tail <= left))
            })
    }

    /// The windows between the values in which a tail must not begin.
    pub(in super::super) fn between_windows(
        &self,
        lengths: &[usize],
    ) -> impl Iterator<Item = PageWindow> {
        self.facts.between.iter().map(|(level, gap)| {
            let last = gap.to - lengths[*level];
            let from = if gap.exact { gap.from } else { last };
            PageWindow { page: gap.page, from, to: last + 1 }
        })
    }

    /// The windows in the heads in which a tail must not begin.
    pub(in super::super) fn head_windows(
        &self,
        length: usize,
        starts: &[usize],
    ) -> impl Iterator<Item = PageWindow> {
        self.facts.heads.iter().zip(starts).map(move |(gap, &start)| {
            let last = gap.to - length;
            let from = if gap.exact { start } else { last };
            PageWindow { page: gap.page, from, to: last + 1 }
        })
    }

    /// The windows behind the last values in which a tail must begin: up to the next left delimiter of an allowed level.
    pub(in super::super) fn tail_windows(
        &self,
        lengths: &[usize],
    ) -> impl Iterator<Item = PageWindow> {
        self.facts.tails.iter().enumerate().map(|(number, (_, rest))| {
            let last = self.left_in_tail(number, lengths);
            let to = last.map_or(self.source(rest.page).len(), |last| last + 1);
            PageWindow { page: rest.page, from: rest.from, to }
        })
    }

    /// For each page without values: the page, the start of extraction, and the start of the first left delimiter.
    pub(in super::super) fn empty_windows(
        &self,
        length: usize,
        starts: &[usize],
    ) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        let left = memmem::Finder::new(self.left(0, length));
        let starts = starts[self.facts.heads.len()..].iter();
        self.facts.empty.iter().zip(starts).map(move |(&page, &start)| {
            let at = left.find(&self.source(page).as_bytes()[start..]);
            (page, start, at.map(|at| start + at))
        })
    }

    /// Whether a string begins nowhere in a window.
    fn avoids(&self, finder: &memmem::Finder<'_>, window: PageWindow) -> bool {
        let source = self.source(window.page).as_bytes();
        let end = (window.to - 1 + finder.needle().len()).min(source.len());
        finder.find(&source[window.from..end.max(window.from)]).is_none()
    }
}

/// The end of the last occurrence of the first left delimiter in a head before the value's own, by length.
fn decoys(facts: &FrameFacts<'_>, gap: &LeftGap) -> Vec<Option<usize>> {
    let text = facts.lefts[0].text;
    if !gap.exact {
        return vec![None; text.len() + 1];
    }
    let head = &facts.pages[gap.page].source.as_bytes()[gap.from..gap.to];
    let suffixes = Suffixes::of(text.as_bytes());
    ends_by_length(&suffixes, head, text.len(), |end| end < head.len(), Option::max)
}

/// For each tail, the end of the first occurrence of a level's delimiter, by length.
fn behind(facts: &FrameFacts<'_>, left: &Interval<'_>) -> Vec<Vec<Option<usize>>> {
    let suffixes = Suffixes::of(left.text.as_bytes());
    let first = |a: Option<usize>, b: Option<usize>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    };
    let of_tail = |(_, rest): &(usize, PageRest)| {
        let tail = &facts.pages[rest.page].source.as_bytes()[rest.from..];
        let ends = ends_by_length(&suffixes, tail, left.text.len(), |_| true, first);
        ends.into_iter().map(|end| end.map(|end| rest.from + end)).collect()
    };
    facts.tails.iter().map(of_tail).collect()
}

/// For each length up to `n`, the best of the ends in `within` at which a suffix of that length ends.
fn ends_by_length(
    suffixes: &Suffixes<'_>,
    within: &[u8],
    n: usize,
    counts: impl Fn(usize) -> bool,
    best: impl Fn(Option<usize>, Option<usize>) -> Option<usize>,
) -> Vec<Option<usize>> {
    let mut ends = vec![None; n + 1];
    suffixes.each_in(within, |end, length| {
        if counts(end) {
            ends[length] = best(ends[length], Some(end));
        }
    });
    // Where a longer suffix ends, the shorter ones end too.
    for length in (0..n).rev() {
        ends[length] = best(ends[length], ends[length + 1]);
    }
    ends
}
