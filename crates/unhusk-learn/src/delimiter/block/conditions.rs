//! What is known of the pages outside the records, and where opening strings and tails may begin.

use super::super::affix::Suffixes;
use super::super::beginnings::Window;
use super::super::conflict::Conflicts;
use super::super::endings::Region;
use super::super::fragments::{Fragments, Gap, Rest};
use super::super::interval::{self, Interval, Side};
use super::super::lr::not_empty;
use super::super::misfit::{Misfit, Named};

/// What is known of the pages outside the records.
#[derive(Debug, Clone)]
pub(super) struct Block<'p> {
    pub(super) pages: Vec<Named<'p>>,
    /// From the beginning of a page to its first record, then from one record to the next.
    pub(super) gaps: Vec<Gap>,
    pub(super) n_heads: usize,
    pub(super) tails: Vec<Rest>,
    pub(super) empty: Vec<usize>,
    /// The text common to the left of all records: every suffix may be the first left delimiter.
    pub(super) left: Interval<'p>,
    /// For each gap and length of the left delimiter, the end of its last occurrence before the record's own.
    decoys: Vec<Vec<Option<usize>>>,
}

/// Some of the places of a [`Block`], by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) gaps: Vec<usize>,
    pub(super) tails: Vec<usize>,
    pub(super) empty: Vec<usize>,
}

/// One place of a [`Block`], by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Gap(usize),
    Tail(usize),
    Empty(usize),
}

impl Places {
    /// The shortest place of each kind.
    pub(super) fn first(block: &Block<'_>) -> Self {
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

    /// Adds a place; false if it was there already.
    pub(super) fn add(&mut self, place: Place) -> bool {
        let (list, number) = match place {
            Place::Gap(number) => (&mut self.gaps, number),
            Place::Tail(number) => (&mut self.tails, number),
            Place::Empty(number) => (&mut self.empty, number),
        };
        let at = list.partition_point(|&other| other < number);
        let is_new = list.get(at) != Some(&number);
        if is_new {
            list.insert(at, number);
        }
        is_new
    }
}

impl<'p> Block<'p> {
    pub(super) fn of(fragments: &Fragments<'p>) -> Result<Self, Misfit> {
        let gaps = fragments.outer();
        let text = interval::common_left(&fragments.pages, &gaps);
        let left = text
            .map(|text| Interval { text, lo: 1, hi: text.len() })
            .and_then(not_empty)
            .map_err(|blocked| fragments.left_conflict(0, &gaps, blocked))?;
        let left = fragments.shunning_negatives(left);
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

    /// What is known at some of the places only.
    pub(super) fn part(&self, places: &Places) -> Self {
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

    /// Bytes of all pages.
    pub(super) fn n_bytes(&self) -> usize {
        self.pages.iter().map(|page| page.source.len()).sum()
    }

    /// The first left delimiter of a length.
    pub(super) fn left(&self, length: usize) -> &'p str {
        self.left.delimiter(Side::Left, length).expect("lengths are cut at character borders")
    }

    /// The last place of a gap at which the opening string may begin: with the left delimiter.
    pub(super) fn last(&self, gap: usize, length: usize) -> usize {
        self.gaps[gap].to - length
    }

    /// The first place of a gap at which the opening string may begin: behind the last decoy.
    pub(super) fn first(&self, gap: usize, length: usize) -> usize {
        self.decoys[gap][length].map_or(self.gaps[gap].from, |end| end - length + 1)
    }

    /// The gaps between records in which a closing string is looked for.
    pub(super) fn closed_gaps(&self) -> impl Iterator<Item = usize> {
        (self.n_heads..self.gaps.len()).filter(|&gap| self.gaps[gap].exact)
    }

    /// Where a closing string is looked for: between the records, then behind the last ones.
    pub(super) fn close_regions(&self) -> Vec<Region> {
        let between = self.closed_gaps().map(|gap| &self.gaps[gap]);
        let between = between.map(|gap| (gap.page, gap.from, gap.to - 1));
        let tails = self.tails.iter();
        let behind = tails.map(|rest| (rest.page, rest.from, self.source(rest.page).len()));
        let region = |(page, from, to)| Region { page, from, to };
        between.chain(behind).map(region).collect()
    }

    /// Where a head is looked for: on the pages with records, then on those without.
    pub(super) fn head_regions(&self) -> Vec<Region> {
        let heads = self.gaps[..self.n_heads].iter().map(|gap| (gap.page, gap.to - 1));
        let empty = self.empty.iter().map(|&page| (page, self.source(page).len()));
        heads.chain(empty).map(|(page, to)| Region { page, from: 0, to }).collect()
    }

    /// Where an opening string must begin: in every one of these, whatever the starts.
    pub(super) fn open_windows(&self, length: usize) -> impl Iterator<Item = Window> {
        (0..self.gaps.len()).map(move |gap| Window {
            page: self.gaps[gap].page,
            from: self.first(gap, length),
            to: self.last(gap, length) + 1,
        })
    }
}

/// By length of the left delimiter, the end of its last occurrence in a gap before the record's own.
fn decoys(
    pages: &[Named<'_>],
    suffixes: &Suffixes<'_>,
    gap: &Gap,
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
