//! Records from the values of nested levels.
//!
//! The N-classes have levels only: a value of level k belongs to the last value of level k-1 before it. A schema maps
//! levels to cells. Its levels are its fields, outer records first, and the field that holds inner records last:
//!
//! ```text
//! {name, phone}                 name = 1, phone = 2; a second phone begins a record without a name
//! {name, [phone]}               name = 1, phone = 2; `phone` repeats
//! {name, offers: {shop, cost}}  name = 1, shop = 2, cost = 3
//! ```

use crate::record::{Cell, Field, Record, Schema, Value};

/// Mapping of the levels of nested values to the fields of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelShape {
    /// For each level, the cell that its values fill.
    pub levels: Vec<LevelCell>,
    /// The records, outermost first.
    pub records: Vec<LevelRecord>,
}

/// The cell that the values of one level fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelCell {
    /// Depth of the record that holds the cell, from 0.
    pub depth: usize,
    /// Position of the cell in that record.
    pub cell: usize,
    /// Whether the cell is a list of values.
    pub many: bool,
    /// Name of the field.
    pub field: String,
}

/// The cells of the records at one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelRecord {
    /// Content of each cell.
    kinds: Vec<CellKind>,
    /// The cell with the inner records, if any.
    pub nested: Option<usize>,
}

/// Content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellKind {
    Value,
    Values,
    Records,
}

impl LevelShape {
    /// The levels of a schema; an error if its records cannot be read level by level.
    pub fn of(schema: &Schema) -> Result<Self, String> {
        let mut shape = Self { levels: Vec::new(), records: Vec::new() };
        let mut inner = Some(schema.fields());
        while let Some(fields) = inner {
            inner = shape.push_record(fields)?;
        }
        Ok(shape)
    }

    /// Adds the levels of one record and returns the fields of the records inside it.
    fn push_record<'s>(&mut self, fields: &'s [Field]) -> Result<Option<&'s [Field]>, String> {
        let depth = self.records.len();
        let (nested, values): (Vec<_>, Vec<_>) =
            fields.iter().enumerate().partition(|(_, field)| field.is_nested());
        let lists = values.iter().filter(|(_, field)| field.many).count() + nested.len();
        if lists > 1 {
            return Err("two fields of one record repeat, which levels cannot tell apart".into());
        }
        if values.is_empty() {
            return Err("a record without a value of its own has no level".into());
        }
        let (many, single): (Vec<_>, Vec<_>) =
            values.into_iter().partition(|(_, field)| field.many);
        for (cell, field) in single.into_iter().chain(many) {
            let level = LevelCell { depth, cell, many: field.many, field: field.name.clone() };
            self.levels.push(level);
        }
        let nested = nested.first();
        let kinds = fields.iter().map(CellKind::of).collect();
        self.records.push(LevelRecord { kinds, nested: nested.map(|(cell, _)| *cell) });
        Ok(nested.map(|(_, field)| field.fields.as_slice()))
    }
}

impl CellKind {
    fn of(field: &Field) -> Self {
        match field {
            field if field.is_nested() => Self::Records,
            field if field.many => Self::Values,
            _ => Self::Value,
        }
    }

    fn empty_cell<'p>(self) -> Cell<'p> {
        match self {
            Self::Value => Cell::Absent,
            Self::Values => Cell::Many(Vec::new()),
            Self::Records => Cell::Nested(Vec::new()),
        }
    }
}

/// Records under construction: the open one of each depth, with the last level that was filled in it.
pub(super) struct RecordBuilder<'s, 'p> {
    shape: &'s LevelShape,
    open: Vec<(Record<'p>, Option<usize>)>,
    done: Vec<Record<'p>>,
}

impl<'s, 'p> RecordBuilder<'s, 'p> {
    pub(super) fn new(shape: &'s LevelShape) -> Self {
        Self { shape, open: Vec::new(), done: Vec::new() }
    }

    /// Closes all open records and returns the records of the page.
    pub(super) fn finish(mut self) -> Vec<Record<'p>> {
        self.close_to(0);
        self.done
    }

    /// Adds the next value in the order of the page.
    pub(super) fn push(&mut self, level: usize, value: Value<'p>) {
        let place = &self.shape.levels[level];
        self.close_to(place.depth + 1);
        if self.is_filled(level) {
            self.close_to(place.depth);
        }
        while self.open.len() <= place.depth {
            self.open.push((self.shape.records[self.open.len()].empty_record(), None));
        }
        let (record, last) = &mut self.open[place.depth];
        *last = Some(level);
        match &mut record.cells[place.cell] {
            Cell::Many(values) => values.push(value),
            cell => *cell = Cell::One(value),
        }
    }

    /// Whether the open record at the level's depth cannot take another value of the level.
    fn is_filled(&self, level: usize) -> bool {
        let place = &self.shape.levels[level];
        let Some((_, Some(last))) = self.open.get(place.depth) else { return false };
        *last > level || (*last == level && !place.many)
    }

    /// Closes the open records at `depth` and deeper, and adds each to the record around it.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some((record, _)) = self.open.pop() else { return };
            let n_open = self.open.len();
            let Some((outer, _)) = self.open.last_mut() else {
                self.done.push(record);
                continue;
            };
            let nested = self.shape.records[n_open - 1].nested;
            if let Some(Cell::Nested(records)) = nested.map(|cell| &mut outer.cells[cell]) {
                // Most lists hold one record; the default capacity would be most of the memory of nested records.
                if records.is_empty() {
                    records.reserve_exact(1);
                }
                records.push(record);
            }
        }
    }
}

impl LevelRecord {
    fn empty_record<'p>(&self) -> Record<'p> {
        Record { cells: self.kinds.iter().map(|kind| kind.empty_cell()).collect() }
    }
}
