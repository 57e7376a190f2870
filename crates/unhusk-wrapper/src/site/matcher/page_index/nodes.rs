//! The nodes of a page and how they are nested, from its [visible tree](unhusk_page::VisibleTree).

use super::{NodeRange, PageIndex};
use crate::context::fork::Node;
use unhusk_page::NodeId;

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
    pub fn id(&self, node: Node) -> NodeId {
        self.visible.id(node)
    }

    /// The node with an id; `None` if the node is not visible.
    pub fn find(&self, id: NodeId) -> Option<Node> {
        self.visible.find(id)
    }

    /// Whether a node is a text.
    pub fn is_text(&self, node: Node) -> bool {
        self.visible.is_text(node)
    }

    /// The tag of an element; empty for texts.
    pub fn tag(&self, node: Node) -> &'p str {
        self.visible.tag(node)
    }

    /// The parent, be it in the scope or not.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.visible.parent(node)
    }

    /// One past the last node below a node.
    pub fn end(&self, node: Node) -> Node {
        self.visible.end(node)
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, node: Node) -> Option<Node> {
        self.visible.next_sibling(node)
    }

    /// The previous node with the same parent.
    pub fn prev_sibling(&self, node: Node) -> Option<Node> {
        self.visible.prev_sibling(node)
    }

    /// The children.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + use<'p> {
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
}
