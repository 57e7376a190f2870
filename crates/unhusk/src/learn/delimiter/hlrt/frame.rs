//! What a head, a tail and the first left delimiter must do on the labelled pages.
//!
//! All conditions are on whole pages, so that a delimiter which straddles the border of a value is seen:
//!
//! - behind the first occurrence of the head, the first left delimiter is the one of the first record;
//! - from one record to the next, the first left delimiter is that of the next, and no tail begins before it;
//! - behind the last record a tail begins, and no left delimiter before it.

use super::super::affix::Suffixes;
use super::super::fragments::{Fragments, Gap, Rest};
use super::super::interval::{Interval, Side};
use memchr::memmem;

/// The conditions on head, tail and first left delimiter.
pub(in super::super) struct Frame<'f, 'p> {
    pub(in super::super) fragments: &'f Fragments<'p>,
    /// First left delimiters that are found between the records.
    pub(in super::super) first: Interval<'p>,
    /// For each head and length of the delimiter, the end of the last occurrence before the value's own.
    decoys: Vec<Vec<Option<usize>>>,
    /// For each tail and length of the delimiter, the end of the first occurrence.
    behind: Vec<Vec<Option<usize>>>,
}

/// Where reading starts on each page that a head has to fit: those of `heads`, then those of `empty`.
pub(in super::super) type Starts = Vec<usize>;

impl<'f, 'p> Frame<'f, 'p> {
    pub(in super::super) fn new(fragments: &'f Fragments<'p>, first: Interval<'p>) -> Self {
        let suffixes = Suffixes::of(first.text.as_bytes());
        let n = first.text.len();
        let source = |page: usize| fragments.pages[page].source.as_bytes();
        let decoys = fragments.heads.iter().map(|gap| {
            if !gap.exact {
                return vec![None; n + 1];
            }
            let head = &source(gap.page)[gap.from..gap.to];
            ends_by_length(&suffixes, head, n, |end| end < head.len(), Option::max)
        });
        let first_of = |a: Option<usize>, b: Option<usize>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            _ => a.or(b),
        };
        let behind = fragments.tails.iter().map(|rest| {
            let tail = &source(rest.page)[rest.from..];
            let ends = ends_by_length(&suffixes, tail, n, |_| true, first_of);
            ends.into_iter().map(|end| end.map(|end| rest.from + end)).collect()
        });
        let (decoys, behind) = (decoys.collect(), behind.collect());
        Self { fragments, first, decoys, behind }
    }

    /// The first left delimiter of a length.
    pub(in super::super) fn left(&self, length: usize) -> &'p str {
        self.first.delimiter(Side::Left, length).expect("lengths are cut at character borders")
    }

    /// The pages that a head has to fit, in the order of [`Starts`].
    pub(in super::super) fn pages_with_heads(&self) -> impl Iterator<Item = &'p str> {
        let heads = self.fragments.heads.iter().map(|gap| gap.page);
        let pages = heads.chain(self.fragments.empty.iter().copied());
        pages.map(|page| self.fragments.pages[page].source)
    }

    /// Behind the first occurrence of a head on each page; `None` if it is missing on one.
    pub(in super::super) fn starts(&self, head: &str) -> Option<Starts> {
        let finder = memmem::Finder::new(head);
        let start = |source: &str| Some(finder.find(source.as_bytes())? + head.len());
        self.pages_with_heads().map(start).collect()
    }

    /// Where reading may start at most before the record of a head, and behind which place it must start.
    pub(in super::super) fn bounds(&self, head: usize, length: usize) -> (usize, Option<usize>) {
        let last = self.fragments.heads[head].to.saturating_sub(length);
        (last, self.decoys[head][length].map(|end| end - length))
    }

    /// Whether the first left delimiter that is found from the starts on is that of the first record.
    pub(in super::super) fn starts_fit(&self, length: usize, starts: &[usize]) -> bool {
        (0..self.fragments.heads.len()).all(|head| {
            let (last, decoy) = self.bounds(head, length);
            starts[head] <= last && decoy.is_none_or(|decoy| starts[head] > decoy)
        })
    }

    /// Where the first left delimiter first begins behind the last record.
    pub(in super::super) fn left_in_tail(&self, tail: usize, length: usize) -> Option<usize> {
        self.behind[tail][length].map(|end| end - length)
    }

    /// Whether a tail begins behind the last record of every page, at or before any left delimiter, and
    /// nowhere between two records before the second.
    pub(in super::super) fn tail_fits(&self, length: usize, tail: &str) -> bool {
        let finder = memmem::Finder::new(tail);
        let stops = |(number, rest): (usize, &Rest)| {
            let source = self.fragments.pages[rest.page].source.as_bytes();
            let at = finder.find(&source[rest.from..]).map(|at| rest.from + at);
            at.is_some_and(|at| self.left_in_tail(number, length).is_none_or(|left| at <= left))
        };
        self.fragments.tails.iter().enumerate().all(stops)
            && self.fragments.between.iter().all(|gap| {
                let from = if gap.exact { gap.from } else { gap.to - length };
                self.spares(&finder, gap, from, length)
            })
    }

    /// Whether a tail that fits behind and between the records also spares the heads, from the starts on, and
    /// ends the pages without records.
    pub(in super::super) fn tail_fits_heads(
        &self,
        length: usize,
        tail: &str,
        starts: &[usize],
    ) -> bool {
        let finder = memmem::Finder::new(tail);
        let heads = &self.fragments.heads;
        let spared = heads.iter().zip(starts).all(|(gap, &start)| {
            let from = if gap.exact { start } else { gap.to - length };
            self.spares(&finder, gap, from, length)
        });
        let left = memmem::Finder::new(self.left(length));
        spared
            && self.fragments.empty.iter().zip(&starts[heads.len()..]).all(|(&page, &start)| {
                let source = &self.fragments.pages[page].source.as_bytes()[start..];
                let tail = finder.find(source);
                tail.is_some_and(|tail| left.find(source).is_none_or(|left| tail <= left))
            })
    }

    /// Whether no tail begins from `from` up to where the left delimiter before the value begins.
    fn spares(&self, tail: &memmem::Finder<'_>, gap: &Gap, from: usize, length: usize) -> bool {
        let source = self.fragments.pages[gap.page].source.as_bytes();
        let end = (gap.to - length + tail.needle().len()).min(source.len());
        tail.find(&source[from..end.max(from)]).is_none()
    }
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
