//! Compares what a wrapper reads with what corroboration left possible.

use super::Sighted;
use super::sets::CellPlaces;
use crate::example::corroborate::{Array, Reliability};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Record, Schema};
use unhusk_wrapper::{AnyWrapper, Extract};

/// Numbers of errors of a wrapper, compared with the arrays; less is better, in this order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ErrorCounts {
    /// Cells read at an impossible place, cells of missing rows, and cells of surplus records.
    pub(super) n_wrong: usize,
    /// Cells that neither recognizers nor the wrapper found, and cells read at none of the places that an unreliable
    /// recognizer found.
    pub(super) n_unread: usize,
}

impl ErrorCounts {
    pub(super) fn is_perfect(self) -> bool {
        self == Self::default()
    }
}

/// The places that a wrapper read, by the rows and fields of the arrays.
pub(super) struct WrapperReading {
    pub(super) verdict: ErrorCounts,
    pub(super) places: CellPlaces,
}

/// Reads all pages and compares the result with the arrays. `columns` has the fields that the wrapper reads, in the
/// order of `schema`; `anchor` is the field that determines the rows.
pub(super) fn read(
    wrapper: &AnyWrapper,
    (schema, columns): (&Schema, &[usize]),
    pages: &[&Sighted<'_>],
    (arrays, anchor): (&[Array], usize),
) -> WrapperReading {
    let mut reading = WrapperReading { verdict: ErrorCounts::default(), places: Vec::new() };
    for (sighted, array) in pages.iter().zip(arrays) {
        let records = wrapper.extract(schema, sighted.page).records;
        let n_fields = sighted.columns.len();
        let mut read = records.iter().map(|record| by_field(record, columns, n_fields)).peekable();
        let mut n_matched = 0;
        let rows = array.rows.iter().map(|row| {
            let at = row[anchor].first().copied();
            // Records are in page order: those before this row match no row.
            while read.next_if(|record| starts_before(record[anchor], at)).is_some() {}
            let Some(record) = read.next_if(|record| is_at(sighted.page, record[anchor], at))
            else {
                reading.verdict.n_wrong += columns.len();
                return vec![None; n_fields];
            };
            n_matched += 1;
            compare(sighted, row, record, columns, &mut reading.verdict)
        });
        let rows: Vec<_> = rows.collect();
        reading.verdict.n_wrong += columns.len() * (records.len() - n_matched);
        reading.places.push(rows);
    }
    reading
}

/// The places of a record, by field.
fn by_field(record: &Record<'_>, columns: &[usize], n_fields: usize) -> Vec<Option<Span>> {
    let mut places = vec![None; n_fields];
    for (cell, &field) in record.cells.iter().zip(columns) {
        places[field] = match cell {
            Cell::One(value) => Some(value.span),
            Cell::Many(values) if values.len() == 1 => Some(values[0].span),
            _ => None,
        };
    }
    places
}

fn starts_before(place: Option<Span>, row: Option<Span>) -> bool {
    match (place, row) {
        (Some(place), Some(row)) => place.end <= row.start,
        _ => true,
    }
}

fn is_at(page: &Page, place: Option<Span>, row: Option<Span>) -> bool {
    place.zip(row).is_some_and(|(place, row)| is_same(page, place, row))
}

/// Whether two places overlap and have the same text: white space and markup at the ends do not count.
fn is_same(page: &Page, one: Span, other: Span) -> bool {
    one == other || (one.overlaps(other) && page.text(one) == page.text(other))
}

/// The possible place that equals `place`, or else has the same text.
fn among(page: &Page, possible: &[Span], place: Span) -> Option<Span> {
    let exact = possible.iter().copied().find(|&one| one == place);
    exact.or_else(|| possible.iter().copied().find(|&one| is_same(page, one, place)))
}

/// Whether the field may have no value in a row.
fn is_open(sighted: &Sighted<'_>, field: usize, possible: &[Span]) -> bool {
    possible.is_empty() || sighted.columns[field].reliability() == Reliability::Unreliable
}

/// Counts the errors in a row and returns its places; a place with the text of a possible one is replaced by that.
fn compare(
    sighted: &Sighted<'_>,
    row: &[Vec<Span>],
    record: Vec<Option<Span>>,
    columns: &[usize],
    verdict: &mut ErrorCounts,
) -> Vec<Option<Span>> {
    let mut places = record;
    for &field in columns {
        let possible = &row[field];
        match places[field] {
            None if is_open(sighted, field, possible) => verdict.n_unread += 1,
            None => verdict.n_wrong += 1,
            Some(_) if possible.is_empty() => {}
            Some(place) => match among(sighted.page, possible, place) {
                Some(same) => places[field] = Some(same),
                // All places of an unreliable recognizer may be wrong.
                None if sighted.columns[field].reliability() == Reliability::Unreliable => {
                    verdict.n_unread += 1;
                }
                None => {
                    places[field] = None;
                    verdict.n_wrong += 1;
                }
            },
        }
    }
    places
}
