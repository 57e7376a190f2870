//! One way that is tried, what it does on every row, and how it ranks: the heuristics of the source.

use super::arena::Arena;
use std::cmp::Reverse;
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::internal::run::Probe;

/// A way as it is searched: its landmarks in the order in which they are met.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Draft {
    pub(super) landmarks: Vec<Vec<Probe>>,
    pub(super) until: bool,
}

impl Draft {
    /// How far into a row the way leads; none if it fails.
    pub(super) fn walk(&self, arena: &Arena, row: usize, budget: &mut Budget) -> Option<usize> {
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

/// A way with what it does on the rows that are not covered yet.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) draft: Draft,
    /// The rows whose border it finds, a bit each.
    pub(super) correct: Vec<u64>,
    n_correct: usize,
    /// Rows in which it stops before the border, or finds one where there is none: another landmark may help.
    n_early: usize,
    /// Rows in which it finds nothing.
    n_fails: usize,
    n_late: usize,
    /// Tokens of the seed between where it leads and the border.
    unconsumed: usize,
}

impl Candidate {
    /// Walks the way on the rows in `open`; `seed` is one of them.
    pub(super) fn new(
        draft: Draft,
        arena: &Arena,
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

    /// Whether it is right wherever it does not fail.
    pub(super) fn is_perfect(&self) -> bool {
        self.n_correct > 0 && self.n_early == 0 && self.n_late == 0
    }

    pub(super) fn covers(&self, row: usize) -> bool {
        self.correct[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn n_correct(&self) -> usize {
        self.n_correct
    }

    /// What speaks for refining it; the greatest first.
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

    /// What speaks for taking it; the greatest first.
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
