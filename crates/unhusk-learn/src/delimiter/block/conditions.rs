//! The known parts of the pages outside the records, and the positions at which opening strings and tails may begin.

use super::super::affix::Suffixes;
use super::super::beginnings::PageWindow;
use super::super::conflict::Conflicts;
use super::super::endings::SearchRegion;
use super::super::fragments::{Fragments, LeftGap, PageRest};
use super::super::interval::{self, AffixSide, Interval};
use super::super::lr::not_empty;
use super::super::misfit::{Misfit, NamedSource};

/// The known parts of the pages outside the records.
#[derive(Debug, Clone)]
pub(super) struct BlockConditions<'p> {
    pub(super) pages: Vec<NamedSource<'p>>,
    /// From the start of a page to its first record, then from one record to the next.
    pub(super) gaps: Vec<LeftGap>,
    pub(super) n_heads: usize,
    pub(super) tails: Vec<PageRest>,
    pub(super) empty: Vec<usize>,
    /// The text common to the left of all records; any suffix may be the first left delimiter.
    pub(super) left: Interval<'p>,
    /// For each gap and length of the left delimiter, the end of its last occurrence before the record's own.
    decoys: Vec<Vec<Option<usize>>>,
}

/// A subset of the places of a [`BlockConditions`], by position, in increasing order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BlockPlaces {
    pub(super) gaps: Vec<usize>,
    pub(super) tails: Vec<usize>,
    pub(super) empty: Vec<usize>,
}

/// One place of a [`BlockConditions`], by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockPlace {
    Gap(usize),
    Tail(usize),
    Empty(usize),
}

impl BlockPlaces {
    /// The shortest place of each kind.
    pub(super) fn first(block: &BlockConditions<'_>) -> Self {
        let length = |gap: usize| block.gaps[gap].to - block.gaps[gap].from;
        let rest =
            |tail: usize| block.source(block.tails[tail].page).len() - block.tails[tail].from;
        let page = |empty: usize| block.source(block.empty[empty]).len();
        let head = (0..block.n_heads).min_by_key(|&gap| length(gap));
        let between = (block.n_heads..block.gaps.len()).min_by_key(|&gap| length(gap));
        Self {
            gaps: head.into_iter().chain(between).collect(),
            tails: (0..block.tails.len()).min_by_key(|&tail| rest(tail)).into_iter().collect(),
            empty: (0..block.empty.len()).min_by_key(|&empty| page(empty)).into_iter().collect(),
        }
    }

    /// Adds a place; returns false if it was already in the set.
    pub(super) fn add(&mut self, place: BlockPlace) -> bool {
        let (list, number) = match place {
            BlockPlace::Gap(number) => (&mut self.gaps, number),
            BlockPlace::Tail(number) => (&mut self.tails, number),
            BlockPlace::Empty(number) => (&mut self.empty, number),
        };
        let at = list.partition_point(|&other| other < number);
        let is_new = list.get(at) != Some(&number);
        if is_new {
            list.insert(at, number);
        }
        is_new
    }
}

impl<'p> BlockConditions<'p> {
    pub(super) fn of(fragments: &Fragments<'p>) -> Result<Self, Misfit> {
        let gaps = fragments.outer();
        let text = interval::common_left(&fragments.pages, &gaps);
        let left = text
            .map(|text| Interval { text, lo: 1, hi: text.len() })
            .and_then(not_empty)
            .map_err(|blocked| fragments.left_conflict(0, &gaps, blocked))?;
        let left = fragments.excluding_negatives(left);
        let suffixes = Suffixes::of(left.text.as_bytes());
        let decoys = |gap| decoys(&fragments.pages, &suffixes, gap, left.text.len());
        Ok(Self {
            decoys: gaps.iter().map(decoys).collect(),
            pages: fragments.pages.clone(),
            gaps,
            n_heads: fragments.heads.len(),
            tails: fragments.tails.clone(),
            empty: fragments.empty.clone(),
            left,
        })
    }

