//! Labels on pages: the values that a user marked on a few pages, resolved to places and checked.
//!
//! [`Labels`] is the file that the user writes (`labels/1`). [`TrainingSet::new`] resolves it on the pages: every label
//! becomes the places where its text occurs ([`Label::candidates`]). The learner chooses among them, because the right
//! places are those that one wrapper explains on all pages. [`Place::fit`] returns how well a candidate matches the
//! node that contains it.

pub mod recognize;
pub mod corroborate;
mod error;
mod labels;
mod named_page;
mod place;
mod find;
mod missing;
mod left_out;
mod look_alikes;
#[expect(clippy::module_inception, reason = "an example is what the module is about")]
mod example;
mod resolve;
mod similar_names;
mod training_set;
mod checked;

#[cfg(test)]
mod tests;

pub use checked::{CheckedLabels, RefusedValue};
pub use error::{LabelAt, LabelError, LabelProblem, LabelStep};
pub use example::{Disambiguated, Example, LabelCell, LabelledRecord, Negative};
pub use labels::{GivenCell, GivenRecord, GivenValue, Json, Labels, PageLabels};
pub(crate) use look_alikes::{has_many, is_far_more};
pub use named_page::NamedPage;
pub use place::{Label, Place, PlaceFit, PlaceTarget};
pub use training_set::{Strictness, TrainingSet};
pub use unhusk_page::select::SelectError;
