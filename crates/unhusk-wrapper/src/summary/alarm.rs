//! Whether a field is probably read wrongly on pages that have not changed.
//!
//! [Verification](crate::verify) asks whether pages differ from the baseline. After one or two labelled pages, a field can
//! be wrong on pages of the same site: its rules point at different texts, it is missing far more often than on the
//! labelled pages, or its values are of several kinds. A logistic model weighs this evidence together with the signals of
//! verification: rules that disagree matter less where all values look alike.

use super::format::mixed;
use crate::profile::{FieldProfile, Profile};
use crate::verify::FieldVerdict;
use crate::verify::signals::{N_SIGNALS, at};

/// The number of inputs of the model: the signals of verification, and four more.
pub const N_INPUTS: usize = N_SIGNALS + 4;

/// Positions of the inputs after the signals.
mod input {
    use super::N_SIGNALS;
    /// Share of the values whose confidence is low.
    pub(super) const DOUBT: usize = N_SIGNALS;
    /// Mean share of the runner-up in the votes for the winner and the runner-up.
    pub(super) const CONTEST: usize = N_SIGNALS + 1;
    /// Mean share of the votes that values did not win.
    pub(super) const VOTES_LOST: usize = N_SIGNALS + 2;
    /// Share of the values that do not have the format of the labelled ones.
    pub(super) const MIXED: usize = N_SIGNALS + 3;
}

/// The evidence of a run about one field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlarmEvidence {
    /// The inputs of the model.
    pub inputs: [f64; N_INPUTS],
    /// Whether no record has the field.
    pub is_gone: bool,
}

/// A logistic model of the evidence: the probability that a field is read wrongly.
#[derive(Debug, Clone, PartialEq)]
pub struct AlarmModel {
    /// The log odds without any evidence.
    pub bias: f64,
    /// The weight of each input.
    pub weights: [f64; N_INPUTS],
    /// The least log odds that raise an alarm.
    pub threshold: f64,
}

/// Fitted by `unhusk-lab alarm` on all sites. `docs/results/alarm.md` has the figures for models that were fitted on the
/// other half of the sites.
impl Default for AlarmModel {
    fn default() -> Self {
        Self { bias: FITTED.0, weights: FITTED.1, threshold: FITTED.2 }
    }
}

const FITTED: (f64, [f64; N_INPUTS], f64) = (
    -4.52,
    [
        1.81, 2.57, 0.73, 0.60, 0.15, -1.18, 0.20, 0.50, 0.39, 1.72, 0.20, -0.12, -0.10, 0.85,
        -0.14, 0.00, -0.08, 0.44, 1.92, 1.89, 0.0, 0.0, 0.0, 0.0, 1.70, 1.88, 0.44, 1.84,
    ],
    -1.95,
);

/// Why a field is probably read wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlarmReason {
    /// No record has it.
    Gone,
    /// It is missing more often than it was.
    Gaps,
    /// Its rules point at different texts.
    Contest,
    /// Its values do not look as on the labelled pages, or not like each other.
    Unlike,
}

impl AlarmEvidence {
    /// The evidence in the profiles of the labelled pages and of the run, and in the verdict on the field.
    pub fn of(healthy: &Profile, now: &Profile, position: usize, verdict: &FieldVerdict) -> Self {
        let mut inputs = [0.0; N_INPUTS];
        inputs[..N_SIGNALS].copy_from_slice(&verdict.signals);
        let (Some(before), Some(after)) = (healthy.fields.get(position), now.fields.get(position))
        else {
            return Self { inputs, is_gone: false };
        };
        inputs[input::DOUBT] = after.doubtful_share();
        inputs[input::CONTEST] = after.contest.mean() / 1000.0;
        inputs[input::VOTES_LOST] = votes_lost(after);
        inputs[input::MIXED] = mixed(before, after);
        Self { inputs, is_gone: after.cells > 0 && after.filled == 0 }
    }
}

fn votes_lost(field: &FieldProfile) -> f64 {
    if field.votes.count() == 0 { 0.0 } else { 1.0 - field.votes.mean() / 1000.0 }
}

impl AlarmModel {
    /// The log odds that the field is read wrongly.
    pub fn logit(&self, evidence: &AlarmEvidence) -> f64 {
        let parts = self.weights.iter().zip(evidence.inputs).map(|(weight, input)| weight * input);
        self.bias + parts.sum::<f64>()
    }

    /// Why the evidence raises an alarm; `None` if it does not.
    pub fn alarm(&self, evidence: &AlarmEvidence) -> Option<AlarmReason> {
        if evidence.is_gone {
            return Some(AlarmReason::Gone);
        }
        if self.logit(evidence) < self.threshold {
            return None;
        }
        let part = |at: usize| self.weights[at] * evidence.inputs[at];
        let gaps = part(at::GAPS) + part(at::MISSING);
        let contest = part(input::CONTEST)
            + part(input::DOUBT)
            + part(input::VOTES_LOST)
            + part(at::VOTES)
            + part(at::CONTEST)
            + part(at::DOUBT);
        let all: f64 = (0..N_INPUTS).map(part).sum();
        let unlike = all - gaps - contest;
        Some(if gaps >= contest && gaps >= unlike {
            AlarmReason::Gaps
        } else if contest >= unlike {
            AlarmReason::Contest
        } else {
            AlarmReason::Unlike
        })
    }
}
