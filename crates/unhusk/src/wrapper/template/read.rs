//! Labelled texts -> records.

use super::label::{Labels, Read};
use super::leaves::Leaves;
use super::machine::{Frame, Machine, PAGE, What};
use crate::page::{Page, Span};
use crate::record::{Cell, Field, Record, Schema, Value};

/// A record of the page, of a set, or of a set in a set.
#[derive(Debug, Default)]
struct Row {
    /// Values with the positions of their fields.
    values: Vec<(usize, Span)>,
    /// Records with the positions of the fields that hold them.
    inside: Vec<(usize, usize)>,
}

/// The records of a set, or that of the page.
pub(super) fn records<'p>(
    machine: &Machine,
    leaves: &Leaves<'p>,
    labels: &Labels,
    (of, schema): (Frame, &Schema),
) -> Vec<Record<'p>> {
    let mut reader = Reader::new(machine, leaves, of);
    labels.read.iter().for_each(|read| reader.add(*read));
    let page = leaves.page();
    let record = |&row: &usize| record(page, schema.fields(), &reader.rows, row);
    reader.found.iter().map(record).filter(|record| !is_empty(record)).collect()
}

struct Reader<'a, 'p> {
    machine: &'a Machine,
    leaves: &'a Leaves<'p>,
    /// The frame whose records are asked for.
    of: Frame,
    rows: Vec<Row>,
    /// The row that is being read of each frame.
    open: Vec<Option<usize>>,
    /// The rows of the frame that is asked for.
    found: Vec<usize>,
}

impl<'a, 'p> Reader<'a, 'p> {
    fn new(machine: &'a Machine, leaves: &'a Leaves<'p>, of: Frame) -> Self {
        let open = vec![None; machine.frames.len()];
        Self { machine, leaves, of, rows: Vec::new(), open, found: Vec::new() }
    }

    fn add(&mut self, read: Read) {
        if let Some(set) = read.begins {
            self.close(set);
        }
        let mut around: Vec<Frame> = self.machine.around(read.state).collect();
        around.reverse();
        let mut row = None;
        for frame in around {
            row = self.row(frame, row);
        }
        let column = &self.machine.states[read.state as usize].column;
        let (Some(row), Some(field)) = (row, column.field) else { return };
        let place = self.leaves.place(read.leaf);
        self.rows[row].values.extend(place.map(|place| (field, place)));
    }

    /// Ends the record of a set, and all in it.
    fn close(&mut self, set: Frame) {
        let machine = self.machine;
        let is_inside = |mut frame: Frame| {
            while frame != set && frame != PAGE {
                frame = machine.frames[frame].above;
            }
            frame == set
        };
        for (frame, open) in self.open.iter_mut().enumerate() {
            if open.is_some() && is_inside(frame) {
                *open = None;
            }
        }
    }

    /// The row of a frame, in the row of the frame around it; options and alternatives have none of their own.
    fn row(&mut self, frame: Frame, above: Option<usize>) -> Option<usize> {
        let field = match &self.machine.frames[frame].what {
            What::Set { field, .. } => *field,
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
        self.rows.push(Row::default());
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
fn record<'p>(page: &'p Page, fields: &[Field], rows: &[Row], row: usize) -> Record<'p> {
    let row = &rows[row];
    let cell = |(at, field): (usize, &Field)| {
        if field.is_nested() {
            let inside = row.inside.iter().filter(|(of, _)| *of == at);
            let records = inside.map(|(_, inner)| record(page, &field.fields, rows, *inner));
            return Cell::Nested(records.filter(|record| !is_empty(record)).collect());
        }
        let of_field = row.values.iter().filter(|(of, _)| *of == at);
        let mut values = of_field.map(|(_, span)| Value::at(page, *span));
        if field.many {
            return Cell::Many(values.collect());
        }
        values.next().map_or(Cell::Absent, Cell::One)
    };
    Record { cells: fields.iter().enumerate().map(cell).collect() }
}

fn is_empty(record: &Record<'_>) -> bool {
    record.cells.iter().all(|cell| match cell {
        Cell::Absent => true,
        Cell::One(_) => false,
        Cell::Many(values) => values.is_empty(),
        Cell::Nested(records) => records.is_empty(),
    })
}
