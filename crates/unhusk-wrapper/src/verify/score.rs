//! A logistic model of the [`signals`](super::signals): the probability that a field is read wrongly.
//!
//! The weights were fitted by `unhusk-lab drift` on simulated redesigns of the sites of SWDE, WIEN and Estuka. The
//! figures in `docs/results/drift.md` were measured with weights fitted on the other half of the sites.

use super::signals::{N_SIGNALS, Signals};
use crate::sort;

/// The parameters of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The log odds that a field is read wrongly if all signals are 0.
    pub bias: f64,
    /// The weight of each signal.
    pub weights: [f64; N_SIGNALS],
    /// The smallest score that raises an alarm.
    pub threshold: f64,
}

/// The smallest score that raises an alarm: chosen by hand on all sites, where recall falls for little gain in
/// precision.
pub const THRESHOLD: f64 = 0.3;

/// Fitted on all sites, except the last seven, which were chosen by hand on the real redesigns: the
/// simulated ones keep the pages' own data. In the order of [`NAMES`](super::signals::NAMES).
const FITTED: (f64, [f64; N_SIGNALS]) = (
    -6.22,
    [
        3.08, 2.65, 2.72, 0.63, 0.9, 1.99, 2.52, 0.31, -1.67, 1.59, 5.56, 2.58, 4.07, 2.83, 1.49,
        2.78, 2.59, 2.95, 1.83, 1.05, 3.0, -2.0, 0.0, 0.5, 1.0, 1.5, 4.0,
    ],
);

impl Default for Weights {
    fn default() -> Self {
        Self { bias: FITTED.0, weights: FITTED.1, threshold: THRESHOLD }
    }
}

impl Weights {
    /// The probability that a field with these signals is read wrongly.
    pub fn score(&self, signals: &Signals) -> f64 {
        let sum: f64 =
            self.weights.iter().zip(signals).map(|(weight, signal)| weight * signal).sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }

    /// Whether a field with this score raises an alarm.
    pub fn is_alarm(&self, score: f64) -> bool {
        score >= self.threshold
    }

    /// The signals that contribute to an alarm, the largest contribution first.
    pub fn by_weight(&self, signals: &Signals) -> Vec<usize> {
        let part = |at: usize| self.weights[at] * signals[at];
        let mut positions: Vec<usize> = (0..N_SIGNALS).filter(|at| part(*at) > 0.3).collect();
        sort::by(&mut positions, |a, b| part(*b).total_cmp(&part(*a)));
        positions
    }
}
