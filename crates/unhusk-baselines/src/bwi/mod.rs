//! BWI: values begin and end where enough weighted detectors say so.
//!
//! # What it learns
//! For both borders of every field a few *detectors*, pairs of token patterns that stand before and behind the
//! border, each with a weight, and how many tokens values have.
//!
//! # How
//! `AdaBoost` over all places between two tokens of the examples ([`boost`]): in every round the weak learner grows a
//! detector, by up to three tokens at a time on either side, as long as it tells borders from other places better by
//! the present weights; places that it gets right then weigh less ([`weak`]).
//!
//! # Fits / does not fit
//! Borders that few tokens around them tell. Records are one per page, or fields that take turns.
//!
//! # Cost
//! A round walks some hundred candidates over the places where their rarest token stands.
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
use unhusk_learn::internal::task::{self, Said, Task};
use unhusk_learn::internal::{demand_all, grouping};
use unhusk_learn::{Learn, LearnError, LearnedRule, Method, Settings};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::boundary::{Bwi, Ensemble};
use weak::Places;

const CLASS: &str = "bwi";

/// The method by its name.
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
    /// Detectors of a border at most.
    pub rounds: usize,
    /// Tokens by which a detector grows at once.
    pub lookahead: usize,
}

impl Default for BwiLearner {
    /// Ten rounds, three tokens: pages are regular, and more of either made no difference to the KL paper.
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
            settled: task.settled,
            slack: Vec::new(),
            repeats: Vec::new(),
            warnings,
        })
    }
}

impl BwiLearner {
    /// The detectors of one field; none if nothing is labelled.
    fn ensemble(&self, task: &Task, field: usize) -> Option<Ensemble> {
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        let mut lengths: BTreeMap<u32, u32> = BTreeMap::new();
        for (sheet_at, sheet) in task.sheets.iter().enumerate() {
            for entry in &sheet.entries {
                let Said::Values(values) = &entry.cells[field] else { continue };
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
            let places = Places::new(task, borders);
            boost(&places, self.rounds, self.lookahead, &task.texts)
        };
        Some(Ensemble {
            start: learn(&starts),
            end: learn(&ends),
            lengths: lengths.into_iter().collect(),
        })
    }
}
