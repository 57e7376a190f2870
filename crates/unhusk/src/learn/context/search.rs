//! The search for k, l and alphabet: the most general rule that accepts the positives and rejects the negatives.
//!
//! More of k, l, tokens or contexts only ever makes a rule accept less. So what a rule accepts bounds what all
//! finer ones do, the most promising point is always tried next, and the search ends when no point that is left
//! can beat the best solution. A new example does not start it anew: rules that accepted a negative still do.

use super::corpus::Corpus;
use super::evaluate::Rule;
use super::front::{Entry, Front, State};
use super::point::{Point, Variant};
use super::surroundings;
use crate::wrapper::context::fork::{Budget, Exhausted, Node};
use std::cmp::Ordering;

/// Counted limits of one search.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SearchLimits {
    /// Points that are tried.
    pub max_points: usize,
    /// Steps (of a few nanoseconds) for one point; a costlier point counts as one that gives nothing.
    pub max_steps: u64,
    /// Largest k.
    pub max_width: usize,
    /// Largest l.
    pub max_depth: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { max_points: 400, max_steps: 20_000_000, max_width: 32, max_depth: 24 }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The best rule, and what it accepts on the pages in use.
    Found(Found),
    /// No rule of this kind tells positives and negatives apart. Exact: no limit was reached.
    NotExpressible,
    /// A limit was reached before any rule fitted.
    GaveUp,
}

/// A rule that fits all examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) point: Point,
    /// In document order.
    pub(crate) accepted: Vec<Node>,
    /// Whether a limit was reached before the search could show that no other rule accepts more.
    pub(crate) cut_short: bool,
}

/// A search that takes examples as they come.
pub(crate) struct Search<'c> {
    corpus: &'c Corpus,
    /// All nodes that could be meant, in document order.
    candidates: Vec<Node>,
    positives: Vec<Node>,
    negatives: Vec<Node>,
    limits: SearchLimits,
    fronts: Vec<Front>,
    /// How many nodes the rules tried since the last positive accept.
    known: Vec<(Point, usize)>,
    n_points: usize,
    /// How many candidates on the pages in use are no negatives: no solution accepts more.
    n_acceptable: usize,
    /// Every candidate on the pages in use is positive or negative.
    knows_all: bool,
    /// A point was skipped because it was too costly or beyond a limit.
    skipped: bool,
    /// Largest l that is tried.
    max_depth: usize,
    /// Deeper forks could matter but are beyond the limit.
    depth_cut: bool,
}

impl<'c> Search<'c> {
    /// A search among `candidates`; they are in document order.
    pub(crate) fn new(
        corpus: &'c Corpus,
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

    /// More alphabets to choose from; each refines one that is there.
    pub(crate) fn add_variants(&mut self, variants: &[Variant]) {
        self.fronts.extend(variants.iter().map(|&variant| Front::new(variant)));
    }

    /// Nodes that must be accepted.
    pub(crate) fn add_positives(&mut self, nodes: &[Node]) {
        for node in nodes {
            if !self.positives.contains(node) {
                self.positives.push(*node);
            }
        }
        self.refresh();
    }

    /// Nodes that must be rejected.
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
        let mut budget = Budget(self.limits.max_steps);
        Rule::learn(self.corpus, &self.positives, point, &mut budget)
    }

