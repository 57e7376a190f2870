//! Levels and fields: how the values of a nested page make records.
//!
//! The N-classes know levels only: a value of level k belongs to the last value of level k-1 before it. A
//! schema gives them their shape. Its levels are its fields, outer records first, and the field that holds
//! inner records behind all others:
//!
//! ```text
//! {name, phone}                 name = 1, phone = 2; a second phone begins a record without a name
//! {name, [phone]}               name = 1, phone = 2; `phone` repeats
//! {name, offers: {shop, cost}}  name = 1, shop = 2, cost = 3
//! ```

use crate::record::{Cell, Field, Record, Schema, Value};

/// How the levels of nested values fill the fields of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// For each level, the record and the cell it fills.
    pub levels: Vec<LevelCell>,
    /// The records, outermost first.
    pub records: Vec<RecordShape>,
}

/// Where the values of one level go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelCell {
    /// How deep the record is nested that holds them.
    pub depth: usize,
    /// Their cell in that record.
    pub cell: usize,
    /// Whether they are collected in a list.
    pub many: bool,
    /// Name of the field.
    pub field: String,
}

/// A record at one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordShape {
    /// What each of its cells holds.
    slots: Vec<Slot>,
    /// The cell with the inner records, if any.
    pub nested: Option<usize>,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Value,
    Values,
    Records,
}

impl Shape {
    /// The levels of a schema, or why it has none.
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
        let slots = fields.iter().map(Slot::of).collect();
        self.records.push(RecordShape { slots, nested: nested.map(|(cell, _)| *cell) });
        Ok(nested.map(|(_, field)| field.fields.as_slice()))
    }
}

impl Slot {
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
pub(super) struct Builder<'s, 'p> {
    shape: &'s Shape,
    open: Vec<(Record<'p>, Option<usize>)>,
    done: Vec<Record<'p>>,
}

impl<'s, 'p> Builder<'s, 'p> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        Self { shape, open: Vec::new(), done: Vec::new() }
    }

    /// All records; there are no more values.
    pub(super) fn finish(mut self) -> Vec<Record<'p>> {
        self.close_to(0);
        self.done
    }

    /// The next value in the order of the page.
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

    /// Whether the open record of the level's depth cannot take another value of the level.
    fn is_filled(&self, level: usize) -> bool {
        let place = &self.shape.levels[level];
        let Some((_, Some(last))) = self.open.get(place.depth) else { return false };
        *last > level || (*last == level && !place.many)
    }

    /// Ends the open records at `depth` and deeper, each going into the one around it.
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
                // Many lists hold one record only, and room for more would be most of what nested records take.
                if records.is_empty() {
                    records.reserve_exact(1);
                }
                records.push(record);
            }
        }
    }
}

impl RecordShape {
    fn empty_record<'p>(&self) -> Record<'p> {
        Record { cells: self.slots.iter().map(|slot| slot.empty_cell()).collect() }
    }
}
