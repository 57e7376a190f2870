//! What is read from a page: records of values, each value with its place in the source.

mod confidence;
mod datatype;
mod iri;
mod schema;
mod view;

pub use confidence::Confidence;
pub use datatype::{Datatype, Date, FieldType, Time, Typed};
pub use iri::{IriError, KNOWN_PREFIXES, Prefixes};
pub use schema::{Field, Schema, SchemaError};
pub use view::RecordView;

use std::borrow::Cow;
use unhusk_page::internal::Inside;
use unhusk_page::{Page, Span};

/// One value: the text that a reader sees, and where it stands.
#[derive(Debug, Clone)]
pub struct Value<'p> {
    /// Markup removed, references decoded, white space folded.
    pub text: Cow<'p, str>,
    /// Where it stands in the page's source, from its first to its last byte.
    pub span: Span,
    /// How sure it is, if that was asked for and the wrapper can tell.
    pub confidence: Option<Confidence>,
}

impl<'p> Value<'p> {
    /// The value that stands at a span of a page.
    pub fn at(page: &'p Page, span: Span) -> Self {
        Self { text: page.text(span), span, confidence: None }
    }

    /// The same where it may be known what the span is a part of.
    pub fn inside(page: &'p Page, span: Span, inside: Option<Inside>) -> Self {
        let text = match inside {
            Some(inside) => page.text_inside(span, inside),
            None => page.text(span),
        };
        Self { text, span, confidence: None }
    }
}

/// Values are the same if they say the same at the same place, however sure they are.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.span, &self.text) == (other.span, &other.text)
    }
}

impl Eq for Value<'_> {}

/// What a record holds for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'p> {
    /// Nothing on the page.
    Absent,
    /// One value.
    One(Value<'p>),
    /// The values of a repeated field.
    Many(Vec<Value<'p>>),
    /// The records of a nested field.
    Nested(Vec<Record<'p>>),
}

impl<'p> Cell<'p> {
    /// The values, without those of nested records.
    pub fn values(&self) -> &[Value<'p>] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
            Self::Absent | Self::Nested(_) => &[],
        }
    }
}

/// One extracted item: a cell for each field of its [`Schema`], in the schema's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'p> {
    /// One cell per field.
    pub cells: Vec<Cell<'p>>,
}
