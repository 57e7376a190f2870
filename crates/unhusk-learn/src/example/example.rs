//! A page with its resolved labels.

use super::place::{Label, Place};
use unhusk_page::Page;

/// A page with its labels.
#[derive(Debug, Clone)]
pub struct Example<'p> {
    /// The path of the page in the labels file, for messages.
    pub name: String,
    /// The page.
    pub page: &'p Page,
    /// Whether all records of the page are listed, so that everything else is negative.
    pub complete: bool,
    /// The labelled records, in the order of the labels.
    pub records: Vec<LabelledRecord>,
    /// Places that are *not* values of a field.
    pub negatives: Vec<Negative>,
}

/// One labelled record: a cell for each field of the schema, in the schema's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledRecord {
    /// One cell per field.
    pub cells: Vec<LabelCell>,
}

impl LabelledRecord {
    /// Whether at least one cell is known.
    pub(super) fn has_known_cell(&self) -> bool {
        self.cells.iter().any(|cell| *cell != LabelCell::Unknown)
    }
}

/// The label of one field of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelCell {
    /// No label: neither positive nor negative.
    Unknown,
    /// The record does not have the field.
    Absent,
    /// One value.
    One(Label),
    /// The values of a repeated field.
    Many(Vec<Label>),
    /// The records of a nested field.
    Nested(Vec<LabelledRecord>),
}

/// Places that are not values of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Negative {
    /// Position of the field in the schema; several positions for a nested field.
    pub field: Vec<usize>,
    /// The places: all candidates are negative.
    pub label: Label,
}

/// The place that a learner chose for a label with several candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disambiguated {
    /// Position of the example in the training set.
    pub example: usize,
    /// Position of the record on its page.
    pub record: usize,
    /// Position of the field in the schema; several positions for a nested field.
    pub field: Vec<usize>,
    /// The chosen place.
    pub place: Place,
}
