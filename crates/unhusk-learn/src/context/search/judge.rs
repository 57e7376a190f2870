//! Classifies a rule: a solution, open to wider forks, or hopeless.

use super::ForkSearch;
use crate::context::front::{FrontState, WidestForks};
use crate::context::surroundings;
use unhusk_wrapper::context::internal::fork::Budget;

impl ForkSearch<'_> {
    /// Sets the state of an entry: a rejected negative stays rejected when forks get wider; an accepted one stays
    /// accepted once forks are wider than everything near it and near the positives.
    pub(super) fn judge(&mut self, entry: &mut WidestForks, depth: usize) {
        let accepted_negative =
            self.negatives.iter().find(|negative| entry.accepted.binary_search(negative).is_ok());
        let Some(&negative) = accepted_negative else {
            entry.state = FrontState::Solution;
            return;
        };
        entry.state = FrontState::Open;
        let mut budget = Budget::new(self.limits.max_steps);
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
            entry.state = FrontState::Hopeless;
        } else if entry.width >= self.limits.max_width {
            entry.state = FrontState::TooCostly;
            self.skipped = true;
        }
    }

    /// Classifies all entries again after negatives were added.
    pub(super) fn judge_all(&mut self) {
        let mut fronts = std::mem::take(&mut self.fronts);
        for front in &mut fronts {
            for (depth, entry) in (2..).zip(&mut front.entries) {
                if entry.state == FrontState::Solution {
                    self.judge(entry, depth);
                }
            }
        }
        self.fronts = fronts;
    }

    /// Recomputes the nodes that the rules of the fronts accept, after positives or pages were added.
    pub(super) fn refresh(&mut self) {
        self.known.clear();
        let heights = self.pages_in_use().into_iter().map(|page| self.height(page));
        // Forks deeper than the page are all equal.
        let deepest = heights.max().unwrap_or(0) + 1;
        self.max_depth = deepest.clamp(2, self.limits.max_depth.max(2));
        self.depth_cut = deepest > self.max_depth;
        for front_at in 0..self.fronts.len() {
            for at in 0..self.fronts[front_at].entries.len() {
                let entry = &self.fronts[front_at].entries[at];
                if matches!(entry.state, FrontState::Open | FrontState::Solution) {
                    self.try_point(front_at, entry.width, at + 2);
                }
            }
        }
    }
}
