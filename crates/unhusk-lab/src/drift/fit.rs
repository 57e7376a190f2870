//! Fits the weights of the signals to cases with known truth.

use crate::logistic::logistic;
use unhusk::verify::score::{THRESHOLD, Weights};
use unhusk::verify::signals::{N_SIGNALS, Signals};

/// Strength of the regularization.
const RIDGE: f64 = 0.3;
/// Fits weights to signals and whether the field was read wrongly.
pub(super) fn fit(rows: &[(Signals, bool)]) -> Weights {
    let (bias, weights) = logistic::<N_SIGNALS>(rows, RIDGE);
    Weights { bias, weights, threshold: THRESHOLD }
}

#[cfg(test)]
mod tests {
    use super::fit;
    use unhusk::verify::signals::N_SIGNALS;

    #[test]
    fn an_informative_signal_gets_the_weight() {
        let row = |value: f64, is_wrong: bool| {
            let mut signals = [0.0; N_SIGNALS];
            signals[3] = value;
            (signals, is_wrong)
        };
        let rows: Vec<_> =
            (0..40).map(|at| row(f64::from(at) / 20.0, at >= 20 && at != 25 || at == 15)).collect();
        let weights = fit(&rows);
        assert!(weights.weights[3] > 1.0);
        assert!(weights.weights.iter().enumerate().all(|(at, weight)| at == 3 || *weight == 0.0));
        assert!(weights.score(&rows[0].0) < 0.2 && weights.score(&rows[39].0) > 0.8);
    }
}
