//! Places -> records, without a rule: one record a page, or fields in turn.

use crate::record::{Cell, Field, Record, Schema, Value};
use crate::sort;
use serde::{Deserialize, Serialize};
use unhusk_page::Warning;
use unhusk_page::{Page, Span};

/// Arrangement of values in records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`page` or `turns`")]
pub enum Grouping {
    /// The page is one record.
    Page,
    /// The i-th values of all fields form the i-th record; they are contiguous, in the same order each time.
    Turns,
}

/// Groups the places of each field into records.
pub(crate) fn records<'p>(
    grouping: Grouping,
    schema: &Schema,
    places: &[Vec<Span>],
    page: &'p Page,
) -> (Vec<Record<'p>>, Vec<Warning>) {
    match grouping {
        Grouping::Page => one_record(schema, places, page),
        Grouping::Turns if take_turns(places) => (in_turns(schema, places, page), Vec::new()),
        Grouping::Turns => (Vec::new(), vec![no_turns(schema, places)]),
    }
}

fn one_record<'p>(
    schema: &Schema,
    places: &[Vec<Span>],
    page: &'p Page,
) -> (Vec<Record<'p>>, Vec<Warning>) {
    if places.iter().all(Vec::is_empty) {
        return (Vec::new(), Vec::new());
    }
    let fields = || schema.fields().iter().zip(places);
    let cells = fields().map(|(field, places)| cell(field, places, page)).collect();
    let surplus = fields().filter(|(field, places)| !field.many && places.len() > 1);
    let warnings = surplus.map(|(field, places)| {
        Warning::Note(format!(
            "field `{}` has {} values on the page; the first was taken",
            field.name,
            places.len()
        ))
    });
    (vec![Record { cells }], warnings.collect())
}

fn cell<'p>(field: &Field, places: &[Span], page: &'p Page) -> Cell<'p> {
    let mut values = places.iter().map(|&span| Value::at(page, span));
    if field.many {
        return Cell::Many(values.collect());
    }
    values.next().map_or(Cell::Absent, Cell::One)
}

/// Whether all fields have as many values, and every record ends before the next begins, in the same order.
pub(crate) fn take_turns(places: &[Vec<Span>]) -> bool {
    let n_records = places.first().map_or(0, Vec::len);
    if places.iter().any(|places| places.len() != n_records) || n_records == 0 {
        return places.iter().all(Vec::is_empty);
    }
    let mut order: Vec<usize> = (0..places.len()).collect();
    sort::by_key(&mut order, |&field| (places[field][0], field));
    let starts = (0..n_records).flat_map(|record| {
        order
            .iter()
            .map(move |&field| (record, field))
            .map(|(record, field)| places[field][record].start)
    });
    starts.is_sorted()
}

fn in_turns<'p>(schema: &Schema, places: &[Vec<Span>], page: &'p Page) -> Vec<Record<'p>> {
    let n_records = places.first().map_or(0, Vec::len);
    let record = |at: usize| {
        let fields = schema.fields().iter().zip(places);
        Record {
            cells: fields.map(|(field, places)| cell(field, &places[at..=at], page)).collect(),
        }
    };
    (0..n_records).map(record).collect()
}

fn no_turns(schema: &Schema, places: &[Vec<Span>]) -> Warning {
    let counts: Vec<String> = schema
        .fields()
        .iter()
        .zip(places)
        .map(|(field, places)| format!("{} of `{}`", places.len(), field.name))
        .collect();
    Warning::Note(format!(
        "the values do not take turns ({}), and this wrapper has no rule for where a record begins; no record was made",
        counts.join(", ")
    ))
}
