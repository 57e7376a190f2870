//! How likely a field is read wrongly, by what differs: a logistic model of the [`signals`](super::signals).
//!
//! The weights were fitted by `unhusk-lab drift` on simulated redesigns of the sites of SWDE, WIEN and Estuka. What it
//! reports was judged with weights fitted on the other half of the sites (`docs/results/drift.md`).

use super::signals::{N_SIGNALS, Signals};

/// Weights of the signals.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// What speaks against an alarm when nothing differs.
    pub bias: f64,
    /// One for each signal.
    pub weights: [f64; N_SIGNALS],
    /// The score from which on a field raises an alarm.
    pub threshold: f64,
}

/// The score of an alarm: chosen by hand, on figures of all sites at hand, where recall falls off for little precision.
pub const THRESHOLD: f64 = 0.3;

/// Fitted on all sites; in the order of [`NAMES`](super::signals::NAMES).
const FITTED: (f64, [f64; N_SIGNALS]) = (
    -6.22,
    [
        3.08, 2.65, 2.72, 0.63, 0.9, 1.99, 2.52, 0.31, -1.67, 1.59, 5.56, 2.58, 4.07, 2.83, 1.49,
        2.78, 2.59, 2.95, 1.83, 1.05,
    ],
);

impl Default for Weights {
    fn default() -> Self {
        Self { bias: FITTED.0, weights: FITTED.1, threshold: THRESHOLD }
    }
}

impl Weights {
    /// How likely a field with these signals is read wrongly.
    pub fn score(&self, signals: &Signals) -> f64 {
        let sum: f64 =
            self.weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }

    /// Whether a field with this score raises an alarm.
    pub fn is_alarm(&self, score: f64) -> bool {
        score >= self.threshold
    }

    /// The signals that speak for an alarm, the weightiest first.
    pub fn by_weight(&self, signals: &Signals) -> Vec<usize> {
        let part = |at: usize| self.weights[at] * signals[at];
        let mut positions: Vec<usize> = (0..N_SIGNALS).filter(|at| part(*at) > 0.3).collect();
        positions.sort_by(|a, b| part(*b).total_cmp(&part(*a)));
        positions
    }
}
