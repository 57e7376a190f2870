//! Rows -> leaves with repetition and definition levels, as in Dremel (Melnik et al., VLDB 2010) and Parquet.
//!
//! A leaf has one entry per value or missing value. The definition level is the number of optional columns and lists on
//! the path to the leaf that exist; the repetition level is the number of the list, counted from the outside, that the
//! entry continues, 0 for a new row.

#[cfg(test)]
mod assemble;
#[cfg(test)]
mod tests;

use crate::column::{Column, ColumnShape, ColumnValue, LeafType};

/// The entries of all leaves of some rows.
#[derive(Debug)]
pub(crate) struct Leaves {
    all: Vec<Leaf>,
    n_rows: usize,
    n_bytes: usize,
}

/// The entries of one leaf.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    /// Definition level of an entry that has a value.
    pub(crate) max_definition: i16,
    /// The number of lists that the leaf is in.
    pub(crate) max_repetition: i16,
    /// Definition level of each entry.
    pub(crate) definition: Vec<i16>,
    /// Repetition level of each entry; empty if the leaf is in no list.
    pub(crate) repetition: Vec<i16>,
    pub(crate) values: LeafValues,
}

/// The values of a leaf, without those that are missing.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LeafValues {
    /// All texts joined, and the end of each.
    Text {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
    Integer(Vec<i64>),
    Double(Vec<f64>),
    Decimal(Vec<i128>),
    Date(Vec<i32>),
    Timestamp(Vec<i64>),
}

/// Bytes that the levels of an entry take.
const LEVEL_BYTES: usize = 4;

impl Leaves {
    /// The leaves of `columns`, without rows.
    pub(crate) fn new(columns: &[Column]) -> Self {
        let mut leaves = Vec::new();
        for column in columns {
            add_leaves(column, 0, 0, &mut leaves);
        }
        Self { all: leaves, n_rows: 0, n_bytes: 0 }
    }

