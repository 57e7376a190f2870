//! The weak learner: grows one detector token by token.

use std::collections::BTreeSet;
use unhusk_learn::internal::probes;
use unhusk_learn::internal::task::TokenExamples;
use unhusk_wrapper::landmark::internal::run::Probe;
use unhusk_wrapper::landmark::internal::tokens::LandmarkToken;

/// All positions between two tokens of the examples, page after page.
pub(super) struct Positions {
    tokens: Vec<LandmarkToken>,
    /// The page of each token.
    pages: Vec<(usize, usize)>,
    /// Every position, as the index of the token after it and the page, in order.
    pub(super) all: Vec<Position>,
}

/// One position between two tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    at: usize,
    page: usize,
    /// Whether the position is a labelled boundary.
    pub(super) is_border: bool,
}

/// The tokens that a detector requires before and after a position.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DetectorPattern {
    pub(super) before: Vec<Probe>,
    pub(super) behind: Vec<Probe>,
}

/// Limit on the boundaries whose neighbours make candidates.
const MAX_SEEDS: usize = 12;
/// Limit on the candidates of one side in one round.
const MAX_CANDIDATES: usize = 3_000;

impl Positions {
    pub(super) fn new(task: &TokenExamples, borders: &[(usize, usize)]) -> Self {
        let borders: BTreeSet<(usize, usize)> = borders.iter().copied().collect();
        let mut places = Self { tokens: Vec::new(), pages: Vec::new(), all: Vec::new() };
        for (page, sheet) in task.pages.iter().enumerate() {
            let start = places.tokens.len();
            places.tokens.extend_from_slice(&sheet.tokens);
            places.pages.push((start, places.tokens.len()));
            let place = |at: usize| Position {
                at: start + at,
                page,
                is_border: borders.contains(&(page, at)),
            };
            places.all.extend((0..=sheet.tokens.len()).map(place));
        }
        places
    }

    /// Whether a pattern matches at a position, within its page.
    pub(super) fn matches(&self, pattern: &DetectorPattern, place: Position) -> bool {
        let (start, end) = self.pages[place.page];
        let DetectorPattern { before, behind } = pattern;
        if place.at < start + before.len() || place.at + behind.len() > end {
            return false;
        }
        let all = |probes: &[Probe], from: usize| {
            probes.iter().zip(&self.tokens[from..]).all(|(probe, token)| probe.matches(token))
        };
        all(before, place.at - before.len()) && all(behind, place.at)
    }

    /// Returns the best detector under `weights`: starts empty and extends both sides until that does not improve the
    /// score.
    pub(super) fn best(&self, weights: &[f64], lookahead: usize) -> DetectorPattern {
        let mut best = DetectorPattern::default();
        let mut matched: Vec<usize> = (0..self.all.len()).collect();
        let mut score = self.score(&matched, weights);
        loop {
            let mut next: Option<(f64, DetectorPattern)> = None;
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

    /// Square root of the matched weight of boundaries, minus that of other positions.
    fn score(&self, matched: &[usize], weights: &[f64]) -> f64 {
        let weigh = |is_border: bool| {
            let of = matched.iter().filter(|&&at| self.all[at].is_border == is_border);
            of.map(|&at| weights[at]).sum::<f64>()
        };
        weigh(true).sqrt() - weigh(false).sqrt()
    }

    /// Returns patterns extended by up to `lookahead` tokens on one side, as found around the heaviest boundaries.
    fn extensions(
        &self,
        pattern: &DetectorPattern,
        matched: &[usize],
        weights: &[f64],
        lookahead: usize,
    ) -> BTreeSet<DetectorPattern> {
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
                extended.insert(DetectorPattern { before, behind: pattern.behind.clone() });
            }
            let right = (place.at + pattern.behind.len()).min(end);
            let behind = (right..end).take(lookahead).map(|at| self.tokens[at]);
            for more in rows(behind) {
                let behind = pattern.behind.iter().chain(&more).copied().collect();
                extended.insert(DetectorPattern { before: pattern.before.clone(), behind });
            }
            if extended.len() > MAX_CANDIDATES {
                break;
            }
        }
        extended
    }
}

/// Returns all sequences of probes that match a beginning of the tokens.
fn rows(tokens: impl Iterator<Item = LandmarkToken>) -> Vec<Vec<Probe>> {
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
