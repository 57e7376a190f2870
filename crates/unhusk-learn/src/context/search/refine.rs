//! Choice of the next point: the one that may accept most.

use super::ForkSearch;
use crate::context::front::{Front, FrontState};
use crate::context::point::Point;
use std::cmp::Ordering;

/// A point that may be tried next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Refinement {
    pub(super) front_at: usize,
    pub(super) width: usize,
    pub(super) depth: usize,
}

impl ForkSearch<'_> {
    /// Orders two points with equal promise. If every other node is negative, all solutions accept the same nodes, and
    /// the simplest is preferred; else, as in the paper, the least deep.
    pub(super) fn by_preference(&self, a: Point, b: Point) -> Ordering {
        let by_cost = if self.knows_all { a.cost().total_cmp(&b.cost()) } else { Ordering::Equal };
        let rest = |point: Point| (point.depth, point.width, point.variant);
        by_cost.then_with(|| rest(a).cmp(&rest(b)))
    }

    /// The point to try next: the one that may accept most, if more than `bound`; of equal ones the preferred.
    pub(super) fn next_refinement(&self, bound: usize) -> Option<Refinement> {
        let mut best: Option<(usize, Point, Refinement)> = None;
        for (front_at, front) in self.fronts.iter().enumerate() {
            for refinement in self.refinements(front_at, front) {
                let Refinement { width, depth, .. } = refinement;
                let point = Point { width, depth, variant: front.variant };
                // If all candidates are labelled, every solution accepts exactly the positives.
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

    /// Returns the possible refinements of a front. A variant waits for the coarser ones, whose counts bound its own.
    fn refinements(&self, front_at: usize, front: &Front) -> Vec<Refinement> {
        let open = front.points().filter(|(_, entry)| entry.state == FrontState::Open);
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

    /// Returns the depth at which a front continues with k = 1, unless that cannot yield anything new.
    fn next_depth(&self, front: &Front) -> Option<usize> {
        let depth = front.entries.len() + 2;
        let is_done = front.entries.last().is_some_and(|deepest| {
            deepest.width == 1
                && matches!(deepest.state, FrontState::Solution | FrontState::TooCostly)
        });
        (depth <= self.max_depth && !is_done).then_some(depth)
    }

    /// Returns an upper bound on the nodes that a rule at a refinement accepts: the number that coarser rules accept.
    fn promise(&self, point: Point) -> usize {
        let bounds = self.known.iter().filter(|(coarser, _)| point.refines(*coarser));
        bounds.map(|&(_, count)| count).min().unwrap_or(usize::MAX)
    }
}
