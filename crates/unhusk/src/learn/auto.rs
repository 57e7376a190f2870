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

use super::{LearnError, Learned, Settings, TailRule, find_method};
use crate::example::TrainingSet;
use crate::wrapper::AnyWrapper;

/// The methods that are tried, simplest class first.
const ORDER: [&str; 6] = ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

/// The simplest wrapper that fits; its class says which it was.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<AnyWrapper>, LearnError> {
    // A tail is taken where there is one; a person who asks for no class cares for the records, not for it.
    let settings = &Settings { tail: TailRule::OrEndOfPage, ..settings.clone() };
    let mut tried = Vec::new();
    for method in ORDER.iter().filter_map(|name| find_method(name)) {
        match (method.learn)(examples, settings) {
            Ok(learned) => return Ok(learned),
            Err(error) => tried.push(error),
        }
    }
    Err(LearnError::NoneFits { tried })
}