    /// Searches on from where the last call ended.
    pub(crate) fn best(&mut self) -> Outcome {
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

    fn outcome(&self, best: Option<Found>) -> Outcome {
        match best {
            Some(found) => Outcome::Found(Found { cut_short: self.skipped, ..found }),
            None if self.skipped || self.depth_cut => Outcome::GaveUp,
            None => Outcome::NotExpressible,
        }
    }

    /// The solution that accepts most; of equal ones the least deep, then the coarser alphabet.
    fn best_solution(&self) -> Option<Found> {
        let points = self.fronts.iter().flat_map(Front::points);
        let solutions = points.filter(|(_, entry)| entry.state == State::Solution);
        let (point, entry) = solutions.min_by(|(a, a_entry), (b, b_entry)| {
            let by_count = b_entry.accepted.len().cmp(&a_entry.accepted.len());
            by_count.then_with(|| self.by_preference(*a, *b))
        })?;
        Some(Found { point, accepted: entry.accepted.clone(), cut_short: false })
    }

    /// Which of two points comes first, all else being equal. If every other node is negative, all solutions
    /// accept the same, and the simplest is taken; else, as in the paper, the least deep.
    fn by_preference(&self, a: Point, b: Point) -> Ordering {
        let by_cost = if self.knows_all { a.cost().total_cmp(&b.cost()) } else { Ordering::Equal };
        let rest = |point: Point| (point.depth, point.width, point.variant);
        by_cost.then_with(|| rest(a).cmp(&rest(b)))
    }

    /// The point to try next: the one that may accept most, if more than `bound`; of equal ones the preferred.
    fn next_refinement(&self, bound: usize) -> Option<Refinement> {
        let mut best: Option<(usize, Point, Refinement)> = None;
        for (front_at, front) in self.fronts.iter().enumerate() {
            for refinement in self.refinements(front_at, front) {
                let Refinement { width, depth, .. } = refinement;
                let point = Point { width, depth, variant: front.variant };
                // If all is known, every solution accepts the positives and nothing else.
                let promise = match self.promise(point) {
                    promise if self.knows_all => promise.min(self.n_acceptable),
                    promise => promise,
                };
                let is_better = best.is_none_or(|(most, other, _)| {
                    promise > most || (promise == most && self.by_preference(point, other).is_lt())
                });
                if promise > bound && is_better {
                    best = Some((promise, point, refinement));
                }
            }
        }
        best.map(|(_, _, refinement)| refinement)
    }

    /// What can be refined in a front. A variant waits for the coarser ones: their counts bound its own.
    fn refinements(&self, front_at: usize, front: &Front) -> Vec<Refinement> {
        let open = front.points().filter(|(_, entry)| entry.state == State::Open);
        let wider = open.map(|(point, _)| (point.width + 1, point.depth));
        let deeper = self.next_depth(front).map(|depth| (1, depth));
        let coarser: Vec<&Front> = self
            .fronts
            .iter()
            .filter(|other| other.variant != front.variant && front.variant.refines(other.variant))
            .collect();
        let is_ready = |&(width, depth): &(usize, usize)| {
            self.knows_all || coarser.iter().all(|other| other.is_past(width, depth))
        };
        let ready = wider.chain(deeper).filter(is_ready);
        ready.map(|(width, depth)| Refinement { front_at, width, depth }).collect()
    }

    /// The depth at which a front goes on with k = 1, unless that cannot give anything new.
    fn next_depth(&self, front: &Front) -> Option<usize> {
        let depth = front.entries.len() + 2;
        let is_done = front.entries.last().is_some_and(|deepest| {
            deepest.width == 1 && matches!(deepest.state, State::Solution | State::TooCostly)
        });
        (depth <= self.max_depth && !is_done).then_some(depth)
    }

    /// The most that a rule at a refinement can accept: what coarser rules are known to accept.
    fn promise(&self, point: Point) -> usize {
        let bounds = self.known.iter().filter(|(coarser, _)| point.refines(*coarser));
        bounds.map(|&(_, count)| count).min().unwrap_or(usize::MAX)
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
            (None, Some(entry)) => entry.state = State::TooCostly,
            (None, None) => {
                entries.push(Entry { width, accepted: Vec::new(), state: State::TooCostly });
            }
        }
    }

    fn evaluate(&mut self, point: Point) -> Option<Entry> {
        let mut budget = Budget(self.limits.max_steps);
        let candidates = self.accepted_by_coarser(point);
        let rule = Rule::learn(self.corpus, &self.positives, point, &mut budget);
        let accepted = rule.and_then(|rule| rule.select(self.corpus, &candidates, &mut budget));
        let Ok(accepted) = accepted else {
            self.skipped = true;
            return None;
        };
        self.known.push((point, accepted.len()));
        let mut entry = Entry { width: point.width, accepted, state: State::Open };
        self.judge(&mut entry, point.depth);
        Some(entry)
    }

