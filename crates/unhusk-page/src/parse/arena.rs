//! The tree while it grows: nodes in one vector, linked by 32-bit numbers.
//!
//! Nodes may be moved and left behind here; [`super::compact`] keeps those below the document, in order.

use crate::tree::{NameId, Namespace, NodeKind, NodeOrigin};

/// Absent node.
pub(super) const NONE: u32 = u32::MAX;

/// Absent position in the source.
pub(super) const NOWHERE: u32 = u32::MAX;

/// A node and its links.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArenaNode {
    pub(super) parent: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    pub(super) kind: NodeKind,
    pub(super) namespace: Namespace,
    pub(super) origin: NodeOrigin,
    pub(super) flags: u8,
    pub(super) name: NameId,
    /// First byte; `NOWHERE` for clones.
    pub(super) start: u32,
    /// One past the last byte; `NOWHERE` while an element is open.
    pub(super) end: u32,
    /// Elements: end of the start tag and start of the end tag, or `NOWHERE`. Others: their data.
    pub(super) inner_start: u32,
    pub(super) inner_end: u32,
    /// Elements: their attribute list. Texts: the first of further [`TextPiece`]s.
    pub(super) list: u32,
}

/// The data are decoded text, not a range of the source.
pub(super) const DECODED: u8 = 1;
/// The element is on the stack of open elements.
pub(super) const OPEN: u8 = 2;
/// The element was closed while elements in it stayed open: its range must grow with them.
pub(super) const GROWS: u8 = 4;
/// A text of white space only.
pub(super) const BLANK: u8 = 8;

impl ArenaNode {
    #[inline]
    pub(super) fn new(kind: NodeKind, origin: NodeOrigin) -> Self {
        Self {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first_child: NONE,
            last_child: NONE,
            kind,
            namespace: Namespace::Html,
            origin,
            flags: 0,
            name: NameId(0),
            start: NOWHERE,
            end: NOWHERE,
            inner_start: NOWHERE,
            inner_end: NOWHERE,
            list: NONE,
        }
    }

    pub(super) fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// A further stretch of a text node whose data are not contiguous.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextPiece {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) is_decoded: bool,
    pub(super) next: u32,
}

/// Position at which a node is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InsertionPoint {
    LastChildOf(u32),
    Before(u32),
}

/// All nodes; the document is number 0.
#[derive(Debug)]
pub(super) struct Arena {
    pub(super) nodes: Vec<ArenaNode>,
    pub(super) pieces: Vec<TextPiece>,
    /// Whether a node was moved or put before another: then numbers are not in document order.
    pub(super) is_shuffled: bool,
    /// Whether an element was closed while elements in it stayed open.
    pub(super) has_grown: bool,
    /// Number of insertions, by which a text detects an insertion since it last grew.
    pub(super) n_insertions: u32,
}

impl Arena {
    pub(super) fn with_capacity(n_nodes: usize) -> Self {
        let mut nodes = Vec::with_capacity(n_nodes);
        nodes.push(ArenaNode::new(NodeKind::Document, NodeOrigin::Source));
        Self { nodes, pieces: Vec::new(), is_shuffled: false, has_grown: false, n_insertions: 0 }
    }

    pub(super) fn create(&mut self, node: ArenaNode) -> u32 {
        let id = super::store::narrow(self.nodes.len());
        self.nodes.push(node);
        id
    }

    /// Inserts a new node; returns its number.
    #[inline]
    pub(super) fn add(&mut self, mut node: ArenaNode, place: InsertionPoint) -> u32 {
        let InsertionPoint::LastChildOf(parent) = place else {
            let id = self.create(node);
            self.insert(id, place);
            return id;
        };
        self.n_insertions += 1;
        // As `append` does it, before the node is written.
        let id = super::store::narrow(self.nodes.len());
        let parent_node = self.node_mut(parent);
        node.parent = parent;
        node.previous = std::mem::replace(&mut parent_node.last_child, id);
        match node.previous {
            NONE => parent_node.first_child = id,
            previous => self.node_mut(previous).next = id,
        }
        self.nodes.push(node);
        id
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> &ArenaNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: u32) -> &mut ArenaNode {
        &mut self.nodes[id as usize]
    }

    /// Inserts a node that has no parent.
    pub(super) fn insert(&mut self, id: u32, place: InsertionPoint) {
        self.n_insertions += 1;
        match place {
            InsertionPoint::LastChildOf(parent) => self.append(id, parent),
            InsertionPoint::Before(sibling) => self.insert_before(id, sibling),
        }
    }

    fn append(&mut self, id: u32, parent: u32) {
        let previous = std::mem::replace(&mut self.node_mut(parent).last_child, id);
        match previous {
            NONE => self.node_mut(parent).first_child = id,
            _ => self.node_mut(previous).next = id,
        }
        let node = self.node_mut(id);
        node.parent = parent;
        node.previous = previous;
        node.next = NONE;
    }

    fn insert_before(&mut self, id: u32, sibling: u32) {
        self.is_shuffled = true;
        let ArenaNode { parent, previous, .. } = *self.node(sibling);
        match previous {
            NONE => self.node_mut(parent).first_child = id,
            _ => self.node_mut(previous).next = id,
        }
        self.node_mut(sibling).previous = id;
        let node = self.node_mut(id);
        node.parent = parent;
        node.previous = previous;
        node.next = sibling;
    }

    /// Takes a node, and all below it, out of its parent.
    pub(super) fn detach(&mut self, id: u32) {
        let ArenaNode { parent, previous, next, .. } = *self.node(id);
        self.is_shuffled = true;
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.node_mut(parent).first_child = next,
            _ => self.node_mut(previous).next = next,
        }
        match next {
            NONE => self.node_mut(parent).last_child = previous,
            _ => self.node_mut(next).previous = previous,
        }
        let node = self.node_mut(id);
        node.parent = NONE;
        node.previous = NONE;
        node.next = NONE;
    }

    /// Moves all children of one node to the end of another; returns their number.
    pub(super) fn move_children(&mut self, from: u32, to: u32) -> u64 {
        let mut n_moved = 0;
        let mut child = self.node(from).first_child;
        while child != NONE {
            let next = self.node(child).next;
            self.detach(child);
            self.append(child, to);
            child = next;
            n_moved += 1;
        }
        n_moved
    }

    /// Returns the node right before an insertion point.
    pub(super) fn before(&self, place: InsertionPoint) -> u32 {
        match place {
            InsertionPoint::LastChildOf(parent) => self.node(parent).last_child,
            InsertionPoint::Before(sibling) => self.node(sibling).previous,
        }
    }
}
