//! What a head, a tail and the left delimiters must do on the labelled pages.
//!
//! All conditions are on whole pages, so that a delimiter which straddles the border of a value is seen:
//!
//! - behind the first occurrence of the head, the first left delimiter is the one of the first value;
//! - from one value to the next, no tail begins before the left delimiter of the next;
//! - behind the last value a tail begins, and no left delimiter before it.
//!
//! A table is a page with one level: that of the first column, from one record to the next.

use super::super::affix::Suffixes;
use super::super::beginnings::Window;
use super::super::endings::{Bound, Region, ends_of};
use super::super::fragments::{Gap, Rest};
use super::super::interval::{Interval, Side};
use super::super::misfit::Named;
use memchr::memmem;

/// What is known of the pages outside the values.
#[derive(Debug, Clone)]
pub(in super::super) struct Ground<'p> {
    pub(in super::super) pages: Vec<Named<'p>>,
    /// For each level, the left delimiters that are found where its values begin.
    pub(in super::super) lefts: Vec<Interval<'p>>,
    /// From the beginning of a page to its first value, which has level 0.
    pub(in super::super) heads: Vec<Gap>,
    /// From one value to the next, with the level of the next.
    pub(in super::super) between: Vec<(usize, Gap)>,
    /// Behind the last value, with the number of levels that could come next.
    pub(in super::super) tails: Vec<(usize, Rest)>,
    /// Pages without values.
    pub(in super::super) empty: Vec<usize>,
}

/// The conditions on head, tail and left delimiters.
pub(in super::super) struct Frame<'p> {
    pub(in super::super) ground: Ground<'p>,
    /// For each head and length of the first left delimiter, the end of the last occurrence before the value's.
    decoys: Vec<Vec<Option<usize>>>,
    /// For each level, tail and length of the level's delimiter, the end of the first occurrence.
    behind: Vec<Vec<Vec<Option<usize>>>>,
}

/// Where reading starts on each page that a head has to fit: those of `heads`, then those of `empty`.
pub(in super::super) type Starts = Vec<usize>;

impl<'p> Frame<'p> {
    pub(in super::super) fn new(ground: Ground<'p>) -> Self {
        let decoys = ground.heads.iter().map(|gap| decoys(&ground, gap)).collect();
        let behind = ground.lefts.iter().map(|left| behind(&ground, left)).collect();
        Self { ground, decoys, behind }
    }

