//! k, l and alphabet from positive examples alone, by the likelihood of the examples.
//!
//! If a rule found `c` nodes and the examples were drawn from them at random, each had the chance 1/c: of two rules
//! that fit, the one that finds less makes the examples likelier, by a factor that grows with every example. This is
//! weighed against the specificity of the rule, and against examples that it misses when they are left out of learning.
//! (The paper does not publish the heuristic of its own parameterless version.)

use super::corpus::NodeCorpus;
use super::evaluate::Rule;
use super::point::{Point, Variant};
use super::search::SearchLimits;
use unhusk_wrapper::context::internal::fork::{Budget, Node};

/// Largest k and l that are tried.
const MAX_WIDTH: usize = 4;
const MAX_DEPTH: usize = 6;
/// Most examples that are left out in turn: with more, the smallest gain would decide.
const MAX_FOLDS: u8 = 8;

/// Cost of an example that is not found when it is left out.
const MISS_COST: f64 = 3.0;

/// The point at which to learn from `positives` alone; none if every rule is over the limits.
pub(super) fn estimate(
    corpus: &NodeCorpus,
    candidates: &[Node],
    positives: &[Node],
    limits: &SearchLimits,
) -> Option<Point> {
    let estimator = Estimator { corpus, candidates, positives, limits };
    let mut best: Option<(f64, Point)> = None;
    for point in points() {
        let Some(cost) = estimator.cost(point) else { continue };
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, point));
        }
    }
    best.map(|(_, point)| point)
}

/// Returns all points, from coarse to fine.
fn points() -> impl Iterator<Item = Point> {
    Variant::COMMON.into_iter().flat_map(|variant| {
        (1..=MAX_WIDTH).flat_map(move |width| {
            (2..=MAX_DEPTH).map(move |depth| Point { width, depth, variant })
        })
    })
}

struct Estimator<'a> {
    corpus: &'a NodeCorpus,
    candidates: &'a [Node],
    positives: &'a [Node],
    limits: &'a SearchLimits,
}

impl Estimator<'_> {
    /// Returns the cost of a point: low if the examples are likely and the rule is simple.
    fn cost(&self, point: Point) -> Option<f64> {
        let count = f64::from(u32::try_from(self.count(point)?).ok()?);
        let (n_folds, n_missed) = self.leave_out(point)?;
        let examples = f64::from(n_folds) * count.ln() + f64::from(n_missed) * MISS_COST;
        Some(examples + point.cost())
    }

    fn count(&self, point: Point) -> Option<usize> {
        let mut budget = Budget::new(self.limits.max_steps);
        let rule = Rule::learn(self.corpus, self.positives, point, &mut budget).ok()?;
        rule.select(self.corpus, self.candidates, &mut budget).ok().map(|found| found.len())
    }

    /// Returns the number of examples that were left out in turn, and the number of these that the rule from the others
    /// missed.
    fn leave_out(&self, point: Point) -> Option<(u8, u8)> {
        let n_folds = u8::try_from(self.positives.len()).unwrap_or(u8::MAX).min(MAX_FOLDS);
        if n_folds < 2 {
            return Some((n_folds, 0));
        }
        let mut budget = Budget::new(self.limits.max_steps);
        let mut n_missed = 0;
        for fold in 0..n_folds {
            let mut others = self.positives.to_vec();
            let left_out = [others.remove(usize::from(fold))];
            let rule = Rule::learn(self.corpus, &others, point, &mut budget).ok()?;
            n_missed += u8::from(rule.select(self.corpus, &left_out, &mut budget).ok()?.is_empty());
        }
        Some((n_folds, n_missed))
    }
}
