//! The values that a wrapper finds on a page, each with its field and its place.

use serde_json::{Value as Json, json};
use std::ops::Range;
use unhusk::Page;
use unhusk::page::Warning;
use unhusk::record::{Cell, Field, Record, Value};
use unhusk::wrapper::{Extraction, Wrapper};

/// The records of one page.
pub(super) struct PagePlaces<'p> {
    pub(super) name: &'p str,
    pub(super) page: &'p Page,
    pub(super) records: Vec<Vec<FieldPlace>>,
    warnings: Vec<Warning>,
}

/// One value of a record, or a field without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPlace {
    /// The name of the field, `offers.price` where records nest.
    pub(super) field: String,
    /// Text and byte range in the source; `None` if the record has no value.
    pub(super) value: Option<(String, Range<usize>)>,
}

impl<'p> PagePlaces<'p> {
    /// Runs a wrapper on a page.
    pub(super) fn new(wrapper: &'p Wrapper, name: &'p str, page: &'p Page) -> Self {
        let Extraction { records, warnings, .. } = wrapper.extract(page);
        let records = records.iter().map(|record| places(wrapper.schema.fields(), record));
        Self { name, page, records: records.collect(), warnings }
    }

    /// Returns the problems on the page, each with its name.
    pub(super) fn warnings(&self) -> impl Iterator<Item = (&str, &Warning)> {
        self.warnings.iter().map(|warning| (self.name, warning))
    }

    /// Returns the records for programs.
    pub(super) fn to_json(&self) -> Json {
        let place = |place: &FieldPlace| match &place.value {
            Some((text, span)) => {
                json!({"field": place.field, "text": text, "span": [span.start, span.end]})
            }
            None => json!({"field": place.field, "text": null}),
        };
        let record = |record: &Vec<FieldPlace>| record.iter().map(place).collect::<Json>();
        json!({"page": self.name, "records": self.records.iter().map(record).collect::<Json>()})
    }
}

/// Returns the values of a record, field by field.
fn places(fields: &[Field], record: &Record<'_>) -> Vec<FieldPlace> {
    let mut all = Vec::new();
    add_places(fields, record, "", &mut all);
    all
}

/// Recurses on the nesting of the schema, which is capped.
fn add_places(fields: &[Field], record: &Record<'_>, outer: &str, all: &mut Vec<FieldPlace>) {
    for (field, cell) in fields.iter().zip(&record.cells) {
        let name = format!("{outer}{}", field.name);
        if let Cell::Nested(records) = cell {
            let outer = format!("{name}.");
            for record in records {
                add_places(&field.fields, record, &outer, all);
            }
            continue;
        }
        let place = |value: &Value<'_>| FieldPlace {
            field: name.clone(),
            value: Some((value.text.to_string(), value.span.range())),
        };
        all.extend(cell.values().iter().map(place));
        if cell.values().is_empty() {
            all.push(FieldPlace { field: name, value: None });
        }
    }
}
