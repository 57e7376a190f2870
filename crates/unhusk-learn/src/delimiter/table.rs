//! The labels of a table as slots, and the chosen places as a table.

use super::layout::Places;
use super::misfit::Named;
use super::places::{Chosen, Slot};
use crate::example::{Example, LabelCell, TrainingSet};

/// The pages as messages call them.
pub(super) fn pages<'s>(set: &'s TrainingSet<'_>) -> Vec<Named<'s>> {
    let named =
        |example: &'s Example<'_>| Named { name: &example.name, source: example.page.source() };
    set.examples().iter().map(named).collect()
}

/// The labelled values of each page, record by record, in the schema's order.
pub(super) fn slots<'s>(set: &'s TrainingSet<'_>) -> Vec<Vec<Slot<'s>>> {
    let of_page = |example: &'s Example<'_>| {
        let records = example.records.iter().enumerate();
        let slots = records.flat_map(|(record, labelled)| {
            labelled.cells.iter().enumerate().filter_map(move |(column, cell)| match cell {
                LabelCell::One(label) => Some(Slot { record, column, field: vec![column], label }),
                _ => None,
            })
        });
        slots.collect()
    };
    set.examples().iter().map(of_page).collect()
}

/// The chosen places, by page, record and field.
pub(super) fn places(set: &TrainingSet<'_>, slots: &[Vec<Slot<'_>>], chosen: &Chosen) -> Places {
    let n_fields = set.schema().fields().len();
    let empty = |example: &Example<'_>| vec![vec![None; n_fields]; example.records.len()];
    let mut places: Places = set.examples().iter().map(empty).collect();
    for (page, (slots, chosen)) in slots.iter().zip(chosen).enumerate() {
        for (slot, place) in slots.iter().zip(chosen) {
            places[page][slot.record][slot.column] = Some(place.span);
        }
    }
    places
}
