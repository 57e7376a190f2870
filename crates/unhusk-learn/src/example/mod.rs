//! Labels on pages: what a person says of a few pages, resolved to places and checked once.
//!
//! [`Labels`] is the file a person writes (`labels/1`). [`TrainingSet::new`] puts it together with the pages
//! it speaks of: every label becomes the places where it may stand ([`Label::candidates`]); which of them is
//! meant is the learner's choice, because the places that one wrapper explains on all pages are the right ones.
//! How well a candidate fits what it stands in is told by [`Place::fit`].

pub mod recognize;
pub mod corroborate;
mod error;
mod labels;
mod place;
mod find;
#[expect(clippy::module_inception, reason = "an example is what the module is about")]
mod example;
mod resolve;
mod training_set;

#[cfg(test)]
mod tests;

pub use error::{LabelAt, LabelError, LabelProblem, LabelStep};
pub use example::{Example, LabelCell, LabelledRecord, Negative, Settled};
pub use labels::{GivenCell, GivenRecord, GivenValue, Json, Labels, PageLabels};
pub use place::{Fit, Label, Place, Target};
pub use training_set::{Strictness, TrainingSet};
pub use unhusk_page::select::SelectError;
