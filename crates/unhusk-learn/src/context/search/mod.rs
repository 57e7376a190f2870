//! The search for k, l and alphabet: the most general rule that accepts the positives and rejects the negatives.
//!
//! More of k, l, tokens or contexts only ever makes a rule accept less. So the nodes that a rule accepts bound those of
//! all finer ones, the most promising point is always tried next, and the search ends when no remaining point can beat
//! the best solution. A new example does not restart it: rules that accepted a negative still do.

mod limits;
mod refine;
mod judge;
mod scope;

pub use limits::SearchLimits;

use super::corpus::NodeCorpus;
use super::evaluate::Rule;
use super::front::{Front, FrontState, WidestForks};
use super::point::{Point, Variant};
use std::collections::BTreeSet;
use unhusk_wrapper::context::internal::fork::{Budget, Exhausted, Node};

/// Result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SearchOutcome {
    /// The best rule, and the nodes that it accepts on the pages in use.
    Found(FittingRule),
    /// No rule of this kind separates positives and negatives. Exact: no limit was reached.
    NotExpressible,
    /// A limit was reached before any rule fitted.
    GaveUp,
}

/// A rule that fits all examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FittingRule {
    pub(crate) point: Point,
    /// In document order.
    pub(crate) accepted: Vec<Node>,
    /// Whether a limit was reached before the search could show that no other rule accepts more.
    pub(crate) cut_short: bool,
}

/// A search that accepts examples incrementally.
pub(crate) struct ForkSearch<'c> {
    corpus: &'c NodeCorpus,
    /// All nodes that could be values, in document order.
    candidates: Vec<Node>,
    positives: Vec<Node>,
    negatives: Vec<Node>,
    limits: SearchLimits,
    fronts: Vec<Front>,
    /// Number of nodes that each rule tried since the last positive accepts.
    known: Vec<(Point, usize)>,
    n_points: usize,
    /// Number of candidates on the pages in use that are no negatives: no solution accepts more.
    n_acceptable: usize,
    /// Whether every candidate on the pages in use is positive or negative.
    knows_all: bool,
    /// Whether a point was skipped because it was too costly or beyond a limit.
    skipped: bool,
    /// Largest l that is tried.
    max_depth: usize,
    /// Whether deeper forks could matter but are beyond the limit.
    depth_cut: bool,
}

impl<'c> ForkSearch<'c> {
    /// A search among `candidates`; they are in document order.
    pub(crate) fn new(
        corpus: &'c NodeCorpus,
        candidates: Vec<Node>,
        variants: &[Variant],
        limits: SearchLimits,
    ) -> Self {
        Self {
            corpus,
            candidates,
            positives: Vec::new(),
            negatives: Vec::new(),
            limits,
            fronts: variants.iter().map(|&variant| Front::new(variant)).collect(),
            known: Vec::new(),
            n_points: 0,
            n_acceptable: usize::MAX,
            knows_all: false,
            skipped: false,
            max_depth: 2,
            depth_cut: false,
        }
    }

    /// Adds alphabets; each refines an existing one.
    pub(crate) fn add_variants(&mut self, variants: &[Variant]) {
        self.fronts.extend(variants.iter().map(|&variant| Front::new(variant)));
    }

    /// Adds nodes that must be accepted.
    pub(crate) fn add_positives(&mut self, nodes: &[Node]) {
        let mut known: BTreeSet<Node> = self.positives.iter().copied().collect();
        self.positives.extend(nodes.iter().filter(|&&node| known.insert(node)));
        self.refresh();
    }

    /// Adds nodes that must be rejected.
    pub(crate) fn add_negatives(&mut self, nodes: &[Node]) {
        let n_pages = self.pages_in_use().len();
        let is_candidate = |node: &&Node| self.candidates.binary_search(node).is_ok();
        self.negatives.extend(nodes.iter().filter(is_candidate));
        self.negatives.sort_unstable();
        self.negatives.dedup();
        if self.pages_in_use().len() > n_pages {
            self.refresh();
        } else {
            self.judge_all();
        }
    }

