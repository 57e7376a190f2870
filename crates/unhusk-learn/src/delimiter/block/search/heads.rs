//! Heads that go with an opening string.
//!
//! On a page with records, the opening string may begin at several places before the first record; at which of
//! them it is found depends on where reading starts. Between two of them, a later start is better: it leaves
//! less in which a tail could be mistaken.

use super::super::super::budget::SearchBudget;
use super::super::super::endings::{Bound, Ending, Endings, pruned};
use super::super::super::misfit::Misfit;
use super::super::Ends;
use super::super::conditions::{Block, Places};
use memchr::memmem;
use std::collections::BTreeMap;

/// The heads of all pages.
pub(super) struct Heads<'p> {
    endings: Endings<'p>,
    /// The pages that are looked at, as numbers of regions.
    regions: Vec<usize>,
    /// Of those, how many have records.
    n_with_records: usize,
    /// Up to where a later end is better on the pages without records.
    better_up_to: usize,
    /// Where heads must end at the latest, and the heads that do.
    known: BTreeMap<Vec<usize>, Vec<Ending<'p>>>,
}

/// Where an opening string begins on the pages with a head.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HeadOpenings {
    /// For each head, where it may be found, first to last; never none.
    good: Vec<Vec<usize>>,
    /// For each head, and for each page without records if reading goes on to the end: the last place where it
    /// must not be found.
    bad: Vec<Option<usize>>,
    /// For each page without records, if reading goes on to a tail: everywhere it begins.
    empty: Vec<Vec<usize>>,
}

/// A way to choose one of the places of an opening string in each head: behind which place reading must start,
/// and where the opening string is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    behind: Vec<Option<usize>>,
    pub(super) found: Vec<usize>,
}

/// Lists of heads that are kept.
const MAX_KNOWN: usize = 8;

impl<'p> Heads<'p> {
    /// `None` if no page has a head.
    pub(super) fn new(block: &Block<'p>, ends: Ends) -> Option<Self> {
        let endings = Endings::new(&block.pages, block.head_regions())?;
        // Where reading ends with a tail, a later start may miss it.
        let better_up_to = if ends == Ends::HeadAndTail { 0 } else { usize::MAX };
        let (regions, known) = (Vec::new(), BTreeMap::new());
        Some(Self { endings, regions, n_with_records: 0, better_up_to, known })
    }

    /// Looks at some of the places of a block from now on.
    pub(super) fn look_at(&mut self, block: &Block<'_>, places: &Places) {
        let heads = places.gaps.iter().copied().filter(|&gap| gap < block.n_heads);
        self.regions = heads.collect();
        self.n_with_records = self.regions.len();
        self.regions.extend(places.empty.iter().map(|&empty| block.n_heads + empty));
        self.known.clear();
    }

    fn bounds(&self, choice: &Choice) -> Vec<Bound> {
        let bound = |(number, &region): (usize, &usize)| Bound {
            region,
            last: choice.found.get(number).copied().unwrap_or(usize::MAX),
            better_up_to: if number < self.n_with_records { usize::MAX } else { self.better_up_to },
        };
        self.regions.iter().enumerate().map(bound).collect()
    }

    /// The heads with which reading starts where a choice wants it, the latest first.
    pub(super) fn starting(
        &mut self,
        choice: &Choice,
        budget: &mut SearchBudget,
    ) -> Result<Vec<Ending<'p>>, Misfit> {
        let bounds = self.bounds(choice);
        if !self.known.contains_key(&choice.found) {
            if self.known.len() == MAX_KNOWN {
                self.known.clear();
            }
            let heads = self.endings.all(&bounds, budget)?;
            self.known.insert(choice.found.clone(), heads);
        }
        let mut heads = self.known[&choice.found].clone();
        heads.retain(|head| {
            let mut ends = head.ends.iter().zip(&choice.behind);
            ends.all(|(end, behind)| behind.is_none_or(|behind| *end > behind))
        });
        pruned(heads, &bounds, budget)
    }

    pub(super) fn shortened(&self, head: &Ending<'p>, choice: &Choice) -> Option<&'p str> {
        self.endings.shortened(head, &self.bounds(choice))
    }
}

impl HeadOpenings {
    /// Nothing about the heads.
    pub(super) fn unknown() -> Self {
        Self { good: Vec::new(), bad: Vec::new(), empty: Vec::new() }
    }

    /// Where an opening string begins in the heads, given the length of the first left delimiter.
    pub(super) fn of(block: &Block<'_>, ends: Ends, length: usize, open: &str) -> Self {
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
            if ends == Ends::HeadAndTail {
                empty.push(starts_in(&finder, source, 0, source.len()));
                bad.push(None);
            } else {
                bad.push(last_start(open, source, source.len()));
            }
        }
        Self { good, bad, empty }
    }

    /// All choices, the last places first; one only if where the opening string is found makes no difference.
    pub(super) fn choices(&self, ends: Ends) -> impl Iterator<Item = Choice> {
        let n_choices = match ends {
            Ends::HeadAndTail => {
                self.good.iter().fold(1_usize, |n, good| n.saturating_mul(good.len()))
            }
            Ends::OfPage | Ends::Head => 1,
        };
        (0..n_choices).map(move |mut number| {
            let mut choice = Choice { behind: self.bad.clone(), found: Vec::new() };
            for (head, good) in self.good.iter().enumerate() {
                let at = good.len() - 1 - number % good.len();
                number /= good.len();
                choice.found.push(good[at]);
                if ends == Ends::HeadAndTail && at > 0 {
                    choice.behind[head] = Some(good[at - 1]);
                }
            }
            choice
        })
    }
}

/// All places from `first` to `last` at which a string begins, those that overlap included.
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

/// The last place before `end` at which a string begins.
fn last_start(text: &str, source: &[u8], end: usize) -> Option<usize> {
    let reach = (end + text.len()).saturating_sub(1).min(source.len());
    memmem::rfind(&source[..reach], text.as_bytes())
}
