//! Places of the nodes of a tree in the source.

use super::columns::NOWHERE;
use super::{NodeId, NodeKind, NodeOrigin, Span, Tree};

impl Tree {
    /// Returns the relation of a node's place in the tree to its place in the source.
    pub fn origin(&self, node: NodeId) -> NodeOrigin {
        self.columns.origin(node.index())
    }

    /// The place of a node. An element reaches from its start tag to its end tag or, without one, to the end of its
    /// content; an implied element covers its content. A text reaches from its first to its last byte, tags that the
    /// parser ignored included. `None` for copies, and for implied elements without content.
    pub fn span(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        let is_nowhere = place.start == NOWHERE || place.end == NOWHERE;
        let is_empty = self.origin(node) == NodeOrigin::Implied && place.start == place.end;
        (!is_nowhere && !is_empty).then_some(Span { start: place.start, end: place.end })
    }

    /// The start tag of an element; `None` if the element is implied or a copy.
    pub fn start_tag(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        let has_tag = self.is_element(node) && place.inner_start != NOWHERE;
        has_tag.then_some(Span { start: place.start, end: place.inner_start })
    }

    /// The end tag of an element; `None` if the tag is missing or the element is a copy.
    pub fn end_tag(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        if !self.is_element(node) || place.inner_end == NOWHERE {
            return None;
        }
        let end = self.columns.outgrown_end_tag(node.0).unwrap_or(place.end);
        Some(Span { start: place.inner_end, end })
    }

    /// The place of an element's content: between its tags or, without an end tag, up to the end of its content.
    pub fn content_span(&self, node: NodeId) -> Option<Span> {
        let span = self.span(node).filter(|_| self.is_element(node))?;
        let start = self.start_tag(node).map_or(span.start, |tag| tag.end);
        let end = match self.end_tag(node) {
            Some(tag) if tag.end == span.end => tag.start,
            _ => span.end,
        };
        Some(Span { start, end: end.max(start) })
    }

    /// Whether a node is of a kind that has data.
    pub(super) fn holds_text(&self, node: NodeId) -> bool {
        matches!(self.kind(node), NodeKind::Text | NodeKind::Comment)
    }
}
