//! AUTO: the wrapper that reads the labelled pages best.
//!
//! # What it learns
//! A [`Site`](unhusk_wrapper::site::Site) wrapper where markup distinguishes records and fields, else a wrapper of
//! the simplest delimiter class that fits.
//!
//! # How
//! `site` tries whole pages or regions of records first; if records share all their markup, delimiter classes are
//! tried in the order of their expressiveness: a simpler class has fewer wrappers, so fewer that fit by chance. If
//! what was found does not read every label and `kl` does, that is taken. If none of them fits, or reads too little, the
//! [other methods](last_resort) are tried. If they do not fit either, every method says why not. [`choice`] gives the
//! reason and the runner-up.
//!
//! If pages are labelled in part with a few records, [`few`] asks `pattern`, too, which records look like them; if only
//! the given records are found, [`more`] asks delimiters and templates.
//!
//! That other classes agree with each other on pages without labels does not overrule `site`: of 154 tasks of SWDE,
//! Estuka and WIEN, there were three in which delimiters and `kl` fitted all labels, read the same everywhere and
//! something else than `site`; twice (on one site) they were right, once they were wrong.
//!
//! # Fits / does not fit
//! Whatever one of the methods fits.
//!
//! # Cost
//! The sum of the learners that were tried.
//!
//! # Source
//! The order of delimiter classes is that of Kushmerick, *Wrapper induction: efficiency and expressiveness*, 2000.

mod candidate;
mod choice;
mod few;
mod last_resort;
mod more;
mod prose;

#[cfg(test)]
mod tests;

pub(crate) use choice::{Chosen, choice};

use super::{Effort, Learn, LearnError, LearnedRule, Settings, delimiter, site};
use crate::example::TrainingSet;
use candidate::{Fit, by_surroundings, n_fits};
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::site::Records;

/// F1 score on the labelled pages from which no other class is asked: labels by text often have errors.
const ENOUGH: f64 = 0.9;
/// By how much F1 another class has to be better to be taken.
const GAIN: f64 = 0.05;

/// The wrapper that reads the labelled pages best; its class says which it was.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<AnyWrapper>, LearnError> {
    let first = match few::by_pattern(examples, settings) {
        Some(pattern) if pattern.has_whole_list(examples) => return Ok(pattern.rule),
        Some(pattern) => match in_order(examples, settings) {
            Ok(first) if pattern.is_clearly_worse(&first, examples) => first,
            _ => return Ok(pattern.rule),
        },
        None => match in_order(examples, settings) {
            Ok(first) => first,
            Err(error) => {
                let other = last_resort::most_read(examples, settings);
                return other.map(|(_, learned)| learned).ok_or(error);
            }
        },
    };
    let n_pages = examples.examples().len();
    let fit = Fit::of(&first.wrapper, &first.schema(examples), examples);
    if fit.n_right == n_pages {
        let is_short = !fit.has_more && more::is_partial_list(examples);
        let longer = if is_short { more::learn(examples, settings) } else { None };
        return Ok(longer.unwrap_or(first));
    }
    let fits = |learned: &LearnedRule<AnyWrapper>| {
        n_fits(&learned.wrapper, &learned.schema(examples), examples) == n_pages
    };
    if settings.effort == Effort::Quick {
        return Ok(first);
    }
    // Delimiters were tried by `site` where they had a chance.
    if let Some(surroundings) = by_surroundings(examples).filter(fits) {
        return Ok(surroundings);
    }
    if fit.f1 >= ENOUGH {
        return Ok(first);
    }
    let other = last_resort::most_read(examples, settings);
    Ok(other.filter(|(f1, _)| *f1 >= fit.f1 + GAIN).map_or(first, |(_, learned)| learned))
}

/// The wrapper of the first class that fits.
fn in_order(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<AnyWrapper>, LearnError> {
    match site::SiteLearner::from(settings.clone()).learn(examples) {
        // A sequence is a delimiter rule: it is learnt as the settings say.
        Ok(learned) if matches!(learned.wrapper.records(), Records::Sequence(_)) => {
            delimiter::simplest_of_any_class(examples, settings)
        }
        Ok(learned) => Ok(learned.into_any()),
        Err(error) => delimiter::simplest_of_any_class(examples, settings)
            .map_err(|other| other.beside(error)),
    }
}
