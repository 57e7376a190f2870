//! Learns the other fields if one of them cannot be learnt.

use super::Learner;
use crate::example::TrainingSet;
use crate::{LearnError, LearnedRule};
use unhusk_page::Warning;
use unhusk_wrapper::AnyWrapper;

/// Attempts to learn without some of the fields.
const MAX_ATTEMPTS: usize = 12;

/// A rule for some of the fields, with the examples that it was learnt from.
pub(super) struct PartialRule<'p> {
    pub(super) rule: LearnedRule<AnyWrapper>,
    pub(super) examples: TrainingSet<'p>,
}

/// Leaves out one field after the other, until a rule fits the labels of the others: first the fields in which the
/// methods found a conflict, then the rest. `None` if no rule fits even so.
pub(super) fn learn<'p>(
    learner: &Learner<'_>,
    examples: &TrainingSet<'p>,
    error: &LearnError,
) -> Option<PartialRule<'p>> {
    let mut attempts_left = MAX_ATTEMPTS;
    let (mut examples, mut error) = (examples.clone(), error.clone());
    let mut warnings = Vec::new();
    while examples.schema().fields().len() > 1 {
        let suspects = suspects(&examples, &error);
        let mut next = None;
        for &field in &suspects {
            attempts_left = attempts_left.checked_sub(1)?;
            let Some(others) = examples.without_field(field) else { continue };
            match learner.method.learn(&others, &learner.settings) {
                Ok(mut rule) => {
                    warnings.push(left_out(&examples, field, &error));
                    rule.warnings.splice(..0, warnings);
                    return Some(PartialRule { rule, examples: others });
                }
                Err(why) if next.is_none() => next = Some((field, others, why)),
                Err(_) => {}
            }
        }
        // No field is the only bad one: the most suspicious one is left out for good.
        let (field, others, why) = next?;
        warnings.push(left_out(&examples, field, &error));
        (examples, error) = (others, why);
    }
    None
}

fn left_out(examples: &TrainingSet<'_>, field: usize, error: &LearnError) -> Warning {
    let name = &examples.schema().fields()[field].name;
    let pages = examples.examples().iter().filter(|example| {
        let mut cells = example.records.iter().filter_map(|record| record.cells.get(field));
        cells.any(|cell| !matches!(cell, crate::example::LabelCell::Unknown))
    });
    let pages: Vec<&str> = pages.map(|example| example.name.as_str()).take(5).collect();
    let why = conflict_of(error, name).unwrap_or_else(|| "no rule fits its labels".to_owned());
    Warning::Note(format!(
        "field `{name}` is left out: {why}; check its labels on {}",
        pages.join(", ")
    ))
}

/// Positions of the fields, those named in the error first, in the order in which it names them.
fn suspects(examples: &TrainingSet<'_>, error: &LearnError) -> Vec<usize> {
    let mut named = Vec::new();
    named_fields(error, &mut named);
    let schema = examples.schema();
    let top = |name: &str| schema.position(name.split('.').next().unwrap_or(name));
    let mut positions: Vec<usize> = Vec::new();
    let named = named.iter().filter_map(|name| top(name));
    for position in named.chain(0..schema.fields().len()) {
        if !positions.contains(&position) {
            positions.push(position);
        }
    }
    positions
}

fn named_fields(error: &LearnError, names: &mut Vec<String>) {
    match error {
        LearnError::NoFit { conflict, .. } => names.push(conflict.field.clone()),
        LearnError::NoneFits { tried } => {
            for error in tried {
                if let LearnError::NoFit { conflict, .. } = error {
                    names.push(conflict.field.clone());
                }
            }
        }
        _ => {}
    }
}

/// The first conflict of a field, with its places.
fn conflict_of(error: &LearnError, field: &str) -> Option<String> {
    match error {
        LearnError::NoFit { conflict, .. } if conflict.field == field => {
            let text = conflict.to_string();
            let prefix = format!("field `{field}`: ");
            Some(text.strip_prefix(&prefix).unwrap_or(&text).to_owned())
        }
        LearnError::NoneFits { tried } => tried.iter().find_map(|error| match error {
            LearnError::NoFit { .. } => conflict_of(error, field),
            _ => None,
        }),
        _ => None,
    }
}
