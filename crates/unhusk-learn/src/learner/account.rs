//! Rule -> wrapper with its account.

use super::{Account, ChosenPlace, Learned, Learner};
use crate::auto::{self, Chosen};
use crate::example::TrainingSet;
use crate::pac::Experience;
use crate::readings::Readings;
use crate::robust::robustness_as_read;
use crate::{LearnedRule, provenance, url_pattern};
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// The method that chooses a wrapper class; only its wrappers have a [`Choice`](unhusk_wrapper::Choice).
pub(super) const CHOOSES: &str = "auto";

/// Reads the pages once with the rule and returns the wrapper with the account that the learner is set to.
pub(super) fn learned(
    learner: &Learner<'_>,
    found: LearnedRule<AnyWrapper>,
    examples: &TrainingSet<'_>,
) -> Learned {
    let schema = found.schema(examples);
    let rule = found.wrapper;
    let readings = match learner.account {
        Account::Full => Readings::of_all(&rule, &schema, examples),
        Account::Fit => Readings::of_labelled(&rule, &schema, examples),
    };
    let evaluation = readings.score(&schema, examples);
    let mut wrapper = Wrapper::new(schema, rule, provenance(learner.method.name, examples));
    wrapper.provenance.slack = found.slack;
    wrapper.applies.url = url_pattern(learner.input.urls());
    let mut learned = Learned {
        experience: Experience::of(examples, &wrapper.rule),
        doubt: readings.doubt(),
        chosen_places: found
            .disambiguated
            .iter()
            .map(|one| ChosenPlace::of(one, examples))
            .collect(),
        warnings: found.warnings,
        wrapper,
        evaluation,
    };
    if learner.account == Account::Full {
        give_account(&mut learned, learner, examples, &readings);
    }
    learned
}

/// Fills in robustness, profile and, if the method chose the class, the reason of the choice.
fn give_account(
    learned: &mut Learned,
    learner: &Learner<'_>,
    examples: &TrainingSet<'_>,
    readings: &Readings<'_>,
) {
    let n_fits = learned.evaluation.n_pages_right;
    let Wrapper { rule, schema, profile, provenance, .. } = &mut learned.wrapper;
    provenance.robustness = robustness_as_read(rule, schema, &readings.all());
    if learner.method.name == CHOOSES {
        let robustness = provenance.robustness.as_ref();
        let chosen = Chosen { rule, schema, examples, readings, n_fits, robustness };
        provenance.choice = Some(auto::choice(&chosen, &learner.settings));
    }
    *profile = Some(readings.profile(rule, schema));
}
