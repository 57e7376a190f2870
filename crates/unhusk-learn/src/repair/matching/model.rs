//! The probability that a column is the field: a softmax over the columns of the pages, and over "none of them".
//!
//! Fitted by `unhusk-lab drift --real` on the real redesigns of one half of the sites.

use super::features::{MatchFeatures, N_MATCH_FEATURES};

/// The parameters of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchModel {
    /// The logit of "none of the columns".
    pub none: f64,
    /// The weight of each feature.
    pub weights: [f64; N_MATCH_FEATURES],
}

/// Fitted on the half of the sites that is not reported.
const FITTED: (f64, [f64; N_MATCH_FEATURES]) = (
    1.73,
    [
        -1.64, -1.16, -0.11, 0.32, -1.93, 0.97, 1.08, 0.20, 0.87, -0.17, 0.51, 2.57, 3.12, -0.55,
        1.28, 0.40, 2.03, 1.09, -1.11, -1.51, -1.89, 0.00, 2.07, -0.61, -1.07, -2.20,
    ],
);

impl Default for MatchModel {
    fn default() -> Self {
        Self { none: FITTED.0, weights: FITTED.1 }
    }
}

impl MatchModel {
    /// The logit of a column.
    pub fn logit(&self, features: &MatchFeatures) -> f64 {
        self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}
