//! The searches that a wrapper of levels must make to reproduce the labels.

use super::super::conflict::Conflicts;
use super::super::fragments::{LeftGap, PageRest, RightStop};
use super::super::misfit::NamedSource;
use super::sequence::Sequence;

/// All searches of a wrapper of levels on the labelled pages.
#[derive(Debug, Clone)]
pub(super) struct LevelFragments<'p> {
    pub(super) pages: Vec<NamedSource<'p>>,
    /// Names of the levels.
    pub(super) names: Vec<&'p str>,
    /// For each level, the searches for its right delimiter.
    pub(super) stops: Vec<Vec<RightStop>>,
    /// From the start of a page to its first value.
    pub(super) heads: Vec<LeftGap>,
    /// From one value to the next.
    pub(super) between: Vec<LevelSearch>,
    /// Behind the last value of a page, with the number of levels that are allowed next.
    pub(super) tails: Vec<(usize, PageRest)>,
    /// Pages without values.
    pub(super) empty: Vec<usize>,
}

/// A search for the left delimiters of all levels that are allowed next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LevelSearch {
    /// The level of the next value.
    pub(super) level: usize,
    /// Number of levels that are allowed next.
    pub(super) n_allowed: usize,
    pub(super) gap: LeftGap,
}

impl<'p> LevelFragments<'p> {
    pub(super) fn of(sequences: &[Sequence<'p>], names: Vec<&'p str>) -> Self {
        let mut fragments = Self {
            pages: sequences.iter().map(|sequence| sequence.page).collect(),
            stops: vec![Vec::new(); names.len()],
            names,
            heads: Vec::new(),
            between: Vec::new(),
            tails: Vec::new(),
            empty: Vec::new(),
        };
        for (page, sequence) in sequences.iter().enumerate() {
            fragments.cut(page, sequence);
        }
        fragments
    }

    fn cut(&mut self, page: usize, sequence: &Sequence<'_>) {
        let n_levels = self.names.len();
        let (mut from, mut n_allowed) = (0, 1);
        for (number, item) in sequence.items.iter().enumerate() {
            let (to, end) = (item.span.start as usize, item.span.end as usize);
            let gap = LeftGap { page, from, to, end, exact: item.follows };
            if number == 0 && item.level == 0 {
                self.heads.push(gap);
            } else {
                self.between.push(LevelSearch { level: item.level, n_allowed, gap });
            }
            let next = sequence.items.get(number + 1);
            let next = next.map_or(sequence.page.source.len(), |next| next.span.start as usize);
            self.stops[item.level].push(RightStop { page, from: to, to: end, next });
            (from, n_allowed) = (end, (item.level + 2).min(n_levels));
        }
        if sequence.items.is_empty() {
            self.empty.extend(sequence.ends.then_some(page));
        } else if sequence.ends {
            self.tails.push((n_allowed, PageRest { page, from }));
        }
    }

    /// The searches that must find the left delimiter of a level.
    pub(super) fn gaps(&self, level: usize) -> Vec<LeftGap> {
        let heads = self.heads.iter().filter(|_| level == 0);
        let between = self.between.iter().filter(|step| step.level == level).map(|step| &step.gap);
        heads.chain(between).copied().collect()
    }

    /// The rests in which no left delimiter of a level may occur.
    pub(super) fn rests(&self, level: usize) -> Vec<PageRest> {
        let tails = self.tails.iter().filter(|(n_allowed, _)| level < *n_allowed);
        let empty = self.empty.iter().filter(|_| level == 0);
        let empty = empty.map(|&page| PageRest { page, from: 0 });
        tails.map(|(_, rest)| *rest).chain(empty).collect()
    }
}

impl Conflicts for LevelFragments<'_> {
    fn page(&self, page: usize) -> NamedSource<'_> {
        self.pages[page]
    }

    fn name(&self, level: usize) -> &str {
        self.names[level]
    }

    fn stops(&self, level: usize) -> &[RightStop] {
        &self.stops[level]
    }
}