    /// The rule learnt at a point from the positives.
    pub(crate) fn rule(&self, point: Point) -> Result<Rule<'c>, Exhausted> {
        let mut budget = Budget::new(self.limits.max_steps);
        Rule::learn(self.corpus, &self.positives, point, &mut budget)
    }

    /// Returns the limits on its work.
    pub(super) fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    /// Number of points that the last call of [`Self::best`] tried.
    #[cfg(test)]
    pub(super) fn n_points(&self) -> usize {
        self.n_points
    }

    /// Continues the search from the end of the last call.
    pub(crate) fn best(&mut self) -> SearchOutcome {
        self.n_points = 0;
        self.n_acceptable = self.candidates_in_use().len().saturating_sub(self.negatives.len());
        self.knows_all = self.n_acceptable == self.positives.len();
        loop {
            let best = self.best_solution();
            let bound = best.as_ref().map_or(0, |found| found.accepted.len());
            if bound >= self.n_acceptable {
                return self.outcome(best);
            }
            let Some(next) = self.next_refinement(bound) else { return self.outcome(best) };
            if self.n_points >= self.limits.max_points {
                self.skipped = true;
                return self.outcome(best);
            }
            self.try_point(next.front_at, next.width, next.depth);
        }
    }

    fn outcome(&self, best: Option<FittingRule>) -> SearchOutcome {
        match best {
            Some(found) => SearchOutcome::Found(FittingRule { cut_short: self.skipped, ..found }),
            None if self.skipped || self.depth_cut => SearchOutcome::GaveUp,
            None => SearchOutcome::NotExpressible,
        }
    }

    /// Returns the solution that accepts most; of equal ones the least deep, then the one with the coarser alphabet.
    fn best_solution(&self) -> Option<FittingRule> {
        let points = self.fronts.iter().flat_map(Front::points);
        let solutions = points.filter(|(_, entry)| entry.state == FrontState::Solution);
        let (point, entry) = solutions.min_by(|(a, a_entry), (b, b_entry)| {
            let by_count = b_entry.accepted.len().cmp(&a_entry.accepted.len());
            by_count.then_with(|| self.by_preference(*a, *b))
        })?;
        Some(FittingRule { point, accepted: entry.accepted.clone(), cut_short: false })
    }

    fn try_point(&mut self, front_at: usize, width: usize, depth: usize) {
        let variant = self.fronts[front_at].variant;
        let point = Point { width, depth, variant };
        self.n_points += 1;
        let entry = self.evaluate(point);
        let entries = &mut self.fronts[front_at].entries;
        match (entry, entries.get_mut(depth - 2)) {
            (Some(new), Some(entry)) => *entry = new,
            (Some(new), None) => entries.push(new),
            (None, Some(entry)) => entry.state = FrontState::TooCostly,
            (None, None) => {
                entries.push(WidestForks {
                    width,
                    accepted: Vec::new(),
                    state: FrontState::TooCostly,
                });
            }
        }
    }

    fn evaluate(&mut self, point: Point) -> Option<WidestForks> {
        let mut budget = Budget::new(self.limits.max_steps);
        let candidates = self.accepted_by_coarser(point);
        let rule = Rule::learn(self.corpus, &self.positives, point, &mut budget);
        let accepted = rule.and_then(|rule| rule.select(self.corpus, &candidates, &mut budget));
        let Ok(accepted) = accepted else {
            self.skipped = true;
            return None;
        };
        self.known.push((point, accepted.len()));
        let mut entry = WidestForks { width: point.width, accepted, state: FrontState::Open };
        self.judge(&mut entry, point.depth);
        Some(entry)
    }

    /// Returns the shortest known list that contains all nodes that a rule at `point` accepts.
    fn accepted_by_coarser(&self, point: Point) -> Vec<Node> {
        let points = self.fronts.iter().flat_map(Front::points);
        let coarser = points.filter(|(other, entry)| {
            point.refines(*other)
                && entry.state != FrontState::TooCostly
                && self.known.iter().any(|(known, _)| known == other)
        });
        match coarser.map(|(_, entry)| &entry.accepted).min_by_key(|accepted| accepted.len()) {
            Some(accepted) => accepted.clone(),
            None => self.candidates_in_use(),
        }
    }
}
