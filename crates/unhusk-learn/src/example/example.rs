//! Labels that were put together with their page.

use super::place::{Label, Place};
use unhusk_page::Page;

/// A page with its labels.
#[derive(Debug, Clone)]
pub struct Example<'p> {
    /// How messages call the page: its path in the labels file.
    pub name: String,
    /// The page.
    pub page: &'p Page,
    /// Whether every record of the page is listed; what is not labelled is then negative.
    pub complete: bool,
    /// The labelled records, in the order of the labels.
    pub records: Vec<LabelledRecord>,
    /// What is known *not* to be a value of a field.
    pub negatives: Vec<Negative>,
}

/// One labelled record: a cell for each field of the schema, in the schema's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledRecord {
    /// One cell per field.
    pub cells: Vec<LabelCell>,
}

impl LabelledRecord {
    /// Whether anything is known of one of its fields.
    pub(super) fn says_something(&self) -> bool {
        self.cells.iter().any(|cell| *cell != LabelCell::Unknown)
    }
}

/// What the labels say of one field of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelCell {
    /// Nothing: neither positive nor negative.
    Unknown,
    /// The record is known to lack the field.
    Absent,
    /// One value.
    One(Label),
    /// The values of a repeated field.
    Many(Vec<Label>),
    /// The records of a nested field.
    Nested(Vec<LabelledRecord>),
}

/// Something that is not a value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Negative {
    /// Position of the field in the schema; several where fields nest.
    pub field: Vec<usize>,
    /// The place; all candidates are negative.
    pub label: Label,
}

/// The place that a learner chose for one label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// Position of the example in the training set.
    pub example: usize,
    /// Position of the record on its page.
    pub record: usize,
    /// Position of the field in the schema; several where fields nest.
    pub field: Vec<usize>,
    /// The chosen place.
    pub place: Place,
}
