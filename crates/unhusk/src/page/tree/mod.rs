//! The tree of a page: nodes in document order, each with its place in the source.
//!
//! Nodes are numbered in preorder, so a subtree is a range of numbers and a scan of a page is a loop over
//! integers. All texts and attribute values borrow from the source unless something in them was decoded.

mod attributes;
mod columns;
pub(super) mod known_names;
mod names;
mod places;
#[cfg(test)]
mod tests;
mod walk;

use super::Span;
use crate::Warning;
pub use attributes::Attribute;
pub(super) use attributes::{
    AttributeRecord, DecodedValue, NO_ATTRIBUTES, attribute_list, decoded_value, value_of,
};
pub(super) use columns::{Columns, Row};
pub(super) use names::{Interner, NameId};
use std::sync::Arc;

/// A node of a [`Tree`]: its number in document order. The document is number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document itself.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// The number in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The root of every tree.
    Document,
    /// `<!doctype ...>`.
    Doctype,
    /// An element.
    Element,
    /// A run of text.
    Text,
    /// A comment, bogus ones included.
    Comment,
    /// The contents of a `template` element: its only child.
    TemplateContents,
}

/// The namespace of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// How a node came to stand where it is in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is written in the source, and its parent's range holds its own.
    Source,
    /// HTML5 implies it (`tbody`, `head`, ...): it has no tag of its own.
    Implied,
    /// A copy made by the adoption agency, or while formatting is reopened: the tags belong to the original.
    Cloned,
    /// It is written in the source but was moved elsewhere in the tree (foster parenting, adoption, late `body` content).
    Moved,
}

/// What a `<!doctype ...>` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doctype {
    /// Name, in lower case: `html` on nearly all pages.
    pub name: String,
    /// Public identifier.
    pub public_id: Option<String>,
    /// System identifier.
    pub system_id: Option<String>,
}

/// The HTML5 tree of a page.
#[derive(Debug, Clone)]
pub struct Tree {
    source: Arc<str>,
    columns: Columns,
    /// Names that only this tree has.
    names: Box<[Box<str>]>,
    attributes: Vec<AttributeRecord>,
    decoded_values: Vec<DecodedValue>,
    /// Texts and values that differ from what is written in the source.
    decoded: String,
    doctype: Option<Doctype>,
    warnings: Vec<Warning>,
}

impl Tree {
    pub(super) fn of_columns(source: Arc<str>, columns: Columns) -> Self {
        let attributes = (Vec::new(), Vec::new());
        Self::new(source, columns, Box::default(), attributes, String::new(), None, Vec::new())
    }

    pub(super) fn new(
        source: Arc<str>,
        mut columns: Columns,
        names: Box<[Box<str>]>,
        (mut attributes, mut decoded_values): (Vec<AttributeRecord>, Vec<DecodedValue>),
        mut decoded: String,
        doctype: Option<Doctype>,
        warnings: Vec<Warning>,
    ) -> Self {
        columns.finish();
        attributes.shrink_to_fit();
        decoded_values.shrink_to_fit();
        decoded.shrink_to_fit();
        Self { source, columns, names, attributes, decoded_values, decoded, doctype, warnings }
    }

    /// What was cut while the tree was built.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// What a node is.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.columns.kind(node.index())
    }

    /// Whether a node is an element.
    pub fn is_element(&self, node: NodeId) -> bool {
        self.kind(node) == NodeKind::Element
    }

    /// The local name of an element (`td`, `svg`); empty for other nodes.
    pub fn tag(&self, node: NodeId) -> &str {
        if !self.is_element(node) {
            return "";
        }
        names::text(&self.names, self.columns.name(node.index()))
    }

    /// The namespace of an element; HTML for other nodes.
    pub fn namespace(&self, node: NodeId) -> Namespace {
        self.columns.namespace(node.index())
    }

    /// The data of a text or comment, references decoded, white space as it is; empty for other nodes.
    pub fn text(&self, node: NodeId) -> &str {
        if !self.holds_text(node) {
            return "";
        }
        let place = self.columns.place(node.index());
        let buffer: &str =
            if self.columns.is_decoded(node.index()) { &self.decoded } else { &self.source };
        &buffer[place.inner_start as usize..place.inner_end as usize]
    }

    /// The doctype, if the page has one.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// Bytes on the heap, the source excluded.
    pub fn heap_bytes(&self) -> usize {
        self.columns.heap_bytes()
            + self.attributes.capacity() * size_of::<AttributeRecord>()
            + self.decoded_values.capacity() * size_of::<DecodedValue>()
            + self.decoded.capacity()
            + self.names.iter().map(|name| size_of::<Box<str>>() + name.len()).sum::<usize>()
    }
}
