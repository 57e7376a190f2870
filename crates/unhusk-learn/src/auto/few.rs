//! Pages of which a few records are given: two learners propose the list to which these belong.
//!
//! `site` looks for nodes with the same path whose texts have the same elements around them; `pattern` compares the
//! subtrees of neighbours. Each is right where the other is not: with the first record of 25 sites labelled, value F1
//! is 0.87 by `site`, 0.96 by `pattern` (`unhusk-lab fewshot --set estuka,estuka-records --split fit`). The list with
//! more records that have all fields of the given ones is taken. If that is the pattern's, its records are labels from
//! which `site` learns rules that also hold on pages that look somewhat different.

use super::candidate::by_looks_in;
use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet};
use crate::site::SiteLearner;
use crate::site::look_alikes::{promise, share_filled};
use crate::{LearnedRule, Settings};
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::{AnyWrapper, Extract};

/// Most records of a page that are a few: with more, rules that hold of all of them say where the list is.
const MAX_FEW: usize = 5;
/// Steps of `pattern`, half of what it may take when it is asked for: some tenths of a second.
const MAX_STEPS: u64 = 10_000_000;
/// By how much the list of `site` must be better than that of `pattern`.
const CLEARLY: f64 = 0.02;
/// By how much the list by rules may be worse than the list of the pattern from which they were learnt: labels of long
/// lists have errors.
const NEARLY: f64 = 0.05;

/// Whether a few records of longer lists are given.
fn are_given(examples: &TrainingSet<'_>) -> bool {
    let is_few = |example: &Example<'_>| !example.complete && example.records.len() <= MAX_FEW;
    examples.schema().is_flat() && examples.examples().iter().all(is_few)
}

/// A rule by the pattern of a few given records.
pub(super) struct PatternList {
    pub(super) rule: LearnedRule<AnyWrapper>,
    /// How much speaks for the records that the pattern finds.
    promise: f64,
}

/// A rule that reads the given records and what looks like them, if a few are given.
pub(super) fn by_pattern(examples: &TrainingSet<'_>, settings: &Settings) -> Option<PatternList> {
    if !are_given(examples) {
        return None;
    }
    let pattern = by_looks_in(examples, MAX_STEPS)?;
    if !reads_given(&pattern, examples) || n_found(&pattern, examples) <= n_given(examples) {
        return None;
    }
    let promise = list_promise(&pattern, examples);
    let is_good = |taught: &LearnedRule<AnyWrapper>| {
        reads_given(taught, examples) && list_promise(taught, examples) >= promise - NEARLY
    };
    let rule = taught_by(&pattern, examples, settings).filter(is_good).unwrap_or(pattern);
    Some(PatternList { rule, promise })
}

impl PatternList {
    /// Whether `site` could not find clearly more, even if all that looks like the given records had all fields.
    pub(super) fn has_whole_list(&self, examples: &TrainingSet<'_>) -> bool {
        let all_filled = vec![1.0; SiteLearner::n_look_alikes(examples)];
        promise(&all_filled, n_given(examples)) <= self.promise + CLEARLY
    }

    /// Whether another rule reads the given records, too, and has clearly more or fuller ones.
    pub(super) fn is_clearly_worse(
        &self,
        other: &LearnedRule<AnyWrapper>,
        examples: &TrainingSet<'_>,
    ) -> bool {
        reads_given(other, examples) && list_promise(other, examples) > self.promise + CLEARLY
    }
}

/// Whether all given records are read as they are given.
fn reads_given(learned: &LearnedRule<AnyWrapper>, examples: &TrainingSet<'_>) -> bool {
    let schema = learned.schema(examples);
    examples.examples().iter().all(|example| {
        let read = learned.wrapper.extract(&schema, example.page).records;
        example.records.iter().all(|given| read.iter().any(|record| is_read(record, given)))
    })
}

fn is_read(record: &Record<'_>, given: &LabelledRecord) -> bool {
    record.cells.iter().zip(&given.cells).all(|(cell, given)| {
        let labels = match given {
            LabelCell::One(label) => std::slice::from_ref(label),
            LabelCell::Many(labels) => labels,
            LabelCell::Absent => return cell.values().is_empty(),
            LabelCell::Unknown | LabelCell::Nested(_) => return true,
        };
        let is_same = |(value, label): (&Value<'_>, &Label)| {
            label.candidates.iter().any(|place| place.span == value.span)
                || label.text.as_deref().is_some_and(|text| is_same_text(text, &value.text))
        };
        cell.values().len() == labels.len() && cell.values().iter().zip(labels).all(is_same)
    })
}

