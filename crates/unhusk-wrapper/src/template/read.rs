//! Texts with their columns -> records.

use super::assign::{AssignedText, Assignment};
use super::attribute::TemplateAttribute;
use super::leaves::{LeafNode, Leaves};
use super::machine::{FrameId, FrameKind, Machine, PAGE};
use super::part::FieldPiece;
use crate::context::Extent;
use crate::record::{Cell, Field, Record, Schema, Value};
use crate::site::cut::cut_span;
use std::ops::Range;
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
    /// Whether it continues the value of the same field before it.
    joined: bool,
}

/// The fields of the records that are read.
pub(super) struct RecordFields<'a> {
    /// The frame whose records are read.
    pub(super) of: FrameId,
    pub(super) schema: &'a Schema,
    /// Attributes that are fields of these records.
    pub(super) attributes: &'a [TemplateAttribute],
}

/// The records of a set, or that of the page.
pub(super) fn records<'p>(
    machine: &Machine,
    leaves: &Leaves<'p>,
    assignment: &Assignment,
    fields: &RecordFields<'_>,
) -> Vec<Record<'p>> {
    let mut reader = RecordReader::new(machine, leaves, fields.of);
    assignment.read.iter().for_each(|read| reader.add(*read));
    if !fields.attributes.is_empty() {
        reader.add_attributes(fields.attributes);
    }
    let page = leaves.page();
    let record =
        |found: &FoundRecord| record(page, fields.schema.fields(), &reader.rows, found.row);
    reader.found.iter().map(record).filter(|record| !is_empty(record)).collect()
}

/// The records of a frame as ranges of nodes.
pub(super) fn record_ranges(
    machine: &Machine,
    leaves: &Leaves<'_>,
    assignment: &Assignment,
    of: FrameId,
) -> Vec<Range<LeafNode>> {
    let mut reader = RecordReader::new(machine, leaves, of);
    assignment.read.iter().for_each(|read| reader.add(*read));
    reader.ranges()
}

/// A record of the requested frame.
#[derive(Debug, Clone, Copy)]
struct FoundRecord {
    row: usize,
    /// Its first text, by its position.
    leaf: usize,
}

struct RecordReader<'a, 'p> {
    machine: &'a Machine,
    leaves: &'a Leaves<'p>,
    /// The frame whose records are requested.
    of: FrameId,
    rows: Vec<ReadRecord>,
    /// The open row of each frame.
    open: Vec<Option<usize>>,
    /// The records of the requested frame.
    found: Vec<FoundRecord>,
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
            row = self.row(frame, row, read.leaf);
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

    fn add_attributes(&mut self, attributes: &[TemplateAttribute]) {
        for (number, range) in self.ranges().into_iter().enumerate() {
            let row = self.found[number].row;
            for attribute in attributes {
                let place = attribute.find(self.leaves, range.clone());
                let value = |place| RecordValue { field: attribute.field, place, joined: false };
                self.rows[row].values.extend(place.map(value));
            }
        }
    }

    /// Returns the records as ranges of nodes: each extends to the end of its element; if records are runs of siblings,
    /// to the next record.
    fn ranges(&self) -> Vec<Range<LeafNode>> {
        let FrameKind::Set { depth, run, .. } = self.machine.frames[self.of].what else {
            return self.found.iter().map(|_| 0..self.leaves.n_nodes()).collect();
        };
        let element = |found: &FoundRecord| {
            let text = self.leaves.all()[found.leaf].node;
            let mut around = self.leaves.around(text);
            around.find(|&node| self.leaves.depth(node) == depth).unwrap_or(text)
        };
        let starts: Vec<LeafNode> = self.found.iter().map(element).collect();
        let end = |number: usize| {
            let start = starts[number];
            if !run {
                return self.leaves.end(start);
            }
            let around = self.leaves.around(start).next();
            let last = around.map_or(self.leaves.n_nodes(), |around| self.leaves.end(around));
            starts.get(number + 1).map_or(last, |next| last.min(*next))
        };
        (0..starts.len()).map(|number| starts[number]..end(number)).collect()
    }

    /// Ends the record of a set, and all records in it.
    fn close(&mut self, set: FrameId) {
        for frame in self.machine.frames_in(set) {
            self.open[frame] = None;
        }
    }

    /// Returns the row of a frame, in the row of the frame around it; options, alternatives and sets without a field
    /// have none of their own.
    fn row(&mut self, frame: FrameId, above: Option<usize>, leaf: usize) -> Option<usize> {
        let field = match &self.machine.frames[frame].what {
            FrameKind::Set { field, .. } if field.is_some() || frame == self.of => *field,
            _ if frame == PAGE => None,
            _ => return above,
        };
        // Frames above the requested one are skipped.
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
            self.found.push(FoundRecord { row, leaf });
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

/// Returns the places of a field's values; joined values are one.
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
