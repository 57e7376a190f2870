//! Labels on pages: what a person says of a few pages, resolved to places and checked once.
//!
//! [`Labels`] is the file a person writes (`labels/1`). [`TrainingSet::new`] puts it together with the pages
//! it speaks of: every label becomes the places where it may stand ([`Label::candidates`]); which of them is
//! meant is the learner's choice, because the places that one wrapper explains on all pages are the right ones.

use crate::Warning;
use crate::page::{NodeId, Page, Span};
use crate::record::Schema;

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

/// One labelled value: the places where it may stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where the value may stand, in document order; exactly one for labels by place, never none.
    pub candidates: Vec<Place>,
    /// The text that was looked for, folded, if the label was given as text.
    pub text: Option<String>,
}

/// A place where a value stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// From its first to its last byte.
    pub span: Span,
    /// What of the page's tree it is.
    pub target: Target,
}

/// What of a page's tree a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Target {
    /// A bare range of the source, given by a span: may lie inside a tag or cover markup.
    Range,
    /// A text node, or a part of one.
    Text(NodeId),
    /// The text of an element with more than one text node in it, or a part of that text.
    Element(NodeId),
    /// An attribute value or a part of one: the element, and the attribute's position among its attributes.
    Attribute(NodeId, u32),
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

/// Examples that were checked to make sense: what every learner takes.
#[derive(Debug, Clone)]
pub struct TrainingSet<'p> {
    schema: Schema,
    examples: Vec<Example<'p>>,
    warnings: Vec<Warning>,
}

impl<'p> TrainingSet<'p> {
    /// Examples that the caller vouches for: one cell per field in every record, all places on their pages.
    #[doc(hidden)]
    pub fn from_examples(schema: Schema, examples: Vec<Example<'p>>) -> Self {
        Self { schema, examples, warnings: Vec::new() }
    }

    /// The fields that are to be learnt.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The examples, in the order of the labels.
    pub fn examples(&self) -> &[Example<'p>] {
        &self.examples
    }

    /// What could not be placed.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// Why labels and pages do not make a training set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// There is nothing to learn from.
    #[error("no page has a labelled record")]
    Empty,
}
