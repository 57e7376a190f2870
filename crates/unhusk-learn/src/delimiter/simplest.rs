//! The simplest delimiter class that fits.
//!
//! The order is that of expressiveness in Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000:
//! a simpler class has fewer wrappers, so fewer that fit by chance.

use crate::example::TrainingSet;
use crate::{LearnError, LearnedRule, Settings, TailRule, find_method};
use unhusk_wrapper::AnyWrapper;

/// The methods that are tried, simplest class first.
const ORDER: [&str; 6] = ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

/// The simplest wrapper that fits; its class says which it was.
pub(crate) fn simplest(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<AnyWrapper>, LearnError> {
    // A tail is taken where there is one; a person who asks for no class cares for the records, not for it.
    let settings = &Settings { tail: TailRule::OrEndOfPage, ..settings.clone() };
    let mut tried = Vec::new();
    for method in ORDER.iter().filter_map(|name| find_method(name)) {
        match method.learn(examples, settings) {
            Ok(learned) => return Ok(learned),
            Err(error) => tried.push(error),
        }
    }
    Err(LearnError::NoneFits { tried })
}
