//! A page as rules see it: which of its nodes count, and what their labels are made of.
//!
//! Counted are elements and texts. Left out are white space between tags, comments, the doctype, and
//! `script`, `style` and `template` with all that is in them: a reader sees none of it, and it comes and goes
//! between pages of one site. Text that is only `&nbsp;` counts: it fills a cell that would else be empty.

use super::fork::{NO_PARENT, Node};
use crate::page::{NodeId, NodeKind, Tree};
use std::sync::LazyLock;

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
        let n_nodes = tree.len();
        let (mut ids, mut parents) = (Vec::with_capacity(n_nodes), Vec::with_capacity(n_nodes));
        // Position of each node of the tree, for its children to find.
        let mut positions: Vec<Node> = vec![NO_PARENT; n_nodes];
        let unseen = UNSEEN.map(|tag| tree.name_number(tag));
        let mut next = 1;
        while next < n_nodes {
            let id = NodeId::at(next);
            let counts = match tree.kind(id) {
                NodeKind::Text => !tree.is_blank_text(id),
                NodeKind::Element => !unseen.contains(&Some(tree.tag_number(id))),
                _ => false,
            };
            if !counts {
                next = tree.subtree_end(id) as usize;
                continue;
            }
            let parent = tree.parent(id).map_or(NO_PARENT, |parent| positions[parent.index()]);
            positions[next] = position(ids.len());
            ids.push(id);
            parents.push(parent);
            next += 1;
        }
        Self { ids, parents }
    }
}

/// Elements whose contents a reader does not see.
pub(super) const UNSEEN: [&str; 3] = ["script", "style", "template"];

fn position(n: usize) -> Node {
    Node::try_from(n).expect("a tree has fewer than 2^32 nodes")
}

/// Attributes whose values name things: their tokens may be part of a label. `data-` attributes are too.
const NAMING: [&str; 6] = ["class", "id", "itemprop", "role", "rel", "name"];

/// Whether the tokens of an attribute of this name may be part of a label.
pub(super) fn is_naming(attribute: &str) -> bool {
    NAMING.contains(&attribute) || attribute.starts_with("data-")
}

/// For each number of a name whether the tokens of attributes of this name may be part of a label.
pub(crate) fn naming_attributes(tree: &Tree) -> Vec<bool> {
    // Most names have the same numbers on every page.
    static KNOWN: LazyLock<Vec<bool>> =
        LazyLock::new(|| Tree::known_names().map(is_naming).collect());
    KNOWN.iter().copied().chain(tree.own_names().map(is_naming)).collect()
}

/// Calls `seen` with every attribute token of an element: `class` and `price` for `<td class="price">`.
pub(crate) fn tokens<'t>(tree: &'t Tree, id: NodeId, mut seen: impl FnMut(&'t str, &'t str)) {
    for attribute in tree.attributes(id) {
        if is_naming(attribute.name) {
            for token in attribute.value.split_ascii_whitespace() {
                seen(attribute.name, token);
            }
        }
    }
}
