//! BWI: values begin and end where enough weighted detectors match.
//!
//! # What it learns
//! For both boundaries of every field a few weighted *detectors*, pairs of token patterns before and after the
//! boundary, and the distribution of value lengths in tokens.
//!
//! # How
//! `AdaBoost` over all positions between two tokens of the examples ([`boost`]): in every round the weak learner
//! extends a detector by up to three tokens at a time on either side, as long as it separates boundaries from other
//! positions better under the current weights; positions that it classifies correctly then lose weight ([`weak`]).
//!
//! # Fits / does not fit
//! Boundaries that a few tokens around them determine. Pages with one record, or with fields in strict rotation.
//!
//! # Cost
//! A round evaluates some hundred candidates at the occurrences of their rarest token.
//!
//! # Source
//! Freitag, Kushmerick, *Boosted wrapper induction*, AAAI 2000, after the KL paper's section 5.3.

mod boost;
mod weak;

#[cfg(test)]
mod tests;

use boost::boost;
use std::collections::BTreeMap;
use unhusk_learn::example::TrainingSet;
use unhusk_learn::internal::task::{self, TokenCell, TokenExamples};
use unhusk_learn::internal::{demand_all, grouping};
use unhusk_learn::{Learn, LearnError, LearnedRule, Method, Settings};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::boundary::{Bwi, Ensemble};
use weak::Positions;

const CLASS: &str = "bwi";

/// The method's entry for lists of methods.
pub const METHOD: Method = Method::new(
    CLASS,
    "borders of values, found by votes of token patterns around them",
    "Freitag, Kushmerick, Boosted wrapper induction, AAAI 2000",
    learn,
)
.as_baseline();

fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<AnyWrapper>, LearnError> {
    BwiLearner::from(settings.clone()).learn(examples).map(LearnedRule::into_any)
}

/// Learns a [`Bwi`] wrapper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BwiLearner {
    /// Limit on the detectors of a boundary.
    pub rounds: usize,
    /// Number of tokens by which a detector may grow in one step.
    pub lookahead: usize,
}

impl Default for BwiLearner {
    /// Ten rounds, three tokens: pages are regular, and larger values made no difference in the KL paper.
    fn default() -> Self {
        Self { rounds: 10, lookahead: 3 }
    }
}

impl From<Settings> for BwiLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl Learn for BwiLearner {
    type Wrapper = Bwi;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Bwi>, LearnError> {
        let records = grouping::of(CLASS, examples)?;
        let task = task::read(CLASS, examples)?;
        let mut fields = Vec::new();
        for (at, field) in examples.schema().fields().iter().enumerate() {
            let ensemble = self.ensemble(&task, at);
            fields.push(ensemble.ok_or_else(|| LearnError::Inexpressible {
                class: CLASS,
                why: format!("no value of field `{}` is labelled", field.name),
            })?);
        }
        let wrapper = Bwi::new(task.tags, records, fields);
        let wrapper = wrapper
            .map_err(|error| LearnError::Inexpressible { class: CLASS, why: error.to_string() })?;
        let warnings = demand_all(CLASS, examples, &wrapper)?;
        Ok(LearnedRule {
            wrapper,
            disambiguated: task.disambiguated,
            slack: Vec::new(),
            repeats: Vec::new(),
            warnings,
        })
    }
}

impl BwiLearner {
    /// Learns the detectors of one field; `None` if the field has no labels.
    fn ensemble(&self, task: &TokenExamples, field: usize) -> Option<Ensemble> {
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        let mut lengths: BTreeMap<u32, u32> = BTreeMap::new();
        for (sheet_at, sheet) in task.pages.iter().enumerate() {
            for entry in &sheet.records {
                let TokenCell::Values(values) = &entry.cells[field] else { continue };
                for value in values {
                    starts.push((sheet_at, value.start));
                    ends.push((sheet_at, value.end));
                    *lengths.entry(u32::try_from(value.len()).ok()?).or_default() += 1;
                }
            }
        }
        if starts.is_empty() {
            return None;
        }
        let learn = |borders: &[(usize, usize)]| {
            let places = Positions::new(task, borders);
            boost(&places, self.rounds, self.lookahead, &task.texts)
        };
        Some(Ensemble {
            start: learn(&starts),
            end: learn(&ends),
            lengths: lengths.into_iter().collect(),
        })
    }
}