    /// The block restricted to a subset of its places.
    pub(super) fn part(&self, places: &BlockPlaces) -> Self {
        Self {
            pages: self.pages.clone(),
            gaps: places.gaps.iter().map(|&gap| self.gaps[gap]).collect(),
            n_heads: places.gaps.partition_point(|&gap| gap < self.n_heads),
            tails: places.tails.iter().map(|&tail| self.tails[tail]).collect(),
            empty: places.empty.iter().map(|&empty| self.empty[empty]).collect(),
            left: self.left,
            decoys: places.gaps.iter().map(|&gap| self.decoys[gap].clone()).collect(),
        }
    }

    pub(super) fn source(&self, page: usize) -> &'p str {
        self.pages[page].source
    }

    /// Total length of the pages in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.pages.iter().map(|page| page.source.len()).sum()
    }

    /// The first left delimiter of a length.
    pub(super) fn left(&self, length: usize) -> &'p str {
        self.left.delimiter(AffixSide::Left, length).expect("lengths are cut at character borders")
    }

    /// The last position of a gap at which the opening string may begin: the start of the left delimiter.
    pub(super) fn last(&self, gap: usize, length: usize) -> usize {
        self.gaps[gap].to - length
    }

    /// The first position of a gap at which the opening string may begin: behind the start of the last decoy.
    pub(super) fn first(&self, gap: usize, length: usize) -> usize {
        self.decoys[gap][length].map_or(self.gaps[gap].from, |end| end - length + 1)
    }

    /// The gaps between records in which a closing string is searched.
    pub(super) fn closed_gaps(&self) -> impl Iterator<Item = usize> {
        (self.n_heads..self.gaps.len()).filter(|&gap| self.gaps[gap].exact)
    }

    /// The regions in which a closing string is searched: between the records, then behind the last ones.
    pub(super) fn close_regions(&self) -> Vec<SearchRegion> {
        let between = self.closed_gaps().map(|gap| &self.gaps[gap]);
        let between = between.map(|gap| (gap.page, gap.from, gap.to - 1));
        let tails = self.tails.iter();
        let behind = tails.map(|rest| (rest.page, rest.from, self.source(rest.page).len()));
        let region = |(page, from, to)| SearchRegion { page, from, to };
        between.chain(behind).map(region).collect()
    }

    /// The regions in which a head is searched: on the pages with records, then on those without.
    pub(super) fn head_regions(&self) -> Vec<SearchRegion> {
        let heads = self.gaps[..self.n_heads].iter().map(|gap| (gap.page, gap.to - 1));
        let empty = self.empty.iter().map(|&page| (page, self.source(page).len()));
        heads.chain(empty).map(|(page, to)| SearchRegion { page, from: 0, to }).collect()
    }

    /// The windows in each of which an opening string must begin, regardless of the starts.
    pub(super) fn open_windows(&self, length: usize) -> impl Iterator<Item = PageWindow> {
        (0..self.gaps.len()).map(move |gap| PageWindow {
            page: self.gaps[gap].page,
            from: self.first(gap, length),
            to: self.last(gap, length) + 1,
        })
    }
}

/// The end of the last occurrence of the left delimiter in a gap before the record's own, by length.
fn decoys(
    pages: &[NamedSource<'_>],
    suffixes: &Suffixes<'_>,
    gap: &LeftGap,
    longest: usize,
) -> Vec<Option<usize>> {
    let within = &pages[gap.page].source.as_bytes()[gap.from..gap.to];
    let mut ends: Vec<Option<usize>> = vec![None; longest + 1];
    suffixes.each_in(within, |end, length| {
        if end < within.len() {
            ends[length] = ends[length].max(Some(gap.from + end));
        }
    });
    for length in (0..longest).rev() {
        ends[length] = ends[length].max(ends[length + 1]);
    }
    ends
}
