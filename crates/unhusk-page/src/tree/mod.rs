//! The HTML5 tree of a page: nodes in document order, each with its place in the source.
//!
//! Nodes are numbered in preorder, so a subtree is a range of numbers and a scan of a page is a loop over
//! integers. Texts and attribute values borrow from the source unless something in them was decoded.

mod attributes;
mod columns;
mod holders;
pub(super) mod known_names;
mod names;
mod places;
#[cfg(test)]
mod tests;
mod walk;

use super::Span;
use crate::{Warning, visible};
pub use attributes::Attribute;
pub(super) use attributes::{
    AttributeRecord, DecodedValue, NO_ATTRIBUTES, attribute_list, decoded_value, value_of,
};
pub(super) use columns::{NodeColumns, NodeRow, Shown};
use holders::Holders;
pub(super) use names::{Interner, NameId, known_short};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A node of a [`Tree`]: its number in document order. The document is number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The document itself.
    pub const DOCUMENT: NodeId = NodeId(0);

    /// The node at a position in document order.
    ///
    /// # Panics
    /// If the position does not fit in 32 bits, which no position in a [`Tree`] does.
    pub fn at(index: usize) -> Self {
        Self(u32::try_from(index).expect("a tree has fewer than 2^32 nodes"))
    }

    /// The position in document order.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Kind of a node.
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

/// Relation of a node's place in the tree to its place in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeOrigin {
    /// The node is written in the source, inside its parent.
    Source,
    /// HTML5 implies the element (`tbody`, `head`, ...): it has no tag of its own.
    Implied,
    /// The element is a copy, made where formatting elements overlap others: the tags belong to the original.
    Cloned,
    /// The node is written in the source, but HTML5 moves it elsewhere in the tree: text between table rows, content
    /// behind the body.
    Moved,
}

/// The parts of a `<!doctype ...>`.
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
    columns: NodeColumns,
    /// Names that are not [known](known_names) to all trees.
    names: Box<[Box<str>]>,
    /// Indices into `names`, sorted by name; built on first use.
    names_by_text: OnceLock<Vec<u32>>,
    attributes: Vec<AttributeRecord>,
    decoded_values: Vec<DecodedValue>,
    /// Texts and values that differ from the source.
    decoded: String,
    doctype: Option<Doctype>,
    warnings: Vec<Warning>,
    /// Built on first use.
    holders: OnceLock<Holders>,
    /// Built on first use.
    visible: OnceLock<visible::Arrays>,
}

impl Tree {
    pub(super) fn of_columns(source: Arc<str>, columns: NodeColumns) -> Self {
        let attributes = (Vec::new(), Vec::new());
        Self::new(source, columns, Box::default(), attributes, String::new(), None, Vec::new())
    }

    pub(super) fn new(
        source: Arc<str>,
        mut columns: NodeColumns,
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
        Self {
            source,
            columns,
            names,
            names_by_text: OnceLock::new(),
            attributes,
            decoded_values,
            decoded,
            doctype,
            warnings,
            holders: OnceLock::new(),
            visible: OnceLock::new(),
        }
    }

    /// Warnings about cuts while the tree was built.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the kind of a node.
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

    /// The number of an element's tag: equal tags of a tree have equal numbers.
    #[doc(hidden)]
    pub fn tag_number(&self, node: NodeId) -> u32 {
        self.columns.name(node.index()).0
    }

    /// The number of a tag or attribute name; `None` if the name is neither of HTML nor of this tree.
    #[doc(hidden)]
    pub fn name_number(&self, name: &str) -> Option<u32> {
        if let Some(NameId(number)) = names::known(name) {
            return Some(number);
        }
        // A page may have any number of names, and wrappers may ask for one at every record.
        let by_text = self.names_by_text.get_or_init(|| {
            let mut numbers: Vec<u32> = (0..).take(self.names.len()).collect();
            numbers.sort_unstable_by_key(|&own| &self.names[own as usize]);
            numbers
        });
        let found = by_text.binary_search_by_key(&name, |&own| &*self.names[own as usize]);
        u32::try_from(names::N_KNOWN).ok()?.checked_add(by_text[found.ok()?])
    }

