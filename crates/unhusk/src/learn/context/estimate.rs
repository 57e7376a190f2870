//! k and l from positive examples alone, by how what is found changes as rules get finer.
//!
//! As forks grow, a rule first loses what merely looks alike, then for a long time nothing, then the values
//! that differ a little from the examples. The right rule lies where nothing is lost: on the *plateau*. And a
//! rule that is too fine shows itself: it does not find an example that it was not learnt from.

use super::corpus::Corpus;
use super::evaluate::Rule;
use super::point::{Point, Variant};
use super::search::SearchLimits;
use crate::wrapper::context::fork::{Budget, Node};

/// Largest k and l that are looked at.
const MAX_WIDTH: usize = 4;
const MAX_DEPTH: usize = 6;
/// So many examples are left out in turn.
const MAX_FOLDS: usize = 8;

/// The point at which to learn from `positives` alone; none if every rule is over the limits.
pub(super) fn estimate(
    corpus: &Corpus,
    candidates: &[Node],
    positives: &[Node],
    limits: &SearchLimits,
) -> Option<Point> {
    let estimator = Estimator { corpus, candidates, positives, limits };
    let plain = estimator.best(Variant::COMMON[0]);
    let with_contexts = estimator.best(Variant::COMMON[1]);
    // Contexts are worth it if they say in fewer levels what tags say in more.
    match (plain, with_contexts) {
        (Some(plain), Some(contexts)) if contexts.depth < plain.depth => Some(contexts),
        (plain, contexts) => plain.or(contexts),
    }
}

struct Estimator<'a> {
    corpus: &'a Corpus,
    candidates: &'a [Node],
    positives: &'a [Node],
    limits: &'a SearchLimits,
}

/// What is known of one point.
#[derive(Clone, Copy)]
struct Measured {
    point: Point,
    count: usize,
}

impl Estimator<'_> {
    /// The corner of the largest plateau.
    fn best(&self, variant: Variant) -> Option<Point> {
        let measured = self.measure(variant);
        let size = |corner: &Measured| {
            let same = |other: &&Measured| {
                other.count == corner.count && other.point.refines(corner.point)
            };
            measured.iter().filter(same).count()
        };
        let key = |corner: &&Measured| {
            let Point { width, depth, .. } = corner.point;
            (size(corner), corner.count, usize::MAX - depth, usize::MAX - width)
        };
        measured.iter().max_by_key(key).map(|corner| corner.point)
    }

    /// All points whose rules find every example that is left out, with what they find.
    fn measure(&self, variant: Variant) -> Vec<Measured> {
        let mut measured: Vec<Measured> = Vec::new();
        for width in 1..=MAX_WIDTH {
            for depth in 2..=MAX_DEPTH {
                let point = Point { width, depth, variant };
                let is_fit = self.finds_what_is_left_out(point);
                let Some(count) = self.count(point).filter(|_| is_fit) else { break };
                measured.push(Measured { point, count });
            }
        }
        measured
    }

    fn count(&self, point: Point) -> Option<usize> {
        let mut budget = Budget(self.limits.max_steps);
        let rule = Rule::learn(self.corpus, self.positives, point, &mut budget).ok()?;
        rule.select(self.corpus, self.candidates, &mut budget).ok().map(|found| found.len())
    }

    fn finds_what_is_left_out(&self, point: Point) -> bool {
        if self.positives.len() < 2 {
            return true;
        }
        let mut budget = Budget(self.limits.max_steps);
        (0..self.positives.len().min(MAX_FOLDS)).all(|fold| {
            let mut others = self.positives.to_vec();
            let left_out = [others.remove(fold)];
            let rule = Rule::learn(self.corpus, &others, point, &mut budget);
            let found = rule.and_then(|rule| rule.select(self.corpus, &left_out, &mut budget));
            found.is_ok_and(|found| found.len() == 1)
        })
    }
}
