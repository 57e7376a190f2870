//! Whether a field is probably read wrongly on pages that have not changed.
//!
//! [Verification](crate::verify) asks whether pages differ from the baseline. After one or two labelled pages, a field can
//! be wrong on pages of the same site, and two kinds of evidence show it: the rules of the field point at different
//! texts, or the field is missing far more often than on the labelled pages.

use crate::profile::{FieldProfile, Profile};
use crate::verify::FieldVerdict;
use crate::verify::signals::at;

/// The evidence of a run about one field.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AlarmEvidence {
    /// Share of the values whose confidence is low.
    pub doubt: f64,
    /// Mean share of the runner-up in the votes for the winner and the runner-up.
    pub contest: f64,
    /// Mean share of the votes that values did not win.
    pub votes_lost: f64,
    /// How surprising the number of records without the field is.
    pub gaps: f64,
    /// Whether no record has the field.
    pub is_gone: bool,
}

/// The least evidence that raises an alarm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlarmThresholds {
    /// Of [`AlarmEvidence::doubt`], [`contest`](AlarmEvidence::contest) and
    /// [`votes_lost`](AlarmEvidence::votes_lost), all of which are required.
    pub doubt: f64,
    /// See `doubt`.
    pub contest: f64,
    /// See `doubt`.
    pub votes_lost: f64,
    /// Of [`AlarmEvidence::gaps`].
    pub gaps: f64,
}

/// Chosen by `unhusk-lab alarm` on all sites. `docs/results/alarm.md` has the figures for thresholds that were chosen on
/// the other half of the sites.
impl Default for AlarmThresholds {
    fn default() -> Self {
        Self { doubt: 0.3, contest: 0.12, votes_lost: 0.2, gaps: 0.4 }
    }
}

/// Why a field is probably read wrongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlarmReason {
    /// No record has it.
    Gone,
    /// It is missing more often than it was.
    Gaps,
    /// Its rules point at different texts.
    Contest,
}

impl AlarmEvidence {
    /// The evidence in a profile of the run, and in the verdict on the field.
    pub fn of(now: &Profile, position: usize, verdict: &FieldVerdict) -> Self {
        let Some(field) = now.fields.get(position) else { return Self::default() };
        Self {
            doubt: field.doubtful_share(),
            contest: field.contest.mean() / 1000.0,
            votes_lost: votes_lost(field),
            gaps: verdict.signals[at::GAPS],
            is_gone: field.cells > 0 && field.filled == 0,
        }
    }
}

fn votes_lost(field: &FieldProfile) -> f64 {
    if field.votes.count() == 0 { 0.0 } else { 1.0 - field.votes.mean() / 1000.0 }
}

impl AlarmThresholds {
    /// Why the evidence raises an alarm; `None` if it does not.
    pub fn alarm(&self, evidence: &AlarmEvidence) -> Option<AlarmReason> {
        let is_contested = evidence.doubt >= self.doubt
            && evidence.contest >= self.contest
            && evidence.votes_lost >= self.votes_lost;
        if evidence.is_gone {
            Some(AlarmReason::Gone)
        } else if evidence.gaps >= self.gaps {
            Some(AlarmReason::Gaps)
        } else {
            is_contested.then_some(AlarmReason::Contest)
        }
    }
}
