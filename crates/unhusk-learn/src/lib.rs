//! Examples -> wrapper: labels and training sets, learners, teaching by questions, repair, export.
//!
//! One folder per family of learners; [`CATALOG`] is the only list of them.
#![warn(clippy::disallowed_methods)]

pub mod example;
pub mod score;
pub mod disambiguate;

pub mod delimiter;
pub mod context;
pub mod luti;
pub mod landmark;
pub mod pattern;
pub mod site;
pub mod template;
mod auto;
mod catalog;
mod error;
mod learner;

pub mod pac;
pub mod robust;
mod address;
mod provenance;
mod extracted_values;
mod readings;
mod review;

pub mod teach;
pub mod repair;
pub mod export;
mod maintain;

pub use address::url_pattern;
pub use catalog::{CATALOG, Effort, LearnFn, Method, Preference, Settings, TailRule, find_method};
pub use error::{Conflict, Evidence, LearnError};
pub use learner::{Account, ChosenPlace, Learned, Learner, LookAlikes, UnknownMethod};
pub use maintain::WrapperExt;
pub use provenance::{provenance, provenance_of_pages, source_sha256};

use crate::example::{Disambiguated, TrainingSet};
use unhusk_page::Warning;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Slack};

/// A configured search for a rule that fits the examples. Deterministic; the examples are not changed.
///
/// This trait is for implementors of methods; users learn with a [`Learner`].
pub trait Learn {
    /// The class of wrappers that is searched.
    type Wrapper: Into<AnyWrapper>;

    /// Returns a wrapper that reproduces every label, or the reason why there is none.
    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Self::Wrapper>, LearnError>;
}

/// Result of a method: a rule without the account that a [`Learner`] adds.
#[derive(Debug, Clone)]
pub struct LearnedRule<W> {
    /// The wrapper.
    pub wrapper: W,
    /// The place that was chosen for each label that had several.
    pub disambiguated: Vec<Disambiguated>,
    /// Alternative strings for delimiters, of learners that know them.
    pub slack: Vec<Slack>,
    /// Fields that were labelled with one value each time but have several elsewhere, by their positions.
    pub repeats: Vec<usize>,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
}

impl<W: Into<AnyWrapper>> LearnedRule<W> {
    /// Drops the class of the wrapper.
    pub fn into_any(self) -> LearnedRule<AnyWrapper> {
        self.map(Into::into)
    }
}

impl<W> LearnedRule<W> {
    /// Replaces the wrapper and keeps the rest.
    pub fn map<V>(self, wrapper: impl FnOnce(W) -> V) -> LearnedRule<V> {
        let Self { wrapper: learned, disambiguated, slack, repeats, warnings } = self;
        LearnedRule { wrapper: wrapper(learned), disambiguated, slack, repeats, warnings }
    }

    /// The schema that the wrapper was learnt for: that of the examples, with the fields that repeat.
    pub fn schema(&self, examples: &TrainingSet<'_>) -> Schema {
        let mut fields = examples.schema().fields().to_vec();
        for &field in &self.repeats {
            if let Some(field) = fields.get_mut(field) {
                field.many = true;
            }
        }
        examples.schema().with_fields(fields).unwrap_or_else(|_| examples.schema().clone())
    }
}

/// Shared with the baselines: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub use crate::context::grouping;
    pub use crate::landmark::{arena::probes, extraction::terminal, task};
    pub use crate::review::demand_all;
}