    /// The shortest list that surely holds all that a rule at `point` accepts.
    fn accepted_by_coarser(&self, point: Point) -> Vec<Node> {
        let points = self.fronts.iter().flat_map(Front::points);
        let coarser = points.filter(|(other, entry)| {
            point.refines(*other)
                && entry.state != State::TooCostly
                && self.known.iter().any(|(known, _)| known == other)
        });
        match coarser.map(|(_, entry)| &entry.accepted).min_by_key(|accepted| accepted.len()) {
            Some(accepted) => accepted.clone(),
            None => self.candidates_in_use(),
        }
    }

    /// Solution, open, or hopeless: a rejected negative stays rejected when forks get wider, an accepted one
    /// stays accepted once forks are wider than all that is near it and near the positives.
    fn judge(&mut self, entry: &mut Entry, depth: usize) {
        let accepted_negative =
            self.negatives.iter().find(|negative| entry.accepted.binary_search(negative).is_ok());
        let Some(&negative) = accepted_negative else {
            entry.state = State::Solution;
            return;
        };
        entry.state = State::Open;
        let mut budget = Budget(self.limits.max_steps);
        let mut widest = 0;
        for &example in self.positives.iter().chain([&negative]) {
            let Ok(width) =
                surroundings::widest(self.corpus.outline(), example, depth, &mut budget)
            else {
                widest = usize::MAX;
                break;
            };
            widest = widest.max(width);
            if widest > entry.width {
                break;
            }
        }
        if entry.width >= widest {
            entry.state = State::Hopeless;
        } else if entry.width >= self.limits.max_width {
            entry.state = State::TooCostly;
            self.skipped = true;
        }
    }

    /// Judges all entries again after negatives have come.
    fn judge_all(&mut self) {
        let mut fronts = std::mem::take(&mut self.fronts);
        for front in &mut fronts {
            for (depth, entry) in (2..).zip(&mut front.entries) {
                if entry.state == State::Solution {
                    self.judge(entry, depth);
                }
            }
        }
        self.fronts = fronts;
    }

    /// Counts again what the rules of the fronts accept, after positives or pages have come.
    fn refresh(&mut self) {
        self.known.clear();
        let heights = self.pages_in_use().into_iter().map(|page| self.height(page));
        // Deeper forks than the page are all the same.
        let deepest = heights.max().unwrap_or(0) + 1;
        self.max_depth = deepest.clamp(2, self.limits.max_depth.max(2));
        self.depth_cut = deepest > self.max_depth;
        for front_at in 0..self.fronts.len() {
            for at in 0..self.fronts[front_at].entries.len() {
                let entry = &self.fronts[front_at].entries[at];
                if matches!(entry.state, State::Open | State::Solution) {
                    self.try_point(front_at, entry.width, at + 2);
                }
            }
        }
    }

    fn height(&self, page: usize) -> usize {
        let outline = self.corpus.outline();
        let nodes = self.corpus.pages()[page].clone();
        let start = nodes.start;
        let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let above = outline.parent(node).map(|parent| depths[(parent - start) as usize]);
            depths.push(above.map_or(0, |above| above + 1));
        }
        depths.into_iter().max().unwrap_or(0)
    }

    fn pages_in_use(&self) -> Vec<usize> {
        let examples = self.positives.iter().chain(&self.negatives);
        let mut pages: Vec<usize> = examples.map(|&node| self.corpus.page_of(node)).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    fn candidates_in_use(&self) -> Vec<Node> {
        let mut in_use = Vec::new();
        for page in self.pages_in_use() {
            let nodes = &self.corpus.pages()[page];
            let start = self.candidates.partition_point(|&node| node < nodes.start);
            let end = self.candidates.partition_point(|&node| node < nodes.end);
            in_use.extend_from_slice(&self.candidates[start..end]);
        }
        in_use
    }
}

/// A point that may be tried next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Refinement {
    front_at: usize,
    width: usize,
    depth: usize,
}
