//! Arena -> [`Tree`]: the nodes below the document, in document order, as flat columns.
//!
//! On most pages nodes were made in document order, and the columns are copied one by one ([`in_order`]). Where the
//! rules moved nodes, or the depth limit is reached, the tree is walked ([`CompactWalk`]). The limit is applied here,
//! where nothing depends on the open elements any more: nodes deeper than the last allowed element become its children,
//! in document order.

use super::arena::{Arena, ArenaNode, BLANK, DECODED, GROWS, NONE, NOWHERE};
use super::builder::Built;
use super::store::{ParseStore, narrow};
use crate::Limited;
use crate::Tree;
use crate::text::is_blank;
use crate::tree::{Doctype, NodeColumns, NodeKind, NodeOrigin, NodeRow};
use std::sync::Arc;

/// Returns the tree of a finished build.
pub(super) fn tree(source: &Arc<str>, built: Built) -> Tree {
    let Built { mut arena, mut store, doctype } = built;
    let columns = in_order(&mut arena, &mut store, source)
        .unwrap_or_else(|| CompactWalk::new(source, &store).run(&mut arena, &mut store));
    let doctype = doctype.map(|doctype| Doctype {
        name: doctype.name.unwrap_or_default(),
        public_id: doctype.public_id,
        system_id: doctype.system_id,
    });
    let (names, attributes) = (store.names.into_own(), (store.attributes, store.decoded_values));
    Tree::new(source.clone(), columns, names, attributes, store.decoded, doctype, store.warnings)
}

/// A document with one text node.
pub(super) fn plain_text(source: &Arc<str>) -> Tree {
    let mut columns = NodeColumns::with_capacity(2);
    let end = narrow(source.len());
    columns.push(NodeRow { end, ..NodeRow::document() });
    if end > 0 {
        let is_blank = is_blank(source.as_bytes());
        let kind = NodeKind::Text;
        columns.push(NodeRow { kind, is_blank, end, inner_end: end, ..NodeRow::document() });
        columns.set_subtree_end(0, 2);
    }
    Tree::of_columns(source.clone(), columns)
}

/// The columns of an arena whose numbers are in document order, as they are; `None` if they are not.
fn in_order(arena: &mut Arena, store: &mut ParseStore, source: &str) -> Option<NodeColumns> {
    if arena.is_shuffled || arena.has_grown {
        return None;
    }
    let subtree_ends = subtree_ends(&arena.nodes, store.limits.max_depth.max(1) + 1)?;
    if !arena.pieces.is_empty() {
        for id in 0..narrow(arena.nodes.len()) {
            if arena.node(id).kind == NodeKind::Text && arena.node(id).list != NONE {
                join_pieces(arena, store, source, id);
            }
        }
    }
    let rows = arena.nodes.iter().map(|node| row(node, node.parent));
    Some(NodeColumns::of_rows(rows, subtree_ends))
}

/// One past the last descendant of each node, if every node follows the one that was made before it in
/// document order and none is deeper than `max_depth`.
fn subtree_ends(nodes: &[ArenaNode], max_depth: usize) -> Option<Vec<u32>> {
    let mut ends = vec![0; nodes.len()];
    let mut depth = 0;
    for (id, node) in nodes.iter().enumerate().skip(1) {
        let mut open = id - 1;
        while narrow(open) != node.parent {
            ends[open] = narrow(id);
            if open == 0 {
                return None;
            }
            open = nodes[open].parent as usize;
            depth -= 1;
        }
        depth += 1;
        if depth > max_depth {
            return None;
        }
    }
    let mut open = nodes.len() - 1;
    loop {
        ends[open] = narrow(nodes.len());
        if open == 0 {
            return Some(ends);
        }
        open = nodes[open].parent as usize;
    }
}

fn row(node: &ArenaNode, parent: u32) -> NodeRow {
    NodeRow {
        kind: node.kind,
        namespace: node.namespace,
        origin: node.origin,
        is_decoded: node.is(DECODED),
        is_blank: node.is(BLANK),
        name: node.name,
        parent,
        start: node.start,
        end: node.end,
        inner_start: node.inner_start,
        inner_end: node.inner_end,
        list: if node.kind == NodeKind::Element { node.list } else { NONE },
    }
}

