//! Storage of a tree: one vector per property, indexed by node.

use super::{NameId, Namespace, NodeKind, NodeOrigin};
use crate::visible::Visibility;

/// No position in the source.
pub(super) const NOWHERE: u32 = u32::MAX;

/// All nodes in document order.
#[derive(Debug, Clone)]
pub(crate) struct NodeColumns {
    /// Kind, namespace, origin and [`DECODED`] in one byte.
    traits: Vec<u8>,
    names: Vec<NameId>,
    parents: Vec<u32>,
    subtree_ends: Vec<u32>,
    places: Vec<NodePlace>,
    lists: Vec<u32>,
    /// Ends of the end tags of elements that reach beyond them, by node number.
    outgrown_end_tags: Vec<(u32, u32)>,
}

/// The place of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodePlace {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Elements: end of the start tag. Texts and comments: start of their data.
    pub(super) inner_start: u32,
    /// Elements: start of the end tag. Texts and comments: end of their data.
    pub(super) inner_end: u32,
}

/// Visibility of a node whose parent is visible, as bits: a loop over all nodes needs no branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shown(u8);

impl Shown {
    /// The node is not visible: comments, doctypes, texts of white space.
    const NOTHING: Self = Self(0);
    const ELEMENT: Self = Self(1);
    const TEXT: Self = Self(1 | 2);
    /// Neither the node nor its content is visible: scripts, templates.
    const HIDES_CONTENT: Self = Self(4);

    /// 1 for an element or a text that is visible where its parent is; else 0.
    pub(crate) fn n_nodes(self) -> u32 {
        u32::from(self.0 & 1)
    }

    /// 1 for a text that is visible where its parent is; else 0.
    pub(crate) fn n_texts(self) -> u32 {
        u32::from(self.0 >> 1 & 1)
    }

    /// Whether the node hides its content.
    pub(crate) fn hides_content(self) -> bool {
        self == Self::HIDES_CONTENT
    }
}

/// One node, to be added.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeRow {
    pub kind: NodeKind,
    pub namespace: Namespace,
    pub origin: NodeOrigin,
    pub is_decoded: bool,
    /// Whether it is a text of white space only.
    pub is_blank: bool,
    pub name: NameId,
    pub parent: u32,
    pub start: u32,
    pub end: u32,
    pub inner_start: u32,
    pub inner_end: u32,
    pub list: u32,
}

impl NodeRow {
    /// The document of an empty source.
    pub(crate) fn document() -> Self {
        Self {
            kind: NodeKind::Document,
            namespace: Namespace::Html,
            origin: NodeOrigin::Source,
            is_decoded: false,
            is_blank: false,
            name: NameId(0),
            parent: 0,
            start: 0,
            end: 0,
            inner_start: 0,
            inner_end: 0,
            list: NOWHERE,
        }
    }

    fn traits(self) -> u8 {
        let decoded = if self.is_decoded { DECODED } else { 0 };
        let is_hidden = || Visibility::Rendered.hides(self.name);
        let kind = match self.kind {
            NodeKind::Text if self.is_blank => BLANK_TEXT,
            NodeKind::Element if is_hidden() => HIDDEN_ELEMENT,
            kind => kind as u8,
        };
        kind | (self.namespace as u8) << NAMESPACE_SHIFT
            | (self.origin as u8) << ORIGIN_SHIFT
            | decoded
    }

    fn place(self) -> NodePlace {
        let Self { start, end, inner_start, inner_end, .. } = self;
        NodePlace { start, end, inner_start, inner_end }
    }
}

const KINDS: [NodeKind; 8] = [
    NodeKind::Document,
    NodeKind::Doctype,
    NodeKind::Element,
    NodeKind::Text,
    NodeKind::Comment,
    NodeKind::TemplateContents,
    NodeKind::Text,
    NodeKind::Element,
];
const SHOWN: [Shown; 8] = {
    let mut shown = [Shown::NOTHING; 8];
    shown[NodeKind::Text as usize] = Shown::TEXT;
    shown[NodeKind::Element as usize] = Shown::ELEMENT;
    shown[HIDDEN_ELEMENT as usize] = Shown::HIDES_CONTENT;
    shown
};
/// The second number of texts: those of white space only.
const BLANK_TEXT: u8 = 6;
/// The second number of elements: those that are never visible and hide their content.
const HIDDEN_ELEMENT: u8 = 7;
const NAMESPACES: [Namespace; 3] = [Namespace::Html, Namespace::Svg, Namespace::MathMl];
const ORIGINS: [NodeOrigin; 4] =
    [NodeOrigin::Source, NodeOrigin::Implied, NodeOrigin::Cloned, NodeOrigin::Moved];
const NAMESPACE_SHIFT: u8 = 3;
const ORIGIN_SHIFT: u8 = 5;
const DECODED: u8 = 1 << 7;

