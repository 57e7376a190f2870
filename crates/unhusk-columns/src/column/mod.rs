//! Schema and options -> typed columns; record -> one value per column.
//!
//! | field | column |
//! | --- | --- |
//! | text, URL, language | string |
//! | number | double, if its digits fit (15 of them do) |
//! | price | struct of `amount`, a decimal with 38 digits, 9 of them behind the point, and `currency` |
//! | date | struct of `date`, `timestamp` (the time on the page's clock) and `utc_offset` (minutes) |
//! | repeated field | list |
//! | nested field | list of structs |
//!
//! Money is decimal so that no cent is lost; a number is a double because programs compute with ratings and counts. A
//! value that its column cannot hold is null there, its text is kept in the column `<field>_raw`, and
//! [`Rows::warnings`] counts it. With spans, every value is a struct of `text`, `value` (if typed), `start`, `end` and
//! `confidence`.

mod names;
mod plan;
mod rows;
mod typed;

#[cfg(test)]
mod tests;

pub(crate) use names::FreeNames;
pub(crate) use plan::parsed_type;
pub use rows::Rows;
pub(crate) use rows::{Misfits, RawText};
pub(crate) use typed::double;

use std::borrow::Cow;
use unhusk_wrapper::sink::{PageColumn, Spans, ValueForm};

/// Options of all formats of this crate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnOptions {
    /// Whether the place and the confidence of each value are written too.
    pub spans: Spans,
    /// Form of the values of fields with a datatype.
    pub values: ValueForm,
    /// The column with the name of the page; `None` leaves it out.
    pub page: Option<PageColumn>,
    /// SHA-256 of the wrapper's file, in hexadecimal, for formats that keep it.
    pub wrapper_sha256: Option<String>,
    /// Seconds since 1970, for formats that contain the time of writing.
    pub now: u64,
}

impl Default for ColumnOptions {
    /// Texts, with the column `_page` before them.
    fn default() -> Self {
        Self {
            spans: Spans::Omit,
            values: ValueForm::Text,
            page: Some(PageColumn::default()),
            wrapper_sha256: None,
            now: 0,
        }
    }
}

/// A column, with those inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    name: String,
    is_optional: bool,
    shape: ColumnShape,
    n_leaves: usize,
}

/// Content of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnShape {
    /// Values.
    Leaf(LeafType),
    /// One value for each of these columns.
    Group(Vec<Column>),
    /// Any number of values of this column.
    List(Box<Column>),
}

/// The type of the values of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeafType {
    /// UTF-8.
    Text,
    /// A whole number of 64 bits.
    Integer,
    /// A floating-point number of 64 bits.
    Double,
    /// A decimal number, in units of 10^-[`DECIMAL_SCALE`].
    Decimal,
    /// Days since 1970-01-01.
    Date,
    /// Milliseconds since 1970-01-01T00:00 on a clock whose zone is not given.
    Timestamp,
}

/// Digits of a decimal: the capacity of 128 bits, and the most that Arrow, DuckDB and Spark read.
pub const DECIMAL_PRECISION: usize = 38;
/// Digits of a decimal behind the point: no currency divides further, and 29 digits before it are left.
pub const DECIMAL_SCALE: usize = 9;

/// The value of one column.
#[derive(Debug, Clone, PartialEq)]
pub enum ColumnValue<'r> {
    /// No value.
    Null,
    /// For [`LeafType::Text`].
    Text(Cow<'r, str>),
    /// For [`LeafType::Integer`].
    Integer(i64),
    /// For [`LeafType::Double`].
    Double(f64),
    /// For [`LeafType::Decimal`].
    Decimal(i128),
    /// For [`LeafType::Date`].
    Date(i32),
    /// For [`LeafType::Timestamp`].
    Timestamp(i64),
    /// One value for each column of a [`ColumnShape::Group`].
    Group(Vec<ColumnValue<'r>>),
    /// The values of a [`ColumnShape::List`].
    List(Vec<ColumnValue<'r>>),
}

impl Column {
    /// A column of values.
    pub fn leaf(name: impl Into<String>, of: LeafType) -> Self {
        Self::new(name.into(), ColumnShape::Leaf(of), 1)
    }

    /// A column of structs.
    pub fn group(name: impl Into<String>, columns: Vec<Column>) -> Self {
        let n_leaves = columns.iter().map(|column| column.n_leaves).sum();
        Self::new(name.into(), ColumnShape::Group(columns), n_leaves)
    }

    /// Returns a column of lists. The format names the elements of lists; the name of `element` is ignored.
    pub fn list(name: impl Into<String>, element: Column) -> Self {
        let n_leaves = element.n_leaves;
        Self::new(name.into(), ColumnShape::List(Box::new(element)), n_leaves)
    }

    /// The column, whose value may be null.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    fn new(name: String, shape: ColumnShape, n_leaves: usize) -> Self {
        Self { name, is_optional: false, shape, n_leaves }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a value may be null.
    pub fn is_optional(&self) -> bool {
        self.is_optional
    }

    /// Returns its content.
    pub fn shape(&self) -> &ColumnShape {
        &self.shape
    }

    /// The number of leaves in it.
    pub fn n_leaves(&self) -> usize {
        self.n_leaves
    }
}
