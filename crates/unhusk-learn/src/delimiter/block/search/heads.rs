//! Heads that fit an opening string.
//!
//! On a page with records, the opening string may begin at several positions before the first record; the start of
//! extraction decides which of them is found. Between two of them, a later start is better: it leaves less text that
//! a tail could match.

use super::super::super::budget::SearchBudget;
use super::super::super::endings::{EndBound, Ending, Endings, pruned};
use super::super::super::misfit::Misfit;
use super::super::PageEnds;
use super::super::conditions::{BlockConditions, BlockPlaces};
use memchr::memmem;
use std::collections::BTreeMap;

/// Finds the heads that fit a choice of openings.
pub(super) struct Heads<'p> {
    endings: Endings<'p>,
    /// The current subset of pages, as positions of regions.
    regions: Vec<usize>,
    /// Number of those pages that have records.
    n_with_records: usize,
    /// [`EndBound::better_up_to`] on the pages without records.
    better_up_to: usize,
    /// Cache: the latest ends of heads -> the heads.
    cache: BTreeMap<Vec<usize>, Vec<Ending<'p>>>,
}

/// Positions at which an opening string begins in the heads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HeadOpenings {
    /// For each head, the positions where it may be found, in order; never empty.
    good: Vec<Vec<usize>>,
    /// For each head, and for each page without records if extraction continues to the end: the last position where it
    /// must not be found.
    bad: Vec<Option<usize>>,
    /// For each page without records, if extraction ends at a tail: all positions where it begins.
    empty: Vec<Vec<usize>>,
}

/// A choice of one position of an opening string in each head: the position behind which extraction must start, and the
/// position of the opening string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeadChoice {
    behind: Vec<Option<usize>>,
    pub(super) found: Vec<usize>,
}

/// Maximum number of cached lists of heads.
const MAX_CACHED: usize = 8;

impl<'p> Heads<'p> {
    /// `None` if no page has a head.
    pub(super) fn new(block: &BlockConditions<'p>, ends: PageEnds) -> Option<Self> {
        let endings = Endings::new(&block.pages, block.head_regions())?;
        // If extraction ends at a tail, a later start may miss the tail.
        let better_up_to = if ends == PageEnds::HeadAndTail { 0 } else { usize::MAX };
        let (regions, cache) = (Vec::new(), BTreeMap::new());
        Some(Self { endings, regions, n_with_records: 0, better_up_to, cache })
    }

    /// Restricts the search to a subset of the places of a block.
    pub(super) fn restrict_to(&mut self, block: &BlockConditions<'_>, places: &BlockPlaces) {
        let heads = places.gaps.iter().copied().filter(|&gap| gap < block.n_heads);
        self.regions = heads.collect();
        self.n_with_records = self.regions.len();
        self.regions.extend(places.empty.iter().map(|&empty| block.n_heads + empty));
        self.cache.clear();
    }

    fn bounds(&self, choice: &HeadChoice) -> Vec<EndBound> {
        let bound = |(number, &region): (usize, &usize)| EndBound {
            region,
            last: choice.found.get(number).copied().unwrap_or(usize::MAX),
            better_up_to: if number < self.n_with_records { usize::MAX } else { self.better_up_to },
        };
        self.regions.iter().enumerate().map(bound).collect()
    }

    /// The heads with which extraction starts as a choice requires, latest first.
    pub(super) fn starting(
        &mut self,
        choice: &HeadChoice,
        budget: &mut SearchBudget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let bounds = self.bounds(choice);
        if !self.cache.contains_key(&choice.found) {
            if self.cache.len() == MAX_CACHED {
                self.cache.clear();
            }
            let heads = self.endings.all(&bounds, budget)?;
            self.cache.insert(choice.found.clone(), heads);
        }
        let mut heads = self.cache[&choice.found].clone();
        heads.retain(|head| {
            let mut ends = head.ends.iter().zip(&choice.behind);
            ends.all(|(end, behind)| behind.is_none_or(|behind| *end > behind))
        });
        pruned(heads, &bounds, budget)
    }

    pub(super) fn shortened(&self, head: &Ending<'p>, choice: &HeadChoice) -> Option<&'p str> {
        self.endings.shortened(head, &self.bounds(choice))
    }
}

impl HeadOpenings {
    /// The openings if nothing is known about the heads.
    pub(super) fn unknown() -> Self {
        Self { good: Vec::new(), bad: Vec::new(), empty: Vec::new() }
    }

    /// Returns the positions at which an opening string begins in the heads, given the length of the first left
    /// delimiter.
    pub(super) fn of(
        block: &BlockConditions<'_>,
        ends: PageEnds,
        length: usize,
        open: &str,
    ) -> Self {
        let finder = memmem::Finder::new(open);
        let (mut good, mut bad, mut empty) = (Vec::new(), Vec::new(), Vec::new());
        for gap in 0..block.n_heads {
            let source = block.source(block.gaps[gap].page).as_bytes();
            let (first, last) = (block.first(gap, length), block.last(gap, length));
            good.push(starts_in(&finder, source, first, last));
            bad.push(if block.gaps[gap].exact { last_start(open, source, first) } else { None });
        }
        for &page in &block.empty {
            let source = block.source(page).as_bytes();
            if ends == PageEnds::HeadAndTail {
                empty.push(starts_in(&finder, source, 0, source.len()));
                bad.push(None);
            } else {
                bad.push(last_start(open, source, source.len()));
            }
        }
        Self { good, bad, empty }
    }

    /// All choices, last positions first; only one if the position of the opening string makes no difference.
    pub(super) fn choices(&self, ends: PageEnds) -> impl Iterator<Item = HeadChoice> {
        let n_choices = match ends {
            PageEnds::HeadAndTail => {
                self.good.iter().fold(1_usize, |n, good| n.saturating_mul(good.len()))
            }
            PageEnds::OfPage | PageEnds::Head => 1,
        };
        (0..n_choices).map(move |mut number| {
            let mut choice = HeadChoice { behind: self.bad.clone(), found: Vec::new() };
            for (head, good) in self.good.iter().enumerate() {
                let at = good.len() - 1 - number % good.len();
                number /= good.len();
                choice.found.push(good[at]);
                if ends == PageEnds::HeadAndTail && at > 0 {
                    choice.behind[head] = Some(good[at - 1]);
                }
            }
            choice
        })
    }
}

/// All starts of a string from `first` to `last`, including overlapping occurrences.
fn starts_in(finder: &memmem::Finder<'_>, source: &[u8], first: usize, last: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let end = (last + finder.needle().len()).min(source.len());
    let mut from = first;
    while let Some(at) = source.get(from..end).and_then(|rest| finder.find(rest)) {
        starts.push(from + at);
        from += at + 1;
    }
    starts
}

/// The last start of a string before `end`.
fn last_start(text: &str, source: &[u8], end: usize) -> Option<usize> {
    let reach = (end + text.len()).saturating_sub(1).min(source.len());
    memmem::rfind(&source[..reach], text.as_bytes())
}
