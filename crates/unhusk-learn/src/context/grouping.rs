//! Grouping of values into the labelled records.

use crate::LearnError;
use crate::example::{LabelCell, LabelledRecord, TrainingSet};
use unhusk_wrapper::context::Grouping;

/// Returns the simplest grouping that yields the labelled records; an error if none does.
pub fn of(class: &'static str, examples: &TrainingSet<'_>) -> Result<Grouping, LearnError> {
    let inexpressible = |why: String| Err(LearnError::Inexpressible { class, why });
    if let Some(field) = examples.schema().fields().iter().find(|field| field.is_nested()) {
        return inexpressible(format!("field `{}` holds records of its own", field.name));
    }
    if examples.examples().iter().all(|example| example.records.len() <= 1) {
        return Ok(Grouping::Page);
    }
    let mut records = examples.examples().iter().flat_map(|example| &example.records);
    let uneven = records.find_map(uneven_field);
    match uneven {
        None => Ok(Grouping::Turns),
        Some(field) => inexpressible(format!(
            "field `{}` is missing or repeated in some of a page's records, and this method has no rule for where \
             a record begins",
            examples.schema().fields()[field].name
        )),
    }
}

/// A field without exactly one value.
fn uneven_field(record: &LabelledRecord) -> Option<usize> {
    record.cells.iter().position(|cell| matches!(cell, LabelCell::Absent | LabelCell::Many(_)))
}