/// Least length of running text, in bytes: labels of it often lose a full stop or an ellipsis.
const MIN_PROSE: usize = 40;

/// Whether two texts are equal; those of running text up to what is before the first and behind the last word.
fn is_same_text(label: &str, read: &str) -> bool {
    let is_around = |char: char| !char.is_alphanumeric();
    let is_prose = label.len() >= MIN_PROSE;
    label == read || (is_prose && label.trim_matches(is_around) == read.trim_matches(is_around))
}

/// How much speaks for the records that a rule finds: their number, and how many have the fields of the given ones.
fn list_promise(learned: &LearnedRule<AnyWrapper>, examples: &TrainingSet<'_>) -> f64 {
    let schema = learned.schema(examples);
    let given = always_given(examples);
    let pages = examples.examples().iter();
    let records = pages.flat_map(|page| learned.wrapper.extract(&schema, page.page).records);
    let filled: Vec<f64> = records.map(|record| share_filled(&record, &given)).collect();
    promise(&filled, n_given(examples))
}

/// The number of records that a rule reads on the labelled pages.
fn n_found(learned: &LearnedRule<AnyWrapper>, examples: &TrainingSet<'_>) -> usize {
    let schema = learned.schema(examples);
    let pages = examples.examples().iter();
    pages.map(|page| learned.wrapper.extract(&schema, page.page).records.len()).sum()
}

fn n_given(examples: &TrainingSet<'_>) -> usize {
    examples.examples().iter().map(|example| example.records.len()).sum()
}

/// The fields that every given record has.
fn always_given(examples: &TrainingSet<'_>) -> Vec<usize> {
    let has = |record: &LabelledRecord, field: usize| {
        matches!(record.cells[field], LabelCell::One(_) | LabelCell::Many(_))
    };
    let fields = 0..examples.schema().fields().len();
    let records = examples.examples().iter().flat_map(|example| &example.records);
    fields.filter(|&field| records.clone().all(|record| has(record, field))).collect()
}

/// The `site` rules that read what a pattern reads.
fn taught_by(
    pattern: &LearnedRule<AnyWrapper>,
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Option<LearnedRule<AnyWrapper>> {
    let schema = pattern.schema(examples);
    let known: Vec<bool> = (0..schema.fields().len())
        .map(|field| {
            let mut records = examples.examples().iter().flat_map(|example| &example.records);
            records.any(|record| record.cells[field] != LabelCell::Unknown)
        })
        .collect();
    let mut read = examples.examples().to_vec();
    for example in &mut read {
        let records = pattern.wrapper.extract(&schema, example.page).records;
        example.records = labelled(&records, &schema, &known);
        example.complete = true;
    }
    let taught = TrainingSet::from_examples(examples.schema().clone(), read).ok()?;
    let taught = taught.with_unlabelled(examples.unlabelled().iter().copied());
    let learner = SiteLearner::from(settings.clone());
    learner.learn_as_read(&taught, examples).ok().map(LearnedRule::into_any)
}

/// Records that were read, as labels.
fn labelled(records: &[Record<'_>], schema: &Schema, known: &[bool]) -> Vec<LabelledRecord> {
    let cell = |(at, cell): (usize, &Cell<'_>)| {
        let mut labels = cell.values().iter().map(|value| Label {
            candidates: vec![Place { span: value.span, target: PlaceTarget::Range }],
            text: Some(value.text.to_string()),
        });
        match (known[at], schema.fields()[at].many) {
            (false, _) => LabelCell::Unknown,
            (true, true) => LabelCell::Many(labels.collect()),
            (true, false) => labels.next().map_or(LabelCell::Absent, LabelCell::One),
        }
    };
    let record = |record: &Record<'_>| LabelledRecord {
        cells: record.cells.iter().enumerate().map(cell).collect(),
    };
    records.iter().map(record).collect()
}
