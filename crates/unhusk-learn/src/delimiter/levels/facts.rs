//! What the labels say of each search that a wrapper of levels makes.

use super::super::conflict::Conflicts;
use super::super::fragments::{Gap, Rest, Stop};
use super::super::misfit::Named;
use super::sequence::Sequence;

/// All searches of a wrapper of levels on the labelled pages.
#[derive(Debug, Clone)]
pub(super) struct Facts<'p> {
    pub(super) pages: Vec<Named<'p>>,
    /// Names of the levels.
    pub(super) names: Vec<&'p str>,
    /// For each level, the searches for its right delimiter.
    pub(super) stops: Vec<Vec<Stop>>,
    /// From the beginning of a page to its first value.
    pub(super) heads: Vec<Gap>,
    /// From one value to the next.
    pub(super) between: Vec<Step>,
    /// Behind the last value of a page, with the number of levels that could come next.
    pub(super) tails: Vec<(usize, Rest)>,
    /// Pages without values.
    pub(super) empty: Vec<usize>,
}

/// A search for the left delimiters of all levels that could come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The level that comes.
    pub(super) level: usize,
    /// How many levels could come.
    pub(super) n_allowed: usize,
    pub(super) gap: Gap,
}

impl<'p> Facts<'p> {
    pub(super) fn of(sequences: &[Sequence<'p>], names: Vec<&'p str>) -> Self {
        let mut facts = Self {
            pages: sequences.iter().map(|sequence| sequence.page).collect(),
            stops: vec![Vec::new(); names.len()],
            names,
            heads: Vec::new(),
            between: Vec::new(),
            tails: Vec::new(),
            empty: Vec::new(),
        };
        for (page, sequence) in sequences.iter().enumerate() {
            facts.cut(page, sequence);
        }
        facts
    }

    fn cut(&mut self, page: usize, sequence: &Sequence<'_>) {
        let n_levels = self.names.len();
        let (mut from, mut n_allowed) = (0, 1);
        for (number, item) in sequence.items.iter().enumerate() {
            let (to, end) = (item.span.start as usize, item.span.end as usize);
            let gap = Gap { page, from, to, end, exact: item.follows };
            if number == 0 && item.level == 0 {
                self.heads.push(gap);
            } else {
                self.between.push(Step { level: item.level, n_allowed, gap });
            }
            let next = sequence.items.get(number + 1);
            let next = next.map_or(sequence.page.source.len(), |next| next.span.start as usize);
            self.stops[item.level].push(Stop { page, from: to, to: end, next });
            (from, n_allowed) = (end, (item.level + 2).min(n_levels));
        }
        if sequence.items.is_empty() {
            self.empty.extend(sequence.ends.then_some(page));
        } else if sequence.ends {
            self.tails.push((n_allowed, Rest { page, from }));
        }
    }

    /// The searches that must find the left delimiter of a level.
    pub(super) fn gaps(&self, level: usize) -> Vec<Gap> {
        let heads = self.heads.iter().filter(|_| level == 0);
        let between = self.between.iter().filter(|step| step.level == level).map(|step| &step.gap);
        heads.chain(between).copied().collect()
    }

    /// The rests in which no left delimiter of a level may stand.
    pub(super) fn rests(&self, level: usize) -> Vec<Rest> {
        let tails = self.tails.iter().filter(|(n_allowed, _)| level < *n_allowed);
        let empty = self.empty.iter().filter(|_| level == 0);
        let empty = empty.map(|&page| Rest { page, from: 0 });
        tails.map(|(_, rest)| *rest).chain(empty).collect()
    }
}

impl Conflicts for Facts<'_> {
    fn page(&self, page: usize) -> Named<'_> {
        self.pages[page]
    }

    fn name(&self, level: usize) -> &str {
        self.names[level]
    }

    fn stops(&self, level: usize) -> &[Stop] {
        &self.stops[level]
    }
}
