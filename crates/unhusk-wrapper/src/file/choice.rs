//! The reason why a wrapper was chosen, with its runner-up, as the saved file keeps it.

use super::Robustness;
use serde::{Deserialize, Serialize};

/// Reason for choosing a wrapper among several that were learnt.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// One sentence.
    pub reason: String,
    /// The second choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner_up: Option<RunnerUp>,
}

/// A wrapper that was not chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunnerUp {
    /// Its class.
    pub class: String,
    /// Number of labelled pages that it reads as labelled.
    pub fits: usize,
    /// Its agreement with the chosen one on pages without labels, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The fields that it reads differently on some page, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<String>,
    /// The share of its values that survives changes of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub robustness: Option<Robustness>,
}

/// Agreement of two wrappers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Agreement {
    /// Pages that both were run on.
    pub pages: usize,
    /// Values that at least one of them reads.
    pub values: usize,
    /// Values that both read.
    pub same: usize,
}

impl Agreement {
    /// Share of the values that both read, 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "counts of values are far below 2^52")]
    pub fn share(self) -> f64 {
        if self.values == 0 { 1.0 } else { self.same.min(self.values) as f64 / self.values as f64 }
    }
}
