//! Examples -> wrapper: labels and training sets, learners, teaching by questions, repair, export.
//!
//! One folder per family of learners; [`CATALOG`] is the only list of them.
#![warn(clippy::disallowed_methods)]

pub mod example;
pub mod score;
pub mod settle;

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

pub mod pac;
pub mod robust;
mod address;
mod provenance;
mod reading;
mod review;

pub mod teach;
pub mod repair;
pub mod export;

pub use address::url_pattern;
pub use auto::choice;
pub use catalog::{CATALOG, Method, Preference, Settings, TailRule, find_method};
pub use error::{Conflict, Evidence, LearnError};
pub use provenance::{provenance, provenance_of_pages};

use crate::example::{Settled, TrainingSet};
use unhusk_page::Warning;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::{AnyWrapper, Leeway};

/// A configured search for a wrapper that fits the examples. Deterministic; the examples are not changed.
pub trait Learner {
    /// The class of wrappers that is searched.
    type Wrapper: Into<AnyWrapper>;

    /// The wrapper that reproduces every label, or why there is none.
    fn learn(&self, examples: &TrainingSet<'_>) -> Result<Learned<Self::Wrapper>, LearnError>;
}

/// What a learner found.
#[derive(Debug, Clone)]
pub struct Learned<W> {
    /// The wrapper.
    pub wrapper: W,
    /// The place that was chosen for each label that had several.
    pub settled: Vec<Settled>,
    /// What else would have done in places, where the learner knows.
    pub leeway: Vec<Leeway>,
    /// Fields that were labelled with one value each time but have several elsewhere, by their positions.
    pub repeats: Vec<usize>,
    /// What the user should hear of.
    pub warnings: Vec<Warning>,
}

impl<W: Into<AnyWrapper>> Learned<W> {
    /// Forgets the class of the wrapper.
    pub fn into_any(self) -> Learned<AnyWrapper> {
        self.map(Into::into)
    }
}

impl<W> Learned<W> {
    /// Replaces the wrapper and keeps the rest.
    pub fn map<V>(self, wrapper: impl FnOnce(W) -> V) -> Learned<V> {
        let Self { wrapper: learned, settled, leeway, repeats, warnings } = self;
        Learned { wrapper: wrapper(learned), settled, leeway, repeats, warnings }
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
