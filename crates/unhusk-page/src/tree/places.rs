//! Where the nodes of a tree stand in the source.

use super::columns::NOWHERE;
use super::{NodeId, NodeKind, Origin, Span, Tree};

impl Tree {
    /// How a node came to stand where it is in the tree.
    pub fn origin(&self, node: NodeId) -> Origin {
        self.columns.origin(node.index())
    }

    /// Where a node stands. An element reaches from its start tag to its end tag, or to where its content
    /// ended if that is missing; an implied element covers what was put into it. A text reaches from its
    /// first to its last byte; ignored tags between them are covered. `None` for copies, and for implied
    /// elements that cover nothing.
    pub fn span(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        let is_nowhere = place.start == NOWHERE || place.end == NOWHERE;
        let is_empty = self.origin(node) == Origin::Implied && place.start == place.end;
        (!is_nowhere && !is_empty).then_some(Span { start: place.start, end: place.end })
    }

    /// The start tag of an element; `None` if it is implied or a copy.
    pub fn start_tag(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        let has_tag = self.is_element(node) && place.inner_start != NOWHERE;
        has_tag.then_some(Span { start: place.start, end: place.inner_start })
    }

    /// The end tag of an element; `None` if it is missing, or the element is a copy.
    pub fn end_tag(&self, node: NodeId) -> Option<Span> {
        let place = self.columns.place(node.index());
        if !self.is_element(node) || place.inner_end == NOWHERE {
            return None;
        }
        let end = self.columns.outgrown_end_tag(node.0).unwrap_or(place.end);
        Some(Span { start: place.inner_end, end })
    }

    /// What stands between the tags of an element, or up to where its content ended.
    pub fn content_span(&self, node: NodeId) -> Option<Span> {
        let span = self.span(node).filter(|_| self.is_element(node))?;
        let start = self.start_tag(node).map_or(span.start, |tag| tag.end);
        let end = match self.end_tag(node) {
            Some(tag) if tag.end == span.end => tag.start,
            _ => span.end,
        };
        Some(Span { start, end: end.max(start) })
    }

    /// Whether a node is of this kind and holds text of its own.
    pub(super) fn holds_text(&self, node: NodeId) -> bool {
        matches!(self.kind(node), NodeKind::Text | NodeKind::Comment)
    }
}
