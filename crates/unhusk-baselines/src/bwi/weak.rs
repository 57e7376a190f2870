//! The weak learner: one detector, grown token by token.

use std::collections::BTreeSet;
use unhusk_learn::internal::probes;
use unhusk_learn::internal::task::Task;
use unhusk_wrapper::landmark::internal::run::Probe;
use unhusk_wrapper::landmark::internal::tokens::Token;

/// All places between two tokens of the examples, the pages one behind the other.
pub(super) struct Places {
    tokens: Vec<Token>,
    /// The page of each token.
    pages: Vec<(usize, usize)>,
    /// Every place, as the position of the token behind it and the page, in order.
    pub(super) all: Vec<Place>,
}

/// One place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    at: usize,
    page: usize,
    /// Whether it is a border.
    pub(super) is_border: bool,
}

/// What a detector wants before and behind a place.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pattern {
    pub(super) before: Vec<Probe>,
    pub(super) behind: Vec<Probe>,
}

/// Borders whose neighbours make candidates.
const MAX_SEEDS: usize = 12;
/// Candidates of one side in one round.
const MAX_CANDIDATES: usize = 3_000;

impl Places {
    pub(super) fn new(task: &Task, borders: &[(usize, usize)]) -> Self {
        let borders: BTreeSet<(usize, usize)> = borders.iter().copied().collect();
        let mut places = Self { tokens: Vec::new(), pages: Vec::new(), all: Vec::new() };
        for (page, sheet) in task.sheets.iter().enumerate() {
            let start = places.tokens.len();
            places.tokens.extend_from_slice(&sheet.tokens);
            places.pages.push((start, places.tokens.len()));
            let place = |at: usize| Place {
                at: start + at,
                page,
                is_border: borders.contains(&(page, at)),
            };
            places.all.extend((0..=sheet.tokens.len()).map(place));
        }
        places
    }

    /// Whether a pattern matches at a place, on its page.
    pub(super) fn matches(&self, pattern: &Pattern, place: Place) -> bool {
        let (start, end) = self.pages[place.page];
        let Pattern { before, behind } = pattern;
        if place.at < start + before.len() || place.at + behind.len() > end {
            return false;
        }
        let all = |probes: &[Probe], from: usize| {
            probes.iter().zip(&self.tokens[from..]).all(|(probe, token)| probe.matches(token))
        };
        all(before, place.at - before.len()) && all(behind, place.at)
    }

    /// The best detector for places that weigh `weights`: from nothing, extended on both sides until that does not help.
    pub(super) fn best(&self, weights: &[f64], lookahead: usize) -> Pattern {
        let mut best = Pattern::default();
        let mut matched: Vec<usize> = (0..self.all.len()).collect();
        let mut score = self.score(&matched, weights);
        loop {
            let mut next: Option<(f64, Pattern)> = None;
            for pattern in self.extensions(&best, &matched, weights, lookahead) {
                let met: Vec<usize> = matched
                    .iter()
                    .copied()
                    .filter(|&at| self.matches(&pattern, self.all[at]))
                    .collect();
                let reached = self.score(&met, weights);
                if reached > next.as_ref().map_or(score, |(score, _)| *score) + 1e-12 {
                    next = Some((reached, pattern));
                }
            }
            let Some((reached, pattern)) = next else { return best };
            (score, best) = (reached, pattern);
            matched.retain(|&at| self.matches(&best, self.all[at]));
        }
    }

    /// How much better than chance: the square root of the weight of borders, less that of other places.
    fn score(&self, matched: &[usize], weights: &[f64]) -> f64 {
        let weigh = |is_border: bool| {
            let of = matched.iter().filter(|&&at| self.all[at].is_border == is_border);
            of.map(|&at| weights[at]).sum::<f64>()
        };
        weigh(true).sqrt() - weigh(false).sqrt()
    }

    /// Patterns with up to `lookahead` tokens more on one side, as they stand around the heaviest borders.
    fn extensions(
        &self,
        pattern: &Pattern,
        matched: &[usize],
        weights: &[f64],
        lookahead: usize,
    ) -> BTreeSet<Pattern> {
        let mut seeds: Vec<usize> =
            matched.iter().copied().filter(|&at| self.all[at].is_border).collect();
        seeds.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]).then(a.cmp(&b)));
        let mut extended = BTreeSet::new();
        for at in seeds.into_iter().take(MAX_SEEDS) {
            let place = self.all[at];
            let (start, end) = self.pages[place.page];
            let left = place.at.saturating_sub(pattern.before.len());
            let before = (start..left).rev().take(lookahead).map(|at| self.tokens[at]);
            for more in rows(before) {
                let before = more.iter().rev().chain(&pattern.before).copied().collect();
                extended.insert(Pattern { before, behind: pattern.behind.clone() });
            }
            let right = (place.at + pattern.behind.len()).min(end);
            let behind = (right..end).take(lookahead).map(|at| self.tokens[at]);
            for more in rows(behind) {
                let behind = pattern.behind.iter().chain(&more).copied().collect();
                extended.insert(Pattern { before: pattern.before.clone(), behind });
            }
            if extended.len() > MAX_CANDIDATES {
                break;
            }
        }
        extended
    }
}

/// All rows of probes that match the beginning of a row of tokens.
fn rows(tokens: impl Iterator<Item = Token>) -> Vec<Vec<Probe>> {
    let (mut rows, mut longest): (Vec<Vec<Probe>>, Vec<Vec<Probe>>) =
        (Vec::new(), vec![Vec::new()]);
    for token in tokens {
        let longer = |row: &Vec<Probe>| {
            let row = row.clone();
            probes(&token).map(move |probe| [row.as_slice(), &[probe]].concat()).collect::<Vec<_>>()
        };
        longest = longest.iter().flat_map(longer).take(MAX_CANDIDATES).collect();
        rows.extend(longest.iter().cloned());
    }
    rows
}