/// A walk over an arena in document order that numbers the nodes anew.
struct CompactWalk<'s> {
    source: &'s str,
    columns: NodeColumns,
    /// New numbers of the nodes from the document down to the current node, up to the depth limit.
    path: Vec<u32>,
    max_depth: usize,
    /// Start of the last node that has a place; copies have none.
    last_start: u32,
}

impl<'s> CompactWalk<'s> {
    fn new(source: &'s str, store: &ParseStore) -> Self {
        Self {
            source,
            columns: NodeColumns::with_capacity(0),
            path: Vec::new(),
            max_depth: store.limits.max_depth.max(1),
            last_start: 0,
        }
    }

    fn run(mut self, arena: &mut Arena, store: &mut ParseStore) -> NodeColumns {
        self.columns = NodeColumns::with_capacity(arena.nodes.len());
        let mut id = 0;
        let mut depth = 0;
        loop {
            self.visit(arena, store, id, depth);
            let node = arena.node(id);
            if node.kind != NodeKind::Text && node.first_child != NONE {
                id = node.first_child;
                depth += 1;
                continue;
            }
            loop {
                self.leave(arena, id, depth);
                if id == 0 {
                    return self.columns;
                }
                let node = arena.node(id);
                if node.next != NONE {
                    id = node.next;
                    break;
                }
                id = node.parent;
                depth -= 1;
            }
        }
    }

    fn visit(&mut self, arena: &mut Arena, store: &mut ParseStore, id: u32, depth: usize) {
        if arena.node(id).kind == NodeKind::Text && arena.node(id).list != NONE {
            join_pieces(arena, store, self.source, id);
        }
        let node = arena.node_mut(id);
        if node.start != NOWHERE {
            self.last_start = node.start;
        }
        if depth > self.max_depth + 1 {
            store.cut(Limited::Depth, self.max_depth, self.last_start as usize);
            if node.origin == NodeOrigin::Source {
                node.origin = NodeOrigin::Moved;
            }
        }
        let parent = match depth {
            0 => 0,
            _ => self.path[(depth - 1).min(self.max_depth)],
        };
        let number = self.columns.push(row(node, parent));
        if depth <= self.max_depth {
            self.path.truncate(depth);
            self.path.push(number);
        }
        // The link is not needed any more: it now maps the old number to the new one.
        node.previous = number;
    }

    fn leave(&mut self, arena: &mut Arena, id: u32, depth: usize) {
        let number = arena.node(id).previous;
        if depth <= self.max_depth {
            self.columns.set_subtree_end(number, self.columns.len());
        }
        if arena.node(id).is(GROWS) {
            let end = end_with_children(arena, id);
            arena.node_mut(id).end = end;
            self.columns.outgrow(number, end);
        }
    }
}

/// Returns the end of an element whose children outlived its end tag.
fn end_with_children(arena: &Arena, id: u32) -> u32 {
    let mut end = arena.node(id).end;
    let mut child = arena.node(id).first_child;
    while child != NONE {
        let node = arena.node(child);
        if node.origin == NodeOrigin::Source && node.end != NOWHERE {
            end = end.max(node.end);
        }
        child = node.next;
    }
    end
}

/// Writes the pieces of a text node one behind the other.
fn join_pieces(arena: &mut Arena, store: &mut ParseStore, source: &str, id: u32) {
    let start = narrow(store.decoded.len());
    let node = arena.node(id);
    let mut next = node.list;
    push_piece(store, source, (node.inner_start, node.inner_end), node.is(DECODED));
    while next != NONE {
        let piece = arena.pieces[next as usize];
        push_piece(store, source, (piece.start, piece.end), piece.is_decoded);
        next = piece.next;
    }
    let node = arena.node_mut(id);
    (node.inner_start, node.inner_end) = (start, narrow(store.decoded.len()));
    node.flags |= DECODED;
    // A second call must not join them again.
    node.list = NONE;
}

fn push_piece(store: &mut ParseStore, source: &str, (start, end): (u32, u32), is_decoded: bool) {
    let range = start as usize..end as usize;
    if is_decoded {
        store.decoded.extend_from_within(range);
    } else {
        store.decoded.push_str(&source[range]);
    }
}
