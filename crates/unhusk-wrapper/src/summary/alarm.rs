//! Whether a field is probably read wrongly on pages that have not changed.
//!
//! [Verification](crate::verify) asks whether pages differ from the baseline. After one or two labelled pages, a field can
//! be wrong on pages of the same site: its rules point at different texts, it is missing far more often than on the
//! labelled pages, or its values are of several kinds. A logistic model weighs this evidence together with the signals of
//! verification: rules that disagree matter less where all values look alike.

use super::format::mixed;
use crate::profile::{FieldProfile, Profile};
use crate::verify::FieldVerdict;
use crate::verify::signals::{N_SIGNALS, Signals, at};

/// The number of inputs of the model: the signals of verification, and nine more.
pub const N_INPUTS: usize = N_SIGNALS + 9;

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
    /// How evenly the values divide into those with the format of the labelled ones and others. A format that hardly
    /// any value has is that of an exception that was labelled.
    pub(super) const TWO_FORMATS: usize = N_SIGNALS + 4;
    /// How evenly the values divide into those that the pages' own data names as before and others.
    pub(super) const HALF_NAMED: usize = N_SIGNALS + 5;
    /// Contest of values that do not look as on the labelled pages.
    pub(super) const UNLIKE_CONTEST: usize = N_SIGNALS + 6;
    /// How evenly the values divide into doubtful and other ones: rules that always disagree differ in what they
    /// select, rules that disagree on some pages show that these differ.
    pub(super) const HALF_DOUBTED: usize = N_SIGNALS + 7;
    /// Contest of values that the pages' own data names as before.
    pub(super) const NAMED_CONTEST: usize = N_SIGNALS + 8;
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
    -4.51,
    [
        1.82, 2.61, 0.61, 0.24, 0.45, -0.93, 0.12, 0.52, 0.09, 1.54, 0.03, -0.10, -0.08, 0.91,
        -0.09, 0.00, -0.06, 0.48, 1.52, 1.75, 0.58, -1.78, 0.94, 0.11, 0.00, 0.43, 0.00, 1.18,
        1.48, 0.49, 0.23, 2.10, 1.84, 0.22, 1.35, 0.14,
    ],
    -1.73,
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
        inputs[input::TWO_FORMATS] = evenness(inputs[input::MIXED]);
        inputs[input::HALF_NAMED] = half_named(&verdict.signals);
        inputs[input::UNLIKE_CONTEST] =
            inputs[input::CONTEST] * verdict.signals[at::SHAPE].min(LARGEST_SHAPE);
        inputs[input::HALF_DOUBTED] = evenness(inputs[input::DOUBT]);
        inputs[input::NAMED_CONTEST] = inputs[input::CONTEST] * verdict.signals[at::NAMED];
        Self { inputs, is_gone: after.cells > 0 && after.filled == 0 }
    }
}

/// A larger distance of the features says no more.
const LARGEST_SHAPE: f64 = 2.0;
/// The least share of values that names tell something about.
const MIN_NAMED: f64 = 0.3;

/// How evenly a share divides a whole: 1 for a half, 0 for nothing and for all.
fn evenness(share: f64) -> f64 {
    4.0 * share * (1.0 - share)
}

fn half_named(signals: &Signals) -> f64 {
    let (named, misnamed) = (signals[at::NAMED], signals[at::MISNAMED]);
    4.0 * named * misnamed / (named + misnamed).max(MIN_NAMED)
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
            + part(input::UNLIKE_CONTEST)
            + part(input::HALF_DOUBTED)
            + part(input::NAMED_CONTEST)
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

#[cfg(test)]
mod tests {
    use super::{AlarmEvidence, AlarmModel, AlarmReason, N_INPUTS, evenness, input};

    fn alarm(inputs: &[(usize, f64)]) -> Option<AlarmReason> {
        let mut evidence = AlarmEvidence { inputs: [0.0; N_INPUTS], is_gone: false };
        for (position, value) in inputs {
            evidence.inputs[*position] = *value;
        }
        AlarmModel::default().alarm(&evidence)
    }

    #[test]
    fn a_half_is_the_most_even_share() {
        for (share, expected) in [(0.0, 0.0), (0.5, 1.0), (1.0, 0.0)] {
            assert!((evenness(share) - expected).abs() < 1e-12, "{share}");
        }
    }

    #[test]
    fn rules_that_always_disagree_are_no_alarm_by_themselves() {
        assert_eq!(alarm(&[]), None);
        assert_eq!(alarm(&[(input::DOUBT, 1.0), (input::CONTEST, 0.1)]), None);
    }

    #[test]
    fn half_of_the_values_in_doubt_and_of_another_format_are_an_alarm() {
        let half = [
            (input::DOUBT, 0.5),
            (input::HALF_DOUBTED, 1.0),
            (input::CONTEST, 0.2),
            (input::MIXED, 0.5),
            (input::TWO_FORMATS, 1.0),
        ];
        assert!(alarm(&half).is_some());
    }
}
