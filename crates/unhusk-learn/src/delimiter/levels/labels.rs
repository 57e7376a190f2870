//! Nested labels as one list of values per page, each with its level.

use super::super::misfit::Misfit;
use super::super::places::Slot;
use crate::example::{Example, LabelCell, LabelledRecord, TrainingSet};
use unhusk_wrapper::delimiter::LevelShape;

/// The labels of one page, laid out flat in the order of the labels.
#[derive(Debug)]
pub(super) struct Sheet<'s> {
    /// The labelled values.
    pub(super) slots: Vec<Slot<'s>>,
    /// Values and unknown cells, in the order of the labels.
    pub(super) entries: Vec<Entry>,
    /// All records, outer before inner ones.
    pub(super) records: Vec<SheetRecord>,
}

/// A cell of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Number of the record.
    pub(super) record: usize,
    pub(super) level: usize,
    /// Number of the slot; `None` for a cell of which nothing is known.
    pub(super) slot: Option<usize>,
}

/// A record, nested or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetRecord {
    /// Number of the record around it.
    pub(super) parent: Option<usize>,
    pub(super) depth: usize,
}

/// The labels of all pages, laid out flat.
pub(super) fn sheets<'s>(
    set: &'s TrainingSet<'_>,
    shape: &LevelShape,
) -> Result<Vec<Sheet<'s>>, Misfit> {
    set.examples().iter().map(|example| sheet(example, shape)).collect()
}

fn sheet<'s>(example: &'s Example<'_>, shape: &LevelShape) -> Result<Sheet<'s>, Misfit> {
    let mut sheet = Sheet { slots: Vec::new(), entries: Vec::new(), records: Vec::new() };
    for (number, record) in example.records.iter().enumerate() {
        let top = Top { number, example, shape };
        sheet.push_record(&top, record, None, &[])?;
    }
    Ok(sheet)
}

/// An outermost record of a page.
struct Top<'a, 's, 'p> {
    number: usize,
    example: &'s Example<'p>,
    shape: &'a LevelShape,
}

impl<'s> Sheet<'s> {
    /// Adds a record and those inside it, which nest no deeper than a schema may.
    fn push_record(
        &mut self,
        top: &Top<'_, 's, '_>,
        record: &'s LabelledRecord,
        parent: Option<usize>,
        path: &[usize],
    ) -> Result<(), Misfit> {
        let depth = parent.map_or(0, |parent| self.records[parent].depth + 1);
        let number = self.records.len();
        self.records.push(SheetRecord { parent, depth });
        let n_before = self.entries.len();
        let levels = top.shape.levels.iter().enumerate().filter(|(_, place)| place.depth == depth);
        for (level, place) in levels {
            let field: Vec<usize> = path.iter().copied().chain([place.cell]).collect();
            let mut push = |label| {
                self.slots.push(Slot {
                    record: top.number,
                    column: level,
                    field: field.clone(),
                    label,
                });
                self.entries.push(Entry {
                    record: number,
                    level,
                    slot: Some(self.slots.len() - 1),
                });
            };
            match &record.cells[place.cell] {
                LabelCell::One(label) => push(label),
                LabelCell::Many(labels) => labels.iter().for_each(push),
                LabelCell::Unknown => {
                    self.entries.push(Entry { record: number, level, slot: None });
                }
                LabelCell::Absent | LabelCell::Nested(_) => {}
            }
        }
        if self.entries.len() == n_before {
            return Err(without_value(top, depth));
        }
        let nested = top.shape.records[depth].nested;
        // A list that is left out has nothing in it: what the record lists is all it has.
        let Some((cell, LabelCell::Nested(records))) =
            nested.map(|cell| (cell, &record.cells[cell]))
        else {
            return Ok(());
        };
        let path: Vec<usize> = path.iter().copied().chain([cell]).collect();
        records.iter().try_for_each(|record| self.push_record(top, record, Some(number), &path))
    }
}

fn without_value(top: &Top<'_, '_, '_>, depth: usize) -> Misfit {
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
