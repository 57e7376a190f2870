//! One line of the figures.

use super::PAGES;
use super::simulate::ErrorKind;
use super::trial::TrialOutcome;
use std::fmt;

/// Error rate and number of the imperfect recognizers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoiseSetting {
    pub(super) percent: u32,
    pub(super) n_imperfect: usize,
    pub(super) kind: ErrorKind,
}

impl fmt::Display for NoiseSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %, {} imperfect, {:?}", self.percent, self.n_imperfect, self.kind)
    }
}

/// Results of all trials of one site and setting.
#[derive(Debug, Clone, serde::Serialize)]
pub(super) struct CorroborateRow {
    pub(super) site: String,
    pub(super) fields: usize,
    /// Whether its records nest.
    pub(super) nested: bool,
    pub(super) percent: u32,
    pub(super) imperfect: usize,
    pub(super) kind: ErrorKind,
    pub(super) trials: usize,
    /// Trials in which all labels and the wrapper were right, by number of pages.
    pub(super) right_1: usize,
    pub(super) right_2: usize,
    pub(super) right_3: usize,
    pub(super) right_5: usize,
    pub(super) right_10: usize,
    /// Trials in which all labels were right from three pages, and in which the wrapper was.
    pub(super) labels_3: usize,
    pub(super) wrapper_3: usize,
    /// Pages until both were right, summed over the trials in which they were.
    pub(super) pages: usize,
    /// Trials in which they never were.
    pub(super) never: usize,
    /// Longest time to resolve three pages, in milliseconds.
    pub(super) ms_3: f64,
}

impl CorroborateRow {
    pub(super) fn new(site: &str, fields: usize, setting: &NoiseSetting) -> Self {
        Self {
            site: site.to_owned(),
            fields,
            nested: false,
            percent: setting.percent,
            imperfect: setting.n_imperfect,
            kind: setting.kind,
            trials: 0,
            right_1: 0,
            right_2: 0,
            right_3: 0,
            right_5: 0,
            right_10: 0,
            labels_3: 0,
            wrapper_3: 0,
            pages: 0,
            never: 0,
            ms_3: 0.0,
        }
    }

    /// Adds one trial.
    pub(super) fn add(&mut self, outcomes: &[(usize, TrialOutcome)]) {
        self.trials += 1;
        for (n_pages, outcome) in outcomes {
            let right = usize::from(outcome.failure.is_none());
            match n_pages {
                1 => self.right_1 += right,
                2 => self.right_2 += right,
                3 => {
                    self.right_3 += right;
                    self.labels_3 += usize::from(outcome.labels);
                    self.wrapper_3 += usize::from(outcome.wrapper);
                    self.ms_3 = self.ms_3.max(outcome.milliseconds);
                }
                5 => self.right_5 += right,
                _ => self.right_10 += right,
            }
        }
        match outcomes.iter().find(|(_, outcome)| outcome.failure.is_none()) {
            Some((n_pages, _)) => self.pages += n_pages,
            None => self.never += 1,
        }
    }

    /// Returns the number of right trials for each number of pages.
    pub(super) fn right(&self) -> [usize; PAGES.len()] {
        [self.right_1, self.right_2, self.right_3, self.right_5, self.right_10]
    }
}
