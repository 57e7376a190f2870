//! Converts the labels of a table to slots, and the chosen places back to a table.

use super::layout::TablePlaces;
use super::misfit::NamedSource;
use super::places::{ChosenPlaces, LabelSlot};
use crate::example::{Example, LabelCell, TrainingSet};

/// The sources of the pages, with their names.
pub(super) fn pages<'s>(set: &'s TrainingSet<'_>) -> Vec<NamedSource<'s>> {
    let named = |example: &'s Example<'_>| NamedSource {
        name: &example.name,
        source: example.page.source(),
    };
    set.examples().iter().map(named).collect()
}

/// The labelled values of each page, record by record, in the order of the schema.
pub(super) fn slots<'s>(set: &'s TrainingSet<'_>) -> Vec<Vec<LabelSlot<'s>>> {
    let of_page = |example: &'s Example<'_>| {
        let records = example.records.iter().enumerate();
        let slots = records.flat_map(|(record, labelled)| {
            labelled.cells.iter().enumerate().filter_map(move |(column, cell)| match cell {
                LabelCell::One(label) => {
                    Some(LabelSlot { record, column, field: vec![column], label })
                }
                _ => None,
            })
        });
        slots.collect()
    };
    set.examples().iter().map(of_page).collect()
}

/// The chosen places, by page, record and field.
pub(super) fn places(
    set: &TrainingSet<'_>,
    slots: &[Vec<LabelSlot<'_>>],
    chosen: &ChosenPlaces,
) -> TablePlaces {
    let n_fields = set.schema().fields().len();
    let empty = |example: &Example<'_>| vec![vec![None; n_fields]; example.records.len()];
    let mut places: TablePlaces = set.examples().iter().map(empty).collect();
    for (page, (slots, chosen)) in slots.iter().zip(chosen).enumerate() {
        for (slot, place) in slots.iter().zip(chosen) {
            places[page][slot.record][slot.column] = Some(place.span);
        }
    }
    places
}
