//! The account of a choice: what other classes made of the labels, and how that compares.

use super::candidate::{by_delimiters, by_looks, by_surroundings, n_fits};
use super::prose;
use crate::example::TrainingSet;
use crate::extracted_values::ExtractedValues;
use crate::readings::{PageReading, Readings};
use crate::robust::robustness;
use crate::{Learn, LearnedRule, Settings, site};
use std::collections::BTreeSet;
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};
use unhusk_wrapper::site::Records;
use unhusk_wrapper::{Agreement, AnyWrapper, Choice, Robustness, RunnerUp};

/// Pages without labels on which wrappers are compared.
const MAX_PAGES: usize = 10;

/// The wrapper that was taken, and what is known of it.
pub(crate) struct Chosen<'a, 'p> {
    pub(crate) rule: &'a AnyWrapper,
    pub(crate) schema: &'a Schema,
    pub(crate) examples: &'a TrainingSet<'p>,
    /// What it reads from the pages.
    pub(crate) readings: &'a Readings<'p>,
    /// How many labelled pages it reads as they are labelled.
    pub(crate) n_fits: usize,
    /// How much of it survives changes of the pages.
    pub(crate) robustness: Option<&'a Robustness>,
}

/// Says why a wrapper was taken for the examples rather than one of another class, and which came next.
///
/// The others are learnt for it, so this takes about as long as learning did; who only wants to read pages does
/// not need it. The runner-up is the one that fits most labelled pages, then the one that reads pages without
/// labels most like the chosen one, then the more robust one, then the simpler one.
pub(crate) fn choice(chosen: &Chosen<'_, '_>, settings: &Settings) -> Choice {
    let Chosen { rule: wrapper, examples, .. } = *chosen;
    let fits = (chosen.n_fits, examples.examples().len());
    let mut others: Vec<LearnedRule<AnyWrapper>> = Vec::new();
    if wrapper.class() != "site" {
        others.extend(by_regions(examples, settings));
    }
    // Where labels are not quite what stands on the pages, delimiters take long to find that they do not fit.
    if !wrapper.is_delimiter() && fits.0 == fits.1 {
        others.extend(by_delimiters(examples, settings));
    }
    if wrapper.class() != "kl" {
        others.extend(by_surroundings(examples));
    }
    let mut others: Vec<RunnerUp> = others.iter().map(|other| chosen.runner_up(other)).collect();
    // Patterns take longest, so they are asked only where nothing else fits: on 13 of 40 SWDE sites, 11 of which they do.
    if others.iter().all(|other| other.fits < fits.1) && wrapper.class() != "pattern" {
        others.extend(by_looks(examples).map(|other| chosen.runner_up(&other)));
    }
    let ground =
        if is_longer(chosen, &others) { prose::FINDS_MORE } else { prose::ground(wrapper, fits) };
    // Of those that are equal the first is taken, the last of the order being the least simple.
    let runner_up =
        others.into_iter().reduce(|best, next| if is_before(&next, &best) { next } else { best });
    let reason = prose::reason(wrapper, (fits, ground), chosen.robustness, runner_up.as_ref());
    Choice { reason, runner_up }
}

/// Whether the wrapper was taken for its records: where pages are labelled in part and `site` reads the labels as well,
/// nothing else speaks against `site`.
fn is_longer(chosen: &Chosen<'_, '_>, others: &[RunnerUp]) -> bool {
    let examples = chosen.examples.examples();
    let site_fits = |other: &RunnerUp| other.class == "site" && other.fits == examples.len();
    chosen.rule.class() != "site"
        && chosen.n_fits == examples.len()
        && examples.iter().all(|example| !example.complete)
        && others.iter().any(site_fits)
}

/// What `site` made of the labels, if it is more than delimiters.
fn by_regions(examples: &TrainingSet<'_>, settings: &Settings) -> Option<LearnedRule<AnyWrapper>> {
    let learned = site::SiteLearner::from(settings.clone()).learn(examples).ok()?;
    let is_sequence = matches!(learned.wrapper.records(), Records::Sequence(_));
    (!is_sequence).then(|| learned.into_any())
}

fn is_before(one: &RunnerUp, other: &RunnerUp) -> bool {
    let agreement = |of: &RunnerUp| of.agreement.map_or(1.0, Agreement::share);
    let robust = |of: &RunnerUp| of.robustness.as_ref().map_or(0.0, Robustness::overall);
    let order = one.fits.cmp(&other.fits);
    let order = order.then(agreement(one).total_cmp(&agreement(other)));
    order.then(robust(one).total_cmp(&robust(other))).is_gt()
}

impl Chosen<'_, '_> {
    fn runner_up(&self, other: &LearnedRule<AnyWrapper>) -> RunnerUp {
        let schema = other.schema(self.examples);
        let labelled = &self.readings.labelled[..];
        let unlabelled = &self.readings.unlabelled[..];
        let unlabelled = &unlabelled[..unlabelled.len().min(MAX_PAGES)];
        let compared = if unlabelled.is_empty() { labelled } else { unlabelled };
        let (mut agreement, mut differs) = (Agreement::default(), BTreeSet::new());
        for PageReading { page, records } in compared {
            let ours = ExtractedValues::of_records(self.schema, records.iter().cloned());
            let theirs = ExtractedValues::of(&other.wrapper, &schema, page);
            let n_same = ours.n_same(&theirs);
            agreement.pages += 1;
            agreement.same += n_same;
            agreement.values += ours.len() + theirs.len() - n_same;
            differs.extend(ours.differing_fields(&theirs));
        }
        let names = leaf_names(self.schema.fields(), "");
        let pages: Vec<&Page> =
            labelled.iter().chain(unlabelled).map(|reading| reading.page).collect();
        RunnerUp {
            class: other.wrapper.class().to_owned(),
            fits: n_fits(&other.wrapper, &schema, self.examples),
            agreement: (!unlabelled.is_empty()).then_some(agreement),
            differs: differs.into_iter().filter_map(|at| names.get(at).cloned()).collect(),
            robustness: robustness(&other.wrapper, &schema, &pages),
        }
    }
}

/// Names of the fields that hold values, `a.b` where fields nest. Recurses on the nesting, which is capped.
fn leaf_names(fields: &[Field], prefix: &str) -> Vec<String> {
    let names = fields.iter().flat_map(|field| {
        let name = format!("{prefix}{}", field.name);
        if field.is_nested() { leaf_names(&field.fields, &format!("{name}.")) } else { vec![name] }
    });
    names.collect()
}
