//! Navigation. Nodes are numbered in document order, so most steps are arithmetic.

use super::{NodeId, Tree};

impl Tree {
    /// The number of nodes, the document included.
    #[expect(clippy::len_without_is_empty, reason = "a tree always has its document")]
    pub fn len(&self) -> usize {
        self.columns.len() as usize
    }

    /// All nodes in document order, the document first.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.columns.len()).map(NodeId)
    }

    /// The parent; `None` for the document.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::DOCUMENT).then(|| NodeId(self.columns.parent(node.index())))
    }

    /// The ancestors, nearest first, the node itself excluded.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |&ancestor| self.parent(ancestor))
    }

    /// One past the position of the last descendant.
    pub fn subtree_end(&self, node: NodeId) -> u32 {
        self.columns.subtree_end(node.index())
    }

    /// All nodes below a node, in document order.
    pub fn descendants(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (node.0 + 1..self.subtree_end(node)).map(NodeId)
    }

    /// Whether `ancestor` is above `node`; a node is not above itself. One comparison of ranges.
    pub fn is_ancestor(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor < node && node.0 < self.subtree_end(ancestor)
    }

    /// The first child.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let next = NodeId(node.0 + 1);
        (next.0 < self.subtree_end(node)).then_some(next)
    }

    /// The last child. Costs a step per level of nesting below that child.
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        let last = NodeId(self.subtree_end(node) - 1);
        (last != node).then(|| self.child_above(last, node))
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let next = NodeId(self.subtree_end(node));
        (next.0 < self.subtree_end(parent)).then_some(next)
    }

    /// The previous node with the same parent. Costs a step per level of nesting below that node.
    pub fn prev_sibling(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.parent(node)?;
        let before = NodeId(node.0 - 1);
        (before != parent).then(|| self.child_above(before, parent))
    }

    /// The children, in document order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The number of ancestors: 0 for the document. Costs a step per level.
    pub fn depth(&self, node: NodeId) -> usize {
        self.ancestors(node).count()
    }

    /// The child of `parent` that `node` is, or is below.
    fn child_above(&self, mut node: NodeId, parent: NodeId) -> NodeId {
        while self.columns.parent(node.index()) != parent.0 {
            node = NodeId(self.columns.parent(node.index()));
        }
        node
    }
}
