//! AUTO: the wrapper that reads the labelled pages best.
//!
//! # What it learns
//! A [`Site`](crate::wrapper::site::Site) wrapper where markup tells records and fields apart, else a wrapper of
//! the simplest delimiter class that fits.
//!
//! # How
//! `site` tries whole pages or regions of records first; if they do not read every label, or records share all
//! their markup, delimiter classes are tried in the order of their expressiveness: a simpler class has fewer
//! wrappers, so fewer that fit by chance. If none fits, every method says why not.
//!
//! # Fits / does not fit
//! Whatever one of the methods fits.
//!
//! # Cost
//! The sum of the learners that were tried.
//!
//! # Source
//! The order of delimiter classes is that of Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000.

use super::{LearnError, Learned, Learner, Settings, delimiter, site};
use crate::example::TrainingSet;
use crate::wrapper::AnyWrapper;
use crate::wrapper::site::Records;

/// The wrapper that reads the labelled pages best; its class says which it was.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<AnyWrapper>, LearnError> {
    match site::SiteLearner::from(settings.clone()).learn(examples) {
        // A sequence is a delimiter rule: it is learnt as the settings say.
        Ok(learned) if matches!(learned.wrapper.records(), Records::Sequence(_)) => {
            delimiter::simplest(examples, settings)
        }
        Ok(learned) => Ok(learned.into_any()),
        Err(error) => delimiter::simplest(examples, settings).map_err(|other| other.beside(error)),
    }
}
