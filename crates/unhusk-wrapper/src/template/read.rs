//! Texts with their columns -> records.

use super::assign::{AssignedText, Assignment};
use super::leaves::Leaves;
use super::machine::{FrameId, FrameKind, Machine, PAGE};
use super::part::FieldPiece;
use crate::context::Extent;
use crate::record::{Cell, Field, Record, Schema, Value};
use crate::site::cut::cut_span;
use unhusk_page::{Page, Span};

/// A record of the page, of a set, or of a set in a set.
#[derive(Debug, Default)]
struct ReadRecord {
    values: Vec<RecordValue>,
    /// Records with the positions of the fields that hold them.
    inside: Vec<(usize, usize)>,
}

/// A value of a record.
#[derive(Debug, Clone, Copy)]
struct RecordValue {
    /// The position of its field.
    field: usize,
    place: Span,
    /// Whether it goes on where the value of the field before it ends.
    joined: bool,
}

/// The records of a set, or that of the page.
pub(super) fn records<'p>(
    machine: &Machine,
    leaves: &Leaves<'p>,
    assignment: &Assignment,
    (of, schema): (FrameId, &Schema),
) -> Vec<Record<'p>> {
    let mut reader = RecordReader::new(machine, leaves, of);
    assignment.read.iter().for_each(|read| reader.add(*read));
    let page = leaves.page();
    let record = |&row: &usize| record(page, schema.fields(), &reader.rows, row);
    reader.found.iter().map(record).filter(|record| !is_empty(record)).collect()
}

struct RecordReader<'a, 'p> {
    machine: &'a Machine,
    leaves: &'a Leaves<'p>,
    /// The frame whose records are asked for.
    of: FrameId,
    rows: Vec<ReadRecord>,
    /// The row that is being read of each frame.
    open: Vec<Option<usize>>,
    /// The rows of the frame that is asked for.
    found: Vec<usize>,
}

impl<'a, 'p> RecordReader<'a, 'p> {
    fn new(machine: &'a Machine, leaves: &'a Leaves<'p>, of: FrameId) -> Self {
        let open = vec![None; machine.frames.len()];
        Self { machine, leaves, of, rows: Vec::new(), open, found: Vec::new() }
    }

    fn add(&mut self, read: AssignedText) {
        if let Some(set) = read.begins {
            self.close(set);
        }
        let mut around: Vec<FrameId> = self.machine.around(read.state).collect();
        around.reverse();
        let mut row = None;
        for frame in around {
            row = self.row(frame, row);
        }
        let column = &self.machine.states[read.state as usize].column;
        let (Some(row), Some(place)) = (row, self.leaves.place_of(read.leaves())) else { return };
        let whole = column.field.map(|field| RecordValue { field, place, joined: false });
        let page = self.leaves.page();
        let cut = |piece: &FieldPiece| {
            let place = cut_span(page, place, &piece.cut, Extent::Trimmed)?;
            Some(RecordValue { field: piece.field, place, joined: piece.joined })
        };
        let pieces = column.pieces.iter().filter_map(cut);
        self.rows[row].values.extend(whole.into_iter().chain(pieces));
    }

    /// Ends the record of a set, and all in it.
    fn close(&mut self, set: FrameId) {
        for frame in self.machine.frames_in(set) {
            self.open[frame] = None;
        }
    }

    /// The row of a frame, in the row of the frame around it; options, alternatives and sets that no field holds have
    /// none of their own.
    fn row(&mut self, frame: FrameId, above: Option<usize>) -> Option<usize> {
        let field = match &self.machine.frames[frame].what {
            FrameKind::Set { field, .. } if field.is_some() || frame == self.of => *field,
            _ if frame == PAGE => None,
            _ => return above,
        };
        // Nothing above the frame that is asked for is wanted.
        if above.is_none() && frame != self.of {
            return None;
        }
        if let Some(row) = self.open[frame] {
            return Some(row);
        }
        let row = self.rows.len();
        self.rows.push(ReadRecord::default());
        self.open[frame] = Some(row);
        if frame == self.of {
            self.found.push(row);
        } else if let (Some(above), Some(field)) = (above, field) {
            self.rows[above].inside.push((field, row));
        }
        Some(row)
    }
}

/// Recurses on the nesting of the schema, which is capped.
fn record<'p>(page: &'p Page, fields: &[Field], rows: &[ReadRecord], row: usize) -> Record<'p> {
    let row = &rows[row];
    let cell = |(at, field): (usize, &Field)| {
        if field.is_nested() {
            let inside = row.inside.iter().filter(|(of, _)| *of == at);
            let records = inside.map(|(_, inner)| record(page, &field.fields, rows, *inner));
            return Cell::Nested(records.filter(|record| !is_empty(record)).collect());
        }
        let mut places = joined(row.values.iter().filter(|found| found.field == at));
        if field.many {
            return Cell::Many(places.into_iter().map(|place| Value::at(page, place)).collect());
        }
        places.truncate(1);
        places.pop().map_or(Cell::Absent, |place| Cell::One(Value::at(page, place)))
    };
    Record { cells: fields.iter().enumerate().map(cell).collect() }
}

/// The places of a field's values; those that belong together as one.
fn joined<'f>(found: impl Iterator<Item = &'f RecordValue>) -> Vec<Span> {
    let mut places: Vec<Span> = Vec::new();
    for one in found {
        match places.last_mut() {
            Some(last) if one.joined => last.end = one.place.end,
            _ => places.push(one.place),
        }
    }
    places
}

fn is_empty(record: &Record<'_>) -> bool {
    record.cells.iter().all(|cell| match cell {
        Cell::Absent => true,
        Cell::One(_) => false,
        Cell::Many(values) => values.is_empty(),
        Cell::Nested(records) => records.is_empty(),
    })
}
