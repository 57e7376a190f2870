//! A page as rules see it: which of its nodes count, and what their labels are made of.
//!
//! Counted are elements and texts. Left out are white space between tags, comments, the doctype, and
//! `script`, `style` and `template` with all that is in them: a reader sees none of it, and it comes and goes
//! between pages of one site. Text that is only `&nbsp;` counts: it fills a cell that would else be empty.

use super::fork::{NO_PARENT, Node};
use crate::page::{NodeId, NodeKind, Tree};

/// The nodes of a page that count, in document order.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The node of the page's tree.
    pub(crate) ids: Vec<NodeId>,
    /// The parent of each, as its position here; [`NO_PARENT`] for roots.
    pub(crate) parents: Vec<Node>,
}

impl Reading {
    /// Reads the tree of a page.
    pub(crate) fn new(tree: &Tree) -> Self {
        let mut reading = Self::default();
        // Position of each node of the tree, for its children to find.
        let mut positions: Vec<Node> = vec![NO_PARENT; tree.len()];
        let mut skip_to = 0;
        for id in tree.nodes().skip(1) {
            if id.index() < skip_to {
                continue;
            }
            if !counts(tree, id) {
                skip_to = tree.subtree_end(id) as usize;
                continue;
            }
            let parent = tree.parent(id).map_or(NO_PARENT, |parent| positions[parent.index()]);
            positions[id.index()] = position(reading.ids.len());
            reading.ids.push(id);
            reading.parents.push(parent);
        }
        reading
    }
}

fn position(n: usize) -> Node {
    Node::try_from(n).expect("a tree has fewer than 2^32 nodes")
}

fn counts(tree: &Tree, id: NodeId) -> bool {
    match tree.kind(id) {
        NodeKind::Text => !tree.text(id).bytes().all(|byte| byte.is_ascii_whitespace()),
        NodeKind::Element => !matches!(tree.tag(id), "script" | "style" | "template"),
        _ => false,
    }
}

/// Attributes whose values name things: their tokens may be part of a label. `data-` attributes are too.
const NAMING: [&str; 6] = ["class", "id", "itemprop", "role", "rel", "name"];

/// Calls `seen` with every attribute token of an element: `class` and `price` for `<td class="price">`.
pub(crate) fn tokens<'t>(tree: &'t Tree, id: NodeId, mut seen: impl FnMut(&'t str, &'t str)) {
    for attribute in tree.attributes(id) {
        if NAMING.contains(&attribute.name) || attribute.name.starts_with("data-") {
            for token in attribute.value.split_ascii_whitespace() {
                seen(attribute.name, token);
            }
        }
    }
}
