//! Places -> training sets.

use super::Sighted;
use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet};
use unhusk_page::Span;
use unhusk_wrapper::record::Schema;

/// For each page, record and field, the place of the value.
pub(super) type CellPlaces = Vec<Vec<Vec<Option<Span>>>>;

/// Maximum number of pages to learn from; more pages take longer and hardly improve the wrapper.
const MAX_PAGES: usize = 20;

/// Examples with a place for each known cell; `columns` has the positions of the fields, in the order of `schema`.
/// `None` if no place is known.
pub(super) fn examples<'p>(
    schema: &Schema,
    columns: &[usize],
    pages: &[&Sighted<'p>],
    places: &CellPlaces,
) -> Option<TrainingSet<'p>> {
    let with_records: Vec<usize> =
        (0..pages.len()).filter(|&page| !places[page].is_empty()).collect();
    let n_taken = with_records.len().min(MAX_PAGES);
    let taken = (0..n_taken).map(|at| with_records[at * with_records.len() / n_taken]);
    let examples = taken.map(|at| {
        let records = places[at].iter().map(|row| {
            let cell = |&field: &usize| row[field].map_or(LabelCell::Unknown, label);
            LabelledRecord { cells: columns.iter().map(cell).collect() }
        });
        Example {
            name: pages[at].name.clone(),
            page: pages[at].page,
            complete: true,
            records: records.collect(),
            negatives: Vec::new(),
        }
    });
    TrainingSet::from_examples(schema.clone(), examples.collect()).ok()
}

fn label(span: Span) -> LabelCell {
    let place = Place { span, target: PlaceTarget::Range };
    LabelCell::One(Label { candidates: vec![place], text: None })
}

/// A schema with some of the fields, in a given order.
pub(super) fn schema_of(schema: &Schema, columns: &[usize]) -> Option<Schema> {
    let fields = columns.iter().map(|&field| schema.fields()[field].clone());
    schema.with_fields(fields.collect()).ok()
}
