//! The simplest delimiter class that fits.
//!
//! The order is that of expressiveness in Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000:
//! a simpler class has fewer wrappers, so fewer that fit by chance.

use super::{HlrtLearner, HoclrtLearner, LrLearner, NHlrtLearner, NLrLearner, OclrLearner};
use crate::example::TrainingSet;
use crate::{LearnError, Learned, Learner, Settings, TailRule};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::DelimiterWrapper;

/// Learns a wrapper of the simplest class that fits the examples.
pub(crate) fn simplest(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<DelimiterWrapper>, LearnError> {
    // Without a class, the user wants the records: a missing tail is no reason to fail.
    let settings = &Settings { tail: TailRule::OrEndOfPage, ..settings.clone() };
    let classes = [
        learn_with::<LrLearner>,
        learn_with::<HlrtLearner>,
        learn_with::<OclrLearner>,
        learn_with::<HoclrtLearner>,
        learn_with::<NLrLearner>,
        learn_with::<NHlrtLearner>,
    ];
    let mut tried = Vec::new();
    for learn in classes {
        match learn(examples, settings) {
            Ok(learned) => return Ok(learned),
            Err(error) => tried.push(error),
        }
    }
    Err(LearnError::NoneFits { tried })
}

/// Learns as [`simplest`] does and returns an [`AnyWrapper`].
pub(crate) fn simplest_of_any_class(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<AnyWrapper>, LearnError> {
    simplest(examples, settings).map(Learned::into_any)
}

fn learn_with<L>(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<DelimiterWrapper>, LearnError>
where
    L: Learner + From<Settings>,
    L::Wrapper: Into<DelimiterWrapper>,
{
    Ok(L::from(settings.clone()).learn(examples)?.map(Into::into))
}
