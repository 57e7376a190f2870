//! Expected and extracted values that differ, for inspection by a person.

use std::collections::BTreeMap;
use unhusk::example::{Example, Label, LabelCell, LabelledRecord};
use unhusk::record::{Cell, Field, Record, Schema, Value};

/// A field that was read wrongly on a page.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) page: String,
    pub(crate) field: String,
    /// Expected and extracted values; long lists omit the right ones.
    pub(crate) expected: Vec<String>,
    pub(crate) got: Vec<String>,
}

/// Lists longer than this show only differences.
const SHORT_LIST: usize = 3;

impl Failure {
    pub(super) fn new(
        schema: &Schema,
        page: &str,
        field: &str,
        truth: &Example<'_>,
        read: &[Record<'_>],
    ) -> Self {
        let path: Vec<&str> = field.split('.').collect();
        let (expected, got) = differing(schema, &path, truth, read);
        Self { page: page.to_owned(), field: field.to_owned(), expected, got }
    }
}

fn differing(
    schema: &Schema,
    path: &[&str],
    truth: &Example<'_>,
    read: &[Record<'_>],
) -> (Vec<String>, Vec<String>) {
    let (mut expected, mut got) = (Vec::new(), Vec::new());
    for record in &truth.records {
        labels(schema.fields(), record, path, &mut |label| {
            expected.push(shown_label(label, truth));
        });
    }
    let with_places = truth.records.iter().any(has_places);
    for record in read {
        values(schema.fields(), record, path, &mut |value| {
            got.push(shown_value(value, with_places));
        });
    }
    if expected.len().max(got.len()) > SHORT_LIST {
        (without(&expected, &got), without(&got, &expected))
    } else {
        (expected, got)
    }
}

fn has_places(record: &LabelledRecord) -> bool {
    record.cells.iter().any(|cell| match cell {
        LabelCell::One(label) => label.text.is_none(),
        LabelCell::Many(labels) => labels.iter().any(|label| label.text.is_none()),
        LabelCell::Nested(records) => records.iter().any(has_places),
        LabelCell::Unknown | LabelCell::Absent => false,
    })
}

fn shown_label(label: &Label, truth: &Example<'_>) -> String {
    match (&label.text, label.candidates.first()) {
        (Some(text), _) => text.clone(),
        (None, Some(place)) => shown_value(&Value::at(truth.page, place.span), true),
        (None, None) => String::new(),
    }
}

fn shown_value(value: &Value<'_>, with_place: bool) -> String {
    if with_place {
        format!("{} @{}-{}", value.text, value.span.start, value.span.end)
    } else {
        value.text.to_string()
    }
}

/// Returns the `texts` that are not among `others`, as multisets.
fn without(texts: &[String], others: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in others {
        *counts.entry(text).or_default() += 1;
    }
    let mut left = Vec::new();
    for text in texts {
        match counts.get_mut(text.as_str()) {
            Some(count @ 1..) => *count -= 1,
            _ => left.push(text.clone()),
        }
    }
    left
}

/// Recurses on the nesting of the schema, which is capped; so does [`values`].
fn labels<'a>(
    fields: &[Field],
    record: &'a LabelledRecord,
    path: &[&str],
    visit: &mut dyn FnMut(&'a Label),
) {
    let Some(position) = fields.iter().position(|field| field.name == path[0]) else { return };
    match record.cells.get(position) {
        Some(LabelCell::One(label)) => visit(label),
        Some(LabelCell::Many(labels)) => labels.iter().for_each(visit),
        Some(LabelCell::Nested(records)) if path.len() > 1 => {
            for record in records {
                labels(&fields[position].fields, record, &path[1..], visit);
            }
        }
        _ => {}
    }
}

fn values<'a>(
    fields: &[Field],
    record: &'a Record<'_>,
    path: &[&str],
    visit: &mut dyn FnMut(&'a Value<'_>),
) {
    let Some(position) = fields.iter().position(|field| field.name == path[0]) else { return };
    match record.cells.get(position) {
        Some(Cell::One(value)) => visit(value),
        Some(Cell::Many(values)) => values.iter().for_each(visit),
        Some(Cell::Nested(records)) if path.len() > 1 => {
            for record in records {
                values(&fields[position].fields, record, &path[1..], visit);
            }
        }
        _ => {}
    }
}
