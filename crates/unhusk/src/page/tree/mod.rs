//! The tree of a page: nodes in document order, each with its place in the source.
//!
//! Nodes are numbered in preorder, so a subtree is a range of numbers and a scan of a page is a loop over
//! integers. All texts and attribute values borrow from the source unless something in them was decoded.

use super::Span;
use crate::Warning;
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

/// One attribute of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Name, in lower case (except adjusted SVG and MathML names).
    pub name: &'t str,
    /// Value, references decoded.
    pub value: &'t str,
    /// Where the value stands, quotes excluded; empty, behind the name, if there is none.
    pub span: Span,
}

/// The HTML5 tree of a page.
#[derive(Debug, Clone)]
pub struct Tree {
    source: Arc<str>,
    warnings: Vec<Warning>,
}

impl Tree {
    pub(super) fn of_plain_text(source: &Arc<str>) -> Self {
        Self { source: source.clone(), warnings: Vec::new() }
    }

    /// What was cut while the tree was built.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// How many nodes there are, the document included.
    #[expect(clippy::len_without_is_empty, reason = "a tree always has its document")]
    pub fn len(&self) -> usize {
        self.source.len()
    }

    /// All nodes in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.len() as u32).map(NodeId)
    }
}
