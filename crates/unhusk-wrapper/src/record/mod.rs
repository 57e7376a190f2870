//! Records: the values that a wrapper reads from a page, each with its place in the source.

mod confidence;
mod datatype;
mod iri;
mod schema;
mod typed_reader;
mod view;

pub use confidence::Confidence;
pub(crate) use confidence::Votes;
pub use datatype::{Datatype, Date, FieldType, Time, Typed};
pub use iri::{IriError, KNOWN_PREFIXES, Prefixes};
pub use schema::{Field, Schema, SchemaError};
pub use typed_reader::TypedReader;
pub use view::RecordView;

use std::borrow::Cow;
use unhusk_page::internal::Inside;
use unhusk_page::{Page, Span};

/// One value: its text and its place in the page's source.
#[derive(Debug, Clone)]
pub struct Value<'p> {
    /// Markup removed, references decoded, white space folded.
    pub text: Cow<'p, str>,
    /// Byte range in the page's source.
    pub span: Span,
    /// Confidence in the value, if it was requested and the wrapper can estimate it.
    pub confidence: Option<Confidence>,
}

impl<'p> Value<'p> {
    /// Reads the value at a span of a page.
    pub fn at(page: &'p Page, span: Span) -> Self {
        Self { text: page.text(span), span, confidence: None }
    }

    /// Reads the value at a span whose surrounding element may be known, which saves a search for it.
    pub fn inside(page: &'p Page, span: Span, inside: Option<Inside>) -> Self {
        let text = match inside {
            Some(inside) => page.text_inside(span, inside),
            None => page.text(span),
        };
        Self { text, span, confidence: None }
    }
}

/// Equality compares text and place, not confidence.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.span, &self.text) == (other.span, &other.text)
    }
}

impl Eq for Value<'_> {}

/// Content of a record for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'p> {
    /// The page has no value.
    Absent,
    /// One value.
    One(Value<'p>),
    /// The values of a repeated field.
    Many(Vec<Value<'p>>),
    /// The records of a nested field.
    Nested(Vec<Record<'p>>),
}

impl<'p> Cell<'p> {
    /// Returns the values; empty for a nested field.
    pub fn values(&self) -> &[Value<'p>] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
            Self::Absent | Self::Nested(_) => &[],
        }
    }
}

/// One extracted item: one cell per field of its [`Schema`], in the schema's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'p> {
    /// One cell per field, in schema order.
    pub cells: Vec<Cell<'p>>,
}