    pub(in super::super) fn source(&self, page: usize) -> &'p str {
        self.ground.pages[page].source
    }

    /// The left delimiter of a level.
    pub(in super::super) fn left(&self, level: usize, length: usize) -> &'p str {
        let left = self.ground.lefts[level].delimiter(Side::Left, length);
        left.expect("lengths are cut at character borders")
    }

    /// Where a head is looked for: on the pages with values, then on those without.
    pub(in super::super) fn head_regions(&self) -> Vec<Region> {
        let shortest = self.ground.lefts[0].lo;
        let heads = self.ground.heads.iter().map(|gap| Region {
            page: gap.page,
            from: 0,
            to: gap.to.saturating_sub(shortest),
        });
        let empty = self.ground.empty.iter().map(|&page| Region {
            page,
            from: 0,
            to: self.source(page).len(),
        });
        heads.chain(empty).collect()
    }

    /// What is asked of a head, given the length of the first left delimiter: before the first value, the later
    /// it ends the less is left in which a tail could be mistaken.
    pub(in super::super) fn head_bounds(&self, length: usize) -> Vec<Bound> {
        let n_heads = self.ground.heads.len();
        let bound = |region: usize| Bound {
            region,
            last: self.last_start(region, length),
            better_up_to: if region < n_heads { usize::MAX } else { 0 },
        };
        (0..n_heads + self.ground.empty.len()).map(bound).collect()
    }

    /// Behind the first occurrence of a head on each page; `None` if it is missing on one.
    pub(in super::super) fn starts(&self, head: &str) -> Option<Starts> {
        ends_of(&self.ground.pages, self.head_regions().iter(), head)
    }

    /// Where reading may start at most on a page, given the length of the first left delimiter.
    fn last_start(&self, number: usize, length: usize) -> usize {
        self.ground.heads.get(number).map_or(usize::MAX, |gap| gap.to.saturating_sub(length))
    }

    /// Whether the first left delimiter that is found from the starts on is that of the first value.
    pub(in super::super) fn starts_fit(&self, length: usize, starts: &[usize]) -> bool {
        (0..self.ground.heads.len()).all(|head| {
            let decoy = self.decoys[head][length].map(|end| end - length);
            starts[head] <= self.last_start(head, length)
                && decoy.is_none_or(|decoy| starts[head] > decoy)
        })
    }

    /// Where a left delimiter of a level that could come next first begins behind the last value.
    pub(in super::super) fn left_in_tail(&self, tail: usize, lengths: &[usize]) -> Option<usize> {
        let n_levels = self.ground.tails[tail].0.min(lengths.len());
        let start = |level: usize| {
            let length = lengths[level];
            self.behind[level][tail][length].map(|end| end - length)
        };
        (0..n_levels).filter_map(start).min()
    }

    /// For one level and tail, by length of the level's delimiter, the end of its first occurrence.
    pub(in super::super) fn first_ends(&self, level: usize, tail: usize) -> &[Option<usize>] {
        &self.behind[level][tail]
    }

    /// Whether a tail begins behind the last value of every page, at or before any left delimiter, and nowhere
    /// between two values before the left delimiter of the second.
    pub(in super::super) fn tail_fits(&self, lengths: &[usize], tail: &str) -> bool {
        let finder = memmem::Finder::new(tail);
        let stops = |(number, (_, rest)): (usize, &(usize, Rest))| {
            let at = finder.find(&self.source(rest.page).as_bytes()[rest.from..]);
            let at = at.map(|at| rest.from + at);
            at.is_some_and(|at| self.left_in_tail(number, lengths).is_none_or(|left| at <= left))
        };
        self.ground.tails.iter().enumerate().all(stops)
            && self.between_windows(lengths).all(|window| self.spares(&finder, window))
    }

    /// Whether a tail that fits behind and between the values also spares the heads, from the starts on, and
    /// ends the pages without values.
    pub(in super::super) fn tail_fits_heads(
        &self,
        length: usize,
        tail: &str,
        starts: &[usize],
    ) -> bool {
        let finder = memmem::Finder::new(tail);
        self.head_windows(length, starts).all(|window| self.spares(&finder, window))
            && self.empty_windows(length, starts).all(|(page, start, left)| {
                let tail = finder.find(&self.source(page).as_bytes()[start..]);
                tail.is_some_and(|tail| left.is_none_or(|left| start + tail <= left))
            })
    }

    /// Where a tail must not begin, between the values.
    pub(in super::super) fn between_windows(
        &self,
        lengths: &[usize],
    ) -> impl Iterator<Item = Window> {
        self.ground.between.iter().map(|(level, gap)| {
            let last = gap.to - lengths[*level];
            let from = if gap.exact { gap.from } else { last };
            Window { page: gap.page, from, to: last + 1 }
        })
    }

    /// Where a tail must not begin, in the heads.
    pub(in super::super) fn head_windows(
        &self,
        length: usize,
        starts: &[usize],
    ) -> impl Iterator<Item = Window> {
        self.ground.heads.iter().zip(starts).map(move |(gap, &start)| {
            let last = gap.to - length;
            let from = if gap.exact { start } else { last };
            Window { page: gap.page, from, to: last + 1 }
        })
    }

    /// Where a tail must begin behind the last values: not behind a left delimiter that could come next.
    pub(in super::super) fn tail_windows(&self, lengths: &[usize]) -> impl Iterator<Item = Window> {
        self.ground.tails.iter().enumerate().map(|(number, (_, rest))| {
            let last = self.left_in_tail(number, lengths);
            let to = last.map_or(self.source(rest.page).len(), |last| last + 1);
            Window { page: rest.page, from: rest.from, to }
        })
    }

    /// The pages without values: where reading starts, and where the first left delimiter begins.
    pub(in super::super) fn empty_windows(
        &self,
        length: usize,
        starts: &[usize],
    ) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        let left = memmem::Finder::new(self.left(0, length));
        let starts = starts[self.ground.heads.len()..].iter();
        self.ground.empty.iter().zip(starts).map(move |(&page, &start)| {
            let at = left.find(&self.source(page).as_bytes()[start..]);
            (page, start, at.map(|at| start + at))
        })
    }

    /// Whether a string begins nowhere in a window.
    fn spares(&self, finder: &memmem::Finder<'_>, window: Window) -> bool {
        let source = self.source(window.page).as_bytes();
        let end = (window.to - 1 + finder.needle().len()).min(source.len());
        finder.find(&source[window.from..end.max(window.from)]).is_none()
    }
}

/// By length of the first left delimiter, the end of its last occurrence in a head before the value's own.
fn decoys(ground: &Ground<'_>, gap: &Gap) -> Vec<Option<usize>> {
    let text = ground.lefts[0].text;
    if !gap.exact {
        return vec![None; text.len() + 1];
    }
    let head = &ground.pages[gap.page].source.as_bytes()[gap.from..gap.to];
    let suffixes = Suffixes::of(text.as_bytes());
    ends_by_length(&suffixes, head, text.len(), |end| end < head.len(), Option::max)
}

/// For each tail, by length of a level's delimiter, the end of its first occurrence.
fn behind(ground: &Ground<'_>, left: &Interval<'_>) -> Vec<Vec<Option<usize>>> {
    let suffixes = Suffixes::of(left.text.as_bytes());
    let first = |a: Option<usize>, b: Option<usize>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    };
    let of_tail = |(_, rest): &(usize, Rest)| {
        let tail = &ground.pages[rest.page].source.as_bytes()[rest.from..];
        let ends = ends_by_length(&suffixes, tail, left.text.len(), |_| true, first);
        ends.into_iter().map(|end| end.map(|end| rest.from + end)).collect()
    };
    ground.tails.iter().map(of_tail).collect()
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
    // Where a longer suffix ends, so do the shorter ones.
    for length in (0..n).rev() {
        ends[length] = best(ends[length], ends[length + 1]);
    }
    ends
}