    /// Adds a row: one value for each of `columns`, which are those given to [`Self::new`].
    pub(crate) fn add_row(&mut self, columns: &[Column], row: &[ColumnValue<'_>]) {
        let start = Place { leaf: 0, repetition: 0, definition: 0, n_lists: 0 };
        self.group(columns, row, start);
        self.n_rows += 1;
    }

    /// The leaves, in the order of the columns.
    pub(crate) fn leaves(&self) -> &[Leaf] {
        &self.all
    }

    /// The number of rows.
    pub(crate) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Size of the entries in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Drops all rows; the memory is reused, unless it is unusually large.
    pub(crate) fn clear(&mut self) {
        self.all.iter_mut().for_each(Leaf::clear);
        self.n_rows = 0;
        self.n_bytes = 0;
    }

    fn group(&mut self, columns: &[Column], values: &[ColumnValue<'_>], at: Place) {
        let mut leaf = at.leaf;
        for (position, column) in columns.iter().enumerate() {
            let value = values.get(position).unwrap_or(&ColumnValue::Null);
            self.column(column, value, Place { leaf, ..at });
            leaf += column.n_leaves();
        }
    }

    /// Recurses on the nesting of columns, which the schema limits.
    fn column(&mut self, column: &Column, value: &ColumnValue<'_>, mut at: Place) {
        if column.is_optional() {
            if *value == ColumnValue::Null {
                return self.missing(column, at);
            }
            at.definition += 1;
        }
        match (column.shape(), value) {
            (ColumnShape::Leaf(_), value) => self.entry(at, Some(value)),
            (ColumnShape::Group(columns), ColumnValue::Group(values)) => {
                self.group(columns, values, at);
            }
            (ColumnShape::Group(columns), _) => self.group(columns, &[], at),
            (ColumnShape::List(element), ColumnValue::List(items)) if !items.is_empty() => {
                at.definition += 1;
                at.n_lists += 1;
                for item in items {
                    self.column(element, item, at);
                    at.repetition = at.n_lists;
                }
            }
            (ColumnShape::List(_), _) => self.missing(column, at),
        }
    }

    /// Adds an entry without a value to each leaf of a column.
    fn missing(&mut self, column: &Column, at: Place) {
        for leaf in at.leaf..at.leaf + column.n_leaves() {
            self.entry(Place { leaf, ..at }, None);
        }
    }

    fn entry(&mut self, at: Place, value: Option<&ColumnValue<'_>>) {
        let leaf = &mut self.all[at.leaf];
        leaf.definition.push(at.definition);
        if leaf.max_repetition > 0 {
            leaf.repetition.push(at.repetition);
        }
        self.n_bytes += LEVEL_BYTES;
        if let Some(value) = value {
            self.n_bytes += leaf.values.push(value);
        }
    }
}

/// Position of a value on the path to a leaf.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Position of the first leaf below.
    leaf: usize,
    repetition: i16,
    definition: i16,
    /// The number of lists around it.
    n_lists: i16,
}

fn add_leaves(column: &Column, definition: i16, repetition: i16, leaves: &mut Vec<Leaf>) {
    let definition = definition + i16::from(column.is_optional());
    match column.shape() {
        ColumnShape::Leaf(of) => leaves.push(Leaf {
            max_definition: definition,
            max_repetition: repetition,
            definition: Vec::new(),
            repetition: Vec::new(),
            values: LeafValues::new(*of),
        }),
        ColumnShape::Group(columns) => {
            for column in columns {
                add_leaves(column, definition, repetition, leaves);
            }
        }
        ColumnShape::List(element) => add_leaves(element, definition + 1, repetition + 1, leaves),
    }
}

impl Leaf {
    fn clear(&mut self) {
        self.definition.clear();
        self.repetition.clear();
        self.values.clear();
    }
}

/// Memory for texts that is kept between row groups.
const MAX_KEPT_BYTES: usize = 1 << 20;

impl LeafValues {
    fn new(of: LeafType) -> Self {
        match of {
            LeafType::Text => Self::Text { bytes: Vec::new(), ends: Vec::new() },
            LeafType::Integer => Self::Integer(Vec::new()),
            LeafType::Double => Self::Double(Vec::new()),
            LeafType::Decimal => Self::Decimal(Vec::new()),
            LeafType::Date => Self::Date(Vec::new()),
            LeafType::Timestamp => Self::Timestamp(Vec::new()),
        }
    }

    /// Adds a value; returns its size in bytes. A value of a wrong type, which no row of a schema has, is stored as
    /// zero or as empty, so that values and levels agree.
    fn push(&mut self, value: &ColumnValue<'_>) -> usize {
        match self {
            Self::Text { bytes, ends } => {
                let text = if let ColumnValue::Text(text) = value { text.as_bytes() } else { b"" };
                bytes.extend_from_slice(text);
                ends.push(bytes.len());
                text.len() + size_of::<usize>()
            }
            Self::Integer(all) => {
                all.push(if let ColumnValue::Integer(value) = value { *value } else { 0 });
                size_of::<i64>()
            }
            Self::Double(all) => {
                all.push(if let ColumnValue::Double(value) = value { *value } else { 0.0 });
                size_of::<f64>()
            }
            Self::Decimal(all) => {
                all.push(if let ColumnValue::Decimal(value) = value { *value } else { 0 });
                size_of::<i128>()
            }
            Self::Date(all) => {
                all.push(if let ColumnValue::Date(value) = value { *value } else { 0 });
                size_of::<i32>()
            }
            Self::Timestamp(all) => {
                all.push(if let ColumnValue::Timestamp(value) = value { *value } else { 0 });
                size_of::<i64>()
            }
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Text { bytes, ends } => {
                bytes.clear();
                bytes.shrink_to(MAX_KEPT_BYTES);
                ends.clear();
            }
            Self::Integer(all) | Self::Timestamp(all) => all.clear(),
            Self::Double(all) => all.clear(),
            Self::Decimal(all) => all.clear(),
            Self::Date(all) => all.clear(),
        }
    }
}
