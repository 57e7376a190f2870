//! Readings of a wrapper on the pages of a lesson, in a form that can be compared and confirmed.

use super::committee::TaughtRule;
use crate::example::{GivenCell, GivenRecord, GivenValue};
use unhusk_page::{Page, Span};
use unhusk_wrapper::Extract;
use unhusk_wrapper::record::{Cell, Confidence, Field, Record, Value};

/// A value that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadValue {
    /// The text, as a reader sees it.
    pub text: String,
    /// The place of the value.
    pub span: Span,
    /// The confidence, if the wrapper computes one.
    pub confidence: Option<Confidence>,
}

/// A record that was read: the values of each field of the lesson, in document order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// One list per field; a nested field has the values of all its records.
    pub values: Vec<Vec<ReadValue>>,
    /// The record as a label.
    pub(super) given: GivenRecord,
}

impl Proposal {
    /// A record without values.
    pub(super) fn empty(n_fields: usize) -> Self {
        Self { values: vec![Vec::new(); n_fields], given: GivenRecord::default() }
    }

    /// The span from the first to the last value.
    pub fn extent(&self) -> Option<Span> {
        let spans = self.values.iter().flatten().map(|found| found.span);
        spans.reduce(|all, one| Span { start: all.start.min(one.start), end: all.end.max(one.end) })
    }

    /// Whether two readings of a field have the same texts.
    pub(super) fn agrees(&self, other: &Self, field: usize) -> bool {
        let texts = |one: &'_ Self| {
            one.values[field].iter().map(|found| found.text.clone()).collect::<Vec<_>>()
        };
        texts(self) == texts(other)
    }
}

/// Reads all records of a page, with their fields in the order of `fields`.
pub(super) fn read(
    TaughtRule { rule, schema }: &TaughtRule,
    fields: &[Field],
    page: &Page,
) -> Vec<Proposal> {
    let found = rule.extract_with_confidence(schema, page);
    let proposal = |record: &Record<'_>| {
        let place = |field: &Field| schema.position(&field.name);
        let cell = |field: &Field| place(field).and_then(|at| record.cells.get(at));
        let values = fields.iter().map(|field| cell(field).map_or_else(Vec::new, values)).collect();
        Proposal { values, given: given(schema.fields(), record) }
    };
    found.records.iter().map(proposal).collect()
}

/// All values of a cell. Recurses on the nesting of the schema, whose depth is limited.
fn values(cell: &Cell<'_>) -> Vec<ReadValue> {
    let found = |value: &Value<'_>| ReadValue {
        text: value.text.to_string(),
        span: value.span,
        confidence: value.confidence,
    };
    match cell {
        Cell::Nested(records) => {
            records.iter().flat_map(|record| &record.cells).flat_map(values).collect()
        }
        cell => cell.values().iter().map(found).collect(),
    }
}

/// Converts a record to a label by spans. Recurses on the nesting of the schema, whose depth is limited.
fn given(fields: &[Field], record: &Record<'_>) -> GivenRecord {
    let place = |value: &Value<'_>| GivenValue::Span(value.span);
    let cells = fields.iter().zip(&record.cells).map(|(field, cell)| {
        let cell = match cell {
            Cell::Absent => GivenCell::Absent,
            Cell::One(value) => GivenCell::One(place(value)),
            Cell::Many(values) => GivenCell::Many(values.iter().map(place).collect()),
            Cell::Nested(records) => {
                GivenCell::Nested(records.iter().map(|one| given(&field.fields, one)).collect())
            }
        };
        (field.name.clone(), cell)
    });
    GivenRecord { cells: cells.collect() }
}
