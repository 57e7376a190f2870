//! Checks that a wrapper reproduces the labels that it was learnt from.

use super::{Conflict, LearnError};
use crate::example::TrainingSet;
use crate::score::{FieldScore, Score};
use unhusk_page::Warning;
use unhusk_wrapper::Extract;

/// F1 on the labelled pages below which a wrapper is rejected.
const MIN_F1: f64 = 0.5;

/// Returns warnings for labels that the wrapper does not read; an error if these are most of them.
pub(super) fn review(
    class: &'static str,
    examples: &TrainingSet<'_>,
    wrapper: &impl Extract,
) -> Result<Vec<Warning>, LearnError> {
    let score = score(examples, wrapper);
    if score.total().f1() < MIN_F1 {
        let why = "what the examples have in common does not give the labelled values back";
        return Err(no_fit(class, "record", why.to_owned()));
    }
    let wrong: Vec<String> = score
        .fields
        .iter()
        .filter(|field| field.counts.missed > 0)
        .map(|field| format!("{} of `{}`", field.counts.missed, field.name))
        .collect();
    if wrong.is_empty() {
        return Ok(Vec::new());
    }
    let note = format!("labelled values that the {class} does not read: {}", wrong.join(", "));
    Ok(vec![Warning::Note(note)])
}

/// Requires that the wrapper reads every labelled value; returns warnings for values where none is labelled.
pub fn demand_all(
    class: &'static str,
    examples: &TrainingSet<'_>,
    wrapper: &impl Extract,
) -> Result<Vec<Warning>, LearnError> {
    let score = score(examples, wrapper);
    if let Some(field) = score.fields.iter().find(|field| field.counts.missed > 0) {
        let why = format!("the best rule misses {} of its labelled values", field.counts.missed);
        return Err(no_fit(class, &field.name, why));
    }
    let surplus = score.fields.iter().filter(|field| field.counts.surplus > 0);
    let warning = |FieldScore { name, counts }: &FieldScore| {
        Warning::Note(format!(
            "field `{name}`: {} of the values that the rule reads on the labelled pages are none",
            counts.surplus
        ))
    };
    Ok(surplus.map(warning).collect())
}

/// Compares the records that the wrapper reads with the examples.
fn score(examples: &TrainingSet<'_>, wrapper: &impl Extract) -> Score {
    let mut score = Score::default();
    for example in examples.examples() {
        let read = wrapper.extract(examples.schema(), example.page);
        score.add_page(examples.schema(), example, &read.records);
    }
    score
}

fn no_fit(class: &'static str, field: &str, why: String) -> LearnError {
    let conflict = Box::new(Conflict { field: field.to_owned(), why, places: Vec::new() });
    LearnError::NoFit { class, conflict }
}
