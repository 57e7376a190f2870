//! Candidate skip rules: their results in every row, and their ranks by the heuristics of the source.

use super::arena::TokenArena;
use std::cmp::Reverse;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;

/// A skip rule during the search: its landmarks in the direction of the search.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct SkipDraft {
    pub(super) landmarks: Vec<Vec<Probe>>,
    pub(super) until: bool,
}

impl SkipDraft {
    /// Number of tokens of a row that the rule skips; `None` if a landmark is missing.
    pub(super) fn walk(
        &self,
        arena: &TokenArena,
        row: usize,
        budget: &mut Budget,
    ) -> Option<usize> {
        let lies = arena.rows[row].at.clone();
        let mut at = lies.start;
        let last = self.landmarks.len().saturating_sub(1);
        for (number, landmark) in self.landmarks.iter().enumerate() {
            at = arena.find(landmark, (at, lies.end), budget)?;
            if !(self.until && number == last) {
                at += landmark.len();
            }
        }
        Some(at - lies.start)
    }

    fn n_wildcards(&self) -> usize {
        let all = self.landmarks.iter().flatten();
        all.filter(|probe| matches!(probe, Probe::Class(_))).count()
    }

    fn n_until(&self) -> usize {
        if self.until { self.end_len() } else { 0 }
    }

    fn end_len(&self) -> usize {
        self.landmarks.last().map_or(0, Vec::len)
    }
}

/// A skip rule with its results on the rows that are not covered yet.
#[derive(Debug, Clone)]
pub(super) struct SkipCandidate {
    pub(super) draft: SkipDraft,
    /// Bit set of the rows whose border it finds.
    pub(super) correct: Vec<u64>,
    n_correct: usize,
    /// Rows in which it stops before the border, or finds a border where there is none; one more landmark may help.
    n_early: usize,
    /// Rows in which it finds nothing.
    n_fails: usize,
    n_late: usize,
    /// Number of tokens of the seed between the position found and the border.
    unconsumed: usize,
}

impl SkipCandidate {
    /// Applies the rule to the rows in `open`; `seed` is one of them.
    pub(super) fn new(
        draft: SkipDraft,
        arena: &TokenArena,
        open: &[usize],
        seed: usize,
        budget: &mut Budget,
    ) -> Self {
        let correct = vec![0; arena.rows.len().div_ceil(64)];
        let mut candidate =
            Self { draft, correct, n_correct: 0, n_early: 0, n_fails: 0, n_late: 0, unconsumed: 0 };
        for &row in open {
            let target = arena.rows[row].target;
            match (candidate.draft.walk(arena, row, budget), target) {
                (None, _) => candidate.n_fails += 1,
                (Some(at), Some(target)) if at == target => {
                    candidate.n_correct += 1;
                    candidate.correct[row / 64] |= 1 << (row % 64);
                }
                (Some(at), Some(target)) if at > target => candidate.n_late += 1,
                (Some(at), target) => {
                    candidate.n_early += 1;
                    if row == seed {
                        candidate.unconsumed = target.unwrap_or(at) - at;
                    }
                }
            }
        }
        candidate
    }

    /// Whether the rule is right in every row in which it finds a border.
    pub(super) fn is_perfect(&self) -> bool {
        self.n_correct > 0 && self.n_early == 0 && self.n_late == 0
    }

    pub(super) fn covers(&self, row: usize) -> bool {
        self.correct[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn n_correct(&self) -> usize {
        self.n_correct
    }

    /// Rank as a rule to refine; the greatest is best.
    pub(super) fn as_refiner(&self) -> impl Ord + use<> {
        (
            self.n_correct + self.n_early,
            self.n_early,
            self.n_fails,
            Reverse(self.draft.n_wildcards()),
            Reverse(self.unconsumed),
            Reverse(self.draft.n_until()),
            self.draft.end_len(),
        )
    }

    /// Rank as a result; the greatest is best.
    pub(super) fn as_solution(&self) -> impl Ord + use<> {
        (
            self.n_correct,
            self.n_fails,
            Reverse(self.draft.n_until()),
            Reverse(self.draft.n_wildcards()),
            self.draft.end_len(),
            Reverse(self.unconsumed),
        )
    }
}
