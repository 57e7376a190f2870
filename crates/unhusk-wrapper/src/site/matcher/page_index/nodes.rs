//! The nodes of a page and how they are nested, from its [visible tree](unhusk_page::VisibleTree).

use super::{NodeRange, PageIndex};
use unhusk_page::{NodeId, VisibleNode};

/// Most siblings of other tags at the top of a scope that are skipped to count positions in the scope.
pub(in crate::site) const MAX_OTHERS: usize = 200;

impl<'p> PageIndex<'p> {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.visible.len() as usize
    }

    /// Whether the page has no visible nodes.
    pub fn is_empty(&self) -> bool {
        self.visible.is_empty()
    }

    /// The id of a node in the page's tree.
    pub fn id(&self, node: VisibleNode) -> NodeId {
        self.visible.id(node)
    }

    /// The node with an id; `None` if the node is not visible.
    pub fn find(&self, id: NodeId) -> Option<VisibleNode> {
        self.visible.find(id)
    }

    /// Whether a node is a text.
    pub fn is_text(&self, node: VisibleNode) -> bool {
        self.visible.is_text(node)
    }

    /// The tag of an element; empty for texts.
    pub fn tag(&self, node: VisibleNode) -> &'p str {
        self.visible.tag(node)
    }

    /// The parent, be it in the scope or not.
    pub fn parent(&self, node: VisibleNode) -> Option<VisibleNode> {
        self.visible.parent(node)
    }

    /// One past the last node below a node.
    pub fn end(&self, node: VisibleNode) -> VisibleNode {
        self.visible.end(node)
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, node: VisibleNode) -> Option<VisibleNode> {
        self.visible.next_sibling(node)
    }

    /// The previous node with the same parent.
    pub fn prev_sibling(&self, node: VisibleNode) -> Option<VisibleNode> {
        self.visible.prev_sibling(node)
    }

    /// The children.
    pub fn children(&self, node: VisibleNode) -> impl Iterator<Item = VisibleNode> + use<'p> {
        self.visible.children(node)
    }

    /// Whether two ranges are the same tree, with the same tags.
    pub(in crate::site) fn is_shaped_alike(&self, a: NodeRange, b: NodeRange) -> bool {
        let (names, parents) = (self.visible.names(), self.visible.parents());
        let nodes = |scope: NodeRange| scope.first as usize..scope.end as usize;
        let n_nodes = a.end - a.first;
        // Parents outside of the range count as equal.
        let parents = |scope: NodeRange| {
            let parents = parents[nodes(scope)].iter();
            parents.map(move |parent| parent.wrapping_sub(scope.first).min(n_nodes))
        };
        names[nodes(a)] == names[nodes(b)] && parents(a).eq(parents(b))
    }

    /// Position of a node among its siblings of the same tag, from 1. At the top of a scope only siblings in the scope
    /// count, unless too many of other tags come first.
    pub fn nth(&self, scope: NodeRange, node: VisibleNode) -> u32 {
        let positions = self.caches.positions.of(self);
        let nth = positions.nth(self, node);
        if !self.is_top(scope, node) {
            return nth;
        }
        let mut sibling = scope.first;
        for _ in 0..MAX_OTHERS {
            if sibling == node || self.tag(sibling) == self.tag(node) {
                return nth + 1 - positions.nth(self, sibling);
            }
            sibling = self.end(sibling);
        }
        nth
    }

    /// Position counted from the last sibling of the same tag; `None` at the top of a scope.
    pub fn nth_back(&self, scope: NodeRange, node: VisibleNode) -> Option<u32> {
        (!self.is_top(scope, node)).then(|| self.caches.positions.of(self).nth_back(self, node))
    }

    fn is_top(&self, scope: NodeRange, node: VisibleNode) -> bool {
        self.parent(node).is_none_or(|parent| parent < scope.first)
    }
}
