//! Places where values stand.

use crate::page::{NodeId, Span};

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
