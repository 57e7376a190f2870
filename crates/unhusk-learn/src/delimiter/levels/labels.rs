//! Flattens nested labels into one list of values per page, each with its level.

use super::super::misfit::Misfit;
use super::super::places::LabelSlot;
use crate::example::{Example, LabelCell, LabelledRecord, TrainingSet};
use unhusk_wrapper::delimiter::LevelShape;

/// The flattened labels of one page, in the order of the labels.
#[derive(Debug)]
pub(super) struct FlatLabels<'s> {
    /// The labelled values.
    pub(super) slots: Vec<LabelSlot<'s>>,
    /// Values and unknown cells, in the order of the labels.
    pub(super) entries: Vec<FlatCell>,
    /// All records, outer records before inner ones.
    pub(super) records: Vec<FlatRecord>,
}

/// A cell of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlatCell {
    /// Position of the record.
    pub(super) record: usize,
    pub(super) level: usize,
    /// Position of the slot; `None` for an unknown cell.
    pub(super) slot: Option<usize>,
}

/// A record, nested or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlatRecord {
    /// Position of the record that contains it.
    pub(super) parent: Option<usize>,
    pub(super) depth: usize,
}

/// The flattened labels of all pages.
pub(super) fn flat_labels<'s>(
    set: &'s TrainingSet<'_>,
    shape: &LevelShape,
) -> Result<Vec<FlatLabels<'s>>, Misfit> {
    set.examples().iter().map(|example| flat(example, shape)).collect()
}

fn flat<'s>(example: &'s Example<'_>, shape: &LevelShape) -> Result<FlatLabels<'s>, Misfit> {
    let mut flat = FlatLabels { slots: Vec::new(), entries: Vec::new(), records: Vec::new() };
    for (number, record) in example.records.iter().enumerate() {
        let top = TopRecord { number, example, shape };
        flat.push_record(&top, record, None, &[])?;
    }
    Ok(flat)
}

/// An outermost record of a page.
struct TopRecord<'a, 's, 'p> {
    number: usize,
    example: &'s Example<'p>,
    shape: &'a LevelShape,
}

impl<'s> FlatLabels<'s> {
    /// Adds a record and the records inside it. Recursion is bounded by the depth of the schema.
    fn push_record(
        &mut self,
        top: &TopRecord<'_, 's, '_>,
        record: &'s LabelledRecord,
        parent: Option<usize>,
        path: &[usize],
    ) -> Result<(), Misfit> {
        let depth = parent.map_or(0, |parent| self.records[parent].depth + 1);
        let number = self.records.len();
        self.records.push(FlatRecord { parent, depth });
        let n_before = self.entries.len();
        let levels = top.shape.levels.iter().enumerate().filter(|(_, place)| place.depth == depth);
        for (level, place) in levels {
            let field: Vec<usize> = path.iter().copied().chain([place.cell]).collect();
            let mut push = |label| {
                self.slots.push(LabelSlot {
                    record: top.number,
                    column: level,
                    field: field.clone(),
                    label,
                });
                self.entries.push(FlatCell {
                    record: number,
                    level,
                    slot: Some(self.slots.len() - 1),
                });
            };
            match &record.cells[place.cell] {
                LabelCell::One(label) => push(label),
                LabelCell::Many(labels) => labels.iter().for_each(push),
                LabelCell::Unknown => {
                    self.entries.push(FlatCell { record: number, level, slot: None });
                }
                LabelCell::Absent | LabelCell::Nested(_) => {}
            }
        }
        if self.entries.len() == n_before {
            return Err(without_value(top, depth));
        }
        let nested = top.shape.records[depth].nested;
        // A list that the record does not mention is empty.
        let Some((cell, LabelCell::Nested(records))) =
            nested.map(|cell| (cell, &record.cells[cell]))
        else {
            return Ok(());
        };
        let path: Vec<usize> = path.iter().copied().chain([cell]).collect();
        records.iter().try_for_each(|record| self.push_record(top, record, Some(number), &path))
    }
}

fn without_value(top: &TopRecord<'_, '_, '_>, depth: usize) -> Misfit {
    let fields: Vec<String> = top
        .shape
        .levels
        .iter()
        .filter(|place| place.depth == depth)
        .map(|place| format!("`{}`", place.field))
        .collect();
    Misfit::Inexpressible(format!(
        "record {} of {} has a record without any of {}, and every record must have a value of its own",
        top.number + 1,
        top.example.name,
        fields.join(", ")
    ))
}
