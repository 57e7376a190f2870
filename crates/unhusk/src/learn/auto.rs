//! AUTO: the simplest wrapper that fits.
//!
//! # What it learns
//! A wrapper of the first class that reproduces every label, simplest class first.
//!
//! # How
//! The classes are tried in the order of [`ORDER`]; each learner is exact, so a class that gives no wrapper has
//! none. If none fits, every class says why not.
//!
//! # Fits / does not fit
//! Whatever one of the classes fits.
//!
//! # Cost
//! The sum of the learners that were tried.
//!
//! # Source
//! The order is that of expressiveness in Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000:
//! a simpler class has fewer wrappers, so fewer that fit by chance.

use super::{LearnError, Learned, Settings, delimiter};
use crate::example::TrainingSet;
use crate::wrapper::AnyWrapper;

/// The simplest wrapper that fits; its class says which it was.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<AnyWrapper>, LearnError> {
    delimiter::simplest(examples, settings)
}