impl NodeColumns {
    pub(crate) fn with_capacity(n_nodes: usize) -> Self {
        Self {
            traits: Vec::with_capacity(n_nodes),
            names: Vec::with_capacity(n_nodes),
            parents: Vec::with_capacity(n_nodes),
            subtree_ends: Vec::with_capacity(n_nodes),
            places: Vec::with_capacity(n_nodes),
            lists: Vec::with_capacity(n_nodes),
            outgrown_end_tags: Vec::new(),
        }
    }

    /// The columns of nodes that are all known, in document order.
    pub(crate) fn of_rows(
        rows: impl Iterator<Item = NodeRow> + Clone,
        subtree_ends: Vec<u32>,
    ) -> Self {
        // One pass per column: each is a plain copy.
        let mut parents: Vec<u32> = rows.clone().map(|row| row.parent).collect();
        parents[0] = 0;
        Self {
            traits: rows.clone().map(NodeRow::traits).collect(),
            names: rows.clone().map(|row| row.name).collect(),
            parents,
            subtree_ends,
            places: rows.clone().map(NodeRow::place).collect(),
            lists: rows.map(|row| row.list).collect(),
            outgrown_end_tags: Vec::new(),
        }
    }

    /// Adds a node as a leaf; returns its number.
    pub(crate) fn push(&mut self, row: NodeRow) -> u32 {
        let number = self.len();
        self.traits.push(row.traits());
        self.names.push(row.name);
        self.parents.push(row.parent);
        self.subtree_ends.push(number + 1);
        self.places.push(row.place());
        self.lists.push(row.list);
        number
    }

    pub(crate) fn set_subtree_end(&mut self, number: u32, end: u32) {
        self.subtree_ends[number as usize] = end;
    }

    /// Extends an element beyond its end tag.
    pub(crate) fn outgrow(&mut self, number: u32, end: u32) {
        let end_tag_end = std::mem::replace(&mut self.places[number as usize].end, end);
        self.outgrown_end_tags.push((number, end_tag_end));
    }

    /// The end of an element's end tag, if the element reaches beyond it.
    pub(super) fn outgrown_end_tag(&self, number: u32) -> Option<u32> {
        let found = self.outgrown_end_tags.binary_search_by_key(&number, |&(other, _)| other);
        found.ok().map(|at| self.outgrown_end_tags[at].1)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a tree has fewer nodes than 2^32")]
    pub(crate) fn len(&self) -> u32 {
        self.traits.len() as u32
    }

    /// Returns the visibility of each node, in document order.
    pub(super) fn shown(&self) -> impl Iterator<Item = Shown> {
        self.traits.iter().map(|traits| SHOWN[usize::from(traits & 7)])
    }

    /// Whether a node is visible where its parent is.
    pub(super) fn is_shown(&self, number: usize) -> bool {
        SHOWN[usize::from(self.traits[number] & 7)].n_nodes() == 1
    }

    /// The parents of all nodes; the document is its own.
    pub(super) fn parents(&self) -> &[u32] {
        &self.parents
    }

    pub(super) fn kind(&self, number: usize) -> NodeKind {
        KINDS[usize::from(self.traits[number] & 7)]
    }

    pub(super) fn is_hidden_element(&self, number: usize) -> bool {
        self.traits[number] & 7 == HIDDEN_ELEMENT
    }

    pub(super) fn is_blank_text(&self, number: usize) -> bool {
        self.traits[number] & 7 == BLANK_TEXT
    }

    pub(super) fn namespace(&self, number: usize) -> Namespace {
        NAMESPACES[usize::from(self.traits[number] >> NAMESPACE_SHIFT & 3)]
    }

    pub(super) fn origin(&self, number: usize) -> NodeOrigin {
        ORIGINS[usize::from(self.traits[number] >> ORIGIN_SHIFT & 3)]
    }

    pub(super) fn is_decoded(&self, number: usize) -> bool {
        self.traits[number] & DECODED != 0
    }

    pub(super) fn name(&self, number: usize) -> NameId {
        self.names[number]
    }

    pub(super) fn parent(&self, number: usize) -> u32 {
        self.parents[number]
    }

    pub(super) fn subtree_end(&self, number: usize) -> u32 {
        self.subtree_ends[number]
    }

    pub(super) fn place(&self, number: usize) -> NodePlace {
        self.places[number]
    }

    pub(super) fn list(&self, number: usize) -> u32 {
        self.lists[number]
    }

    /// Ends the building: sorts the end tags that are searched by number, and frees spare capacity.
    pub(super) fn finish(&mut self) {
        self.outgrown_end_tags.sort_unstable();
        self.traits.shrink_to_fit();
        self.names.shrink_to_fit();
        self.parents.shrink_to_fit();
        self.subtree_ends.shrink_to_fit();
        self.places.shrink_to_fit();
        self.lists.shrink_to_fit();
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.traits.capacity()
            + 4 * (self.names.capacity() + self.parents.capacity())
            + 4 * (self.subtree_ends.capacity() + self.lists.capacity())
            + size_of::<NodePlace>() * self.places.capacity()
            + size_of::<(u32, u32)>() * self.outgrown_end_tags.capacity()
    }
}
