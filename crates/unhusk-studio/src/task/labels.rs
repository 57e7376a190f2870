//! State -> labels of a page, as the learners take them.

use super::edit::Scope;
use super::event::{Quote, Sign};
use super::state::{FieldId, State, TaskField};
use serde::Serialize;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, PageLabels};
use unhusk::{Page, Span};

/// A label whose place is not on its page any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Orphan {
    /// The page.
    pub page: String,
    /// The field.
    pub field: String,
    /// The text that was labelled.
    pub quote: String,
    /// Reason why the label does not fit.
    pub why: String,
}

/// A value of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RecordValue {
    record: u32,
    start: u32,
    end: u32,
    field: FieldId,
}

/// The labels of a page, and those that do not fit it any more.
pub fn page_labels(state: &State, name: &str, page: &Page) -> (PageLabels, Vec<Orphan>) {
    let mut labels = PageLabels::new(name);
    labels.complete = state.scope == Scope::Only;
    let mut orphans = Vec::new();
    let mut values = Vec::new();
    let mut add =
        |record: u32, field: FieldId, place: &Quote, values: &mut Vec<RecordValue>| match located(
            page, place,
        ) {
            Some(Span { start, end }) => values.push(RecordValue { record, start, end, field }),
            None => orphans.push(Orphan {
                page: name.to_owned(),
                field: state.field(field).map_or_else(String::new, |field| field.name.clone()),
                quote: place.source.clone(),
                why: "this text is not there any more".to_owned(),
            }),
        };
    let mut negatives = Vec::new();
    for label in state.labels.iter().filter(|label| label.page == name) {
        let values = if label.sign == Sign::Plus { &mut values } else { &mut negatives };
        add(label.record, label.field, &label.place, values);
    }
    let said = values.clone();
    for shown in state.shown.iter().filter(|shown| shown.page == name) {
        let (record, field) = (shown.record, shown.value.field);
        let is_list = state.field(field).is_some_and(|field| field.list || field.group.is_some());
        // A label of a field of this record takes precedence over shown values.
        if is_list || !said.iter().any(|said| (said.record, said.field) == (record, field)) {
            add(record, field, &shown.value.place, &mut values);
        }
    }
    values.sort_unstable();
    values.dedup();
    for values in values.chunk_by(|one, other| one.record == other.record) {
        labels.records.push(given_record(state, values));
    }
    for negative in &negatives {
        if let Some(field) = state.field(negative.field) {
            labels.not.push(named(field, GivenCell::One(given_value(negative))));
        }
    }
    (labels, orphans)
}

/// Finds the place of a quote: at its bytes, or else the only place with its text and surroundings.
fn located(page: &Page, quote: &Quote) -> Option<Span> {
    if page.slice(quote.span()) == Some(&quote.source) {
        return Some(quote.span());
    }
    for (before, after) in [(quote.before.as_str(), quote.after.as_str()), ("", "")] {
        let wanted = format!("{before}{}{after}", quote.source);
        let mut found = page.source().match_indices(&wanted);
        if let (Some((at, _)), None) = (found.next(), found.next()) {
            let start = u32::try_from(at + before.len()).ok()?;
            let end = start + u32::try_from(quote.source.len()).ok()?;
            return Some(Span { start, end });
        }
    }
    None
}

/// One record, its fields in the order of the columns.
fn given_record(state: &State, values: &[RecordValue]) -> GivenRecord {
    let mut record = GivenRecord::default();
    for field in &state.fields {
        match &field.group {
            None => {
                let own: Vec<&RecordValue> =
                    values.iter().filter(|value| value.field == field.id).collect();
                if let Some(cell) = given_cell(field, &own) {
                    record.cells.push((field.name.clone(), cell));
                }
            }
            Some(group) if !record.cells.iter().any(|(name, _)| name == group) => {
                let nested = nested_records(state, group, values);
                if !nested.is_empty() {
                    record.cells.push((group.clone(), GivenCell::Nested(nested)));
                }
            }
            Some(_) => {}
        }
    }
    record
}

fn given_cell(field: &TaskField, values: &[&RecordValue]) -> Option<GivenCell> {
    match values {
        [] => None,
        [value] if !field.list => Some(GivenCell::One(given_value(value))),
        values => Some(GivenCell::Many(values.iter().map(|value| given_value(value)).collect())),
    }
}

/// The nested records of a record: in the order of the page, each begins where a field comes again.
fn nested_records(state: &State, group: &str, values: &[RecordValue]) -> Vec<GivenRecord> {
    let mut records: Vec<GivenRecord> = Vec::new();
    for value in values {
        let field = state.field(value.field).filter(|field| field.group.as_deref() == Some(group));
        let Some(field) = field else { continue };
        let is_new = records
            .last()
            .is_none_or(|record| record.cells.iter().any(|(name, _)| *name == field.name));
        if is_new {
            records.push(GivenRecord::default());
        }
        if let Some(record) = records.last_mut() {
            record.cells.push((field.name.clone(), GivenCell::One(given_value(value))));
        }
    }
    records
}

fn given_value(value: &RecordValue) -> GivenValue {
    GivenValue::Span(Span { start: value.start, end: value.end })
}

/// A record of one field; the record of its group around it.
fn named(field: &TaskField, cell: GivenCell) -> GivenRecord {
    let record = GivenRecord { cells: vec![(field.name.clone(), cell)] };
    match &field.group {
        None => record,
        Some(group) => {
            GivenRecord { cells: vec![(group.clone(), GivenCell::Nested(vec![record]))] }
        }
    }
}