    /// The number of a tag or attribute name that has the same number in all trees.
    #[doc(hidden)]
    pub fn known_number(name: &str) -> Option<u32> {
        names::known(name).map(|NameId(number)| number)
    }

    /// The tag or attribute name of a number.
    #[doc(hidden)]
    pub fn name(&self, number: u32) -> &str {
        names::text(&self.names, NameId(number))
    }

    /// The number of names that have numbers.
    #[doc(hidden)]
    pub fn n_names(&self) -> usize {
        names::N_KNOWN + self.names.len()
    }

    /// All names that have numbers, in the order of the numbers.
    #[doc(hidden)]
    pub fn numbered_names(&self) -> impl Iterator<Item = &str> {
        names::KNOWN.iter().copied().chain(self.own_names())
    }

    /// The names that have the same numbers in all trees, in the order of the numbers, from 0.
    #[doc(hidden)]
    pub fn known_names() -> impl Iterator<Item = &'static str> {
        names::KNOWN.iter().copied()
    }

    /// The names that only this tree has, in the order of their numbers.
    #[doc(hidden)]
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
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
        let (buffer, range) = self.data(node);
        &buffer[range]
    }

    /// The bytes of [`text`](Self::text); the node must be a text or a comment.
    #[doc(hidden)]
    pub fn text_bytes(&self, node: NodeId) -> &[u8] {
        let (buffer, range) = self.data(node);
        &buffer.as_bytes()[range]
    }

    /// The buffer that has the data of a text or comment, and the range in it.
    fn data(&self, node: NodeId) -> (&str, Range<usize>) {
        let place = self.columns.place(node.index());
        let is_decoded = self.columns.is_decoded(node.index());
        let buffer = if is_decoded { self.decoded.as_str() } else { &self.source };
        (buffer, place.inner_start as usize..place.inner_end as usize)
    }

    /// Returns the visibility of each node, in document order.
    pub(super) fn shown(&self) -> impl Iterator<Item = Shown> {
        self.columns.shown()
    }

    /// Whether a node is visible where its parent is.
    pub(super) fn is_shown(&self, node: NodeId) -> bool {
        self.columns.is_shown(node.index())
    }

    /// Whether a node is an element that is never visible and hides its content.
    pub(super) fn is_hidden_element(&self, node: NodeId) -> bool {
        self.columns.is_hidden_element(node.index())
    }

    /// The arrays of the visible tree.
    pub(super) fn visible_arrays(&self) -> &visible::Arrays {
        self.visible.get_or_init(|| visible::Arrays::new(self))
    }

    /// The parents of all nodes, by number; the document is its own parent.
    pub(super) fn parents(&self) -> &[u32] {
        self.columns.parents()
    }

    /// The name of an element.
    pub(super) fn name_id(&self, node: NodeId) -> NameId {
        self.columns.name(node.index())
    }

    /// Whether a node is a text of nothing but ASCII white space.
    pub fn is_blank_text(&self, node: NodeId) -> bool {
        self.columns.is_blank_text(node.index())
    }

    /// The doctype, if the page has one.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// Bytes on the heap, the source excluded; the visible tree counts once it is built.
    pub fn heap_bytes(&self) -> usize {
        self.columns.heap_bytes()
            + self.attributes.capacity() * size_of::<AttributeRecord>()
            + self.decoded_values.capacity() * size_of::<DecodedValue>()
            + self.decoded.capacity()
            + self.visible.get().map_or(0, visible::Arrays::heap_bytes)
            + self.names.iter().map(|name| size_of::<Box<str>>() + name.len()).sum::<usize>()
    }
}
