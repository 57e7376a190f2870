//! Records that a wrapper reads on one page, for the screen.

use super::boxes::boxes;
use crate::place::{Place, places_of};
use crate::task::{FieldId, State};
use serde::Serialize;
use unhusk::page::NodeId;
use unhusk::record::{Cell, Confidence, Field, Record};
use unhusk::wrapper::Wrapper;
use unhusk::{Page, Span};

/// The records of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageReading {
    /// The records, in document order.
    pub records: Vec<ReadRecord>,
    /// Warnings about the page.
    pub warnings: Vec<String>,
}

/// A record of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRecord {
    /// The top nodes that belong to it.
    pub nodes: Vec<NodeId>,
    /// Its values, in the order of the fields.
    pub values: Vec<ReadValue>,
}

/// A value of a record.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReadValue {
    /// The field.
    #[serde(skip)]
    pub field: FieldId,
    /// Its visible text.
    pub text: String,
    /// Its place in the source.
    #[serde(skip)]
    pub span: Span,
    /// Its place in the frame.
    pub places: Vec<Place>,
    /// The probability that it is right, if it is known.
    pub sure: Option<f64>,
    /// Whether it may be wrong.
    pub doubt: bool,
}

impl ReadValue {
    /// Whether this is the value at a place: all of it, or the same text with other tags around it.
    pub fn is_at(&self, span: Span, text: &str) -> bool {
        let overlaps = self.span.start < span.end && span.start < self.span.end;
        self.span == span || (overlaps && self.text == text)
    }
}

impl PageReading {
    /// The position of the record that contains a node.
    pub fn record_at(&self, page: &Page, node: NodeId) -> Option<usize> {
        let tree = page.tree();
        let holds = |top: &NodeId| *top == node || tree.is_ancestor(*top, node);
        self.records.iter().position(|record| record.nodes.iter().any(holds))
    }

    /// All values of a field.
    pub fn values_of(&self, field: FieldId) -> impl Iterator<Item = &ReadValue> {
        self.records
            .iter()
            .flat_map(|record| &record.values)
            .filter(move |value| value.field == field)
    }
}

/// Reads a page.
pub fn read_page(wrapper: &Wrapper, state: &State, page: &Page) -> PageReading {
    let found = wrapper.extract_with_confidence(page);
    let mut records: Vec<ReadRecord> = Vec::with_capacity(found.records.len());
    let mut nodes: Vec<Vec<NodeId>> = Vec::with_capacity(found.records.len());
    for record in &found.records {
        let mut values = Vec::new();
        add_values(&Context { state, page }, wrapper.schema.fields(), None, record, &mut values);
        nodes.push(
            values
                .iter()
                .filter_map(|value| value.places.first())
                .map(|place| NodeId(place.node))
                .collect(),
        );
        records.push(ReadRecord { nodes: Vec::new(), values });
    }
    for (record, nodes) in records.iter_mut().zip(boxes(page, &nodes)) {
        record.nodes = nodes;
    }
    PageReading { records, warnings: found.warnings.iter().map(ToString::to_string).collect() }
}

struct Context<'a> {
    state: &'a State,
    page: &'a Page,
}

/// Adds the values of a record. Recurses on the nesting of the schema, which is capped.
fn add_values(
    context: &Context<'_>,
    fields: &[Field],
    group: Option<&str>,
    record: &Record<'_>,
    values: &mut Vec<ReadValue>,
) {
    for (field, cell) in fields.iter().zip(&record.cells) {
        if let Cell::Nested(records) = cell {
            for record in records {
                add_values(context, &field.fields, Some(&field.name), record, values);
            }
            continue;
        }
        let is_same = |known: &&crate::task::TaskField| {
            known.name == field.name && known.group.as_deref() == group
        };
        let Some(known) = context.state.fields.iter().find(is_same) else { continue };
        values.extend(cell.values().iter().map(|value| ReadValue {
            field: known.id,
            text: value.text.to_string(),
            span: value.span,
            places: places_of(context.page, value.span),
            sure: value.confidence.map(Confidence::get),
            doubt: value.confidence.is_some_and(|confidence| confidence < Confidence::DOUBT),
        }));
    }
}
