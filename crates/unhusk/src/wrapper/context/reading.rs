//! A page as rules see it: which of its nodes count, and what their labels are made of.
//!
//! Counted are elements and texts. Left out are white space between tags, comments, the doctype, and
//! `script`, `style` and `template` with all that is in them: a reader sees none of it, and it comes and goes
//! between pages of one site. Text that is only `&nbsp;` counts: it fills a cell that would else be empty.

use super::fork::{NO_PARENT, Node};
use crate::page::{NodeId, NodeKind, Tree, Visible};
use std::sync::LazyLock;

/// The nodes of a page that count, in document order.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The node of the page's tree.
    pub(crate) ids: Vec<NodeId>,
    /// The parent of each, as its position here; [`NO_PARENT`] for roots.
    pub(crate) parents: Vec<Node>,
    /// The texts among them.
    pub(crate) leaves: Vec<Node>,
    /// How many texts stand before each, and before the end.
    pub(crate) n_before: Vec<u32>,
    /// How many nodes that count stand before each node of the tree, and before its end; [`NO_PARENT`] for the
    /// document.
    pub(crate) ranks: Vec<Node>,
}

impl Reading {
    /// Reads the tree of a page.
    pub(crate) fn new(tree: &Tree) -> Self {
        let n_nodes = tree.len();
        let mut ids = vec![NodeId::DOCUMENT; n_nodes];
        let mut ranks: Vec<Node> = vec![0; n_nodes + 1];
        let mut n_counted: Node = 0;
        let mut next = 0;
        // What counts comes in no order that a branch could foresee. So every node is written down, and the next one
        // over it if it does not count.
        for (before, visible) in tree.visible().enumerate() {
            let number = before + 1;
            ranks[number] = n_counted;
            ids[n_counted as usize] = NodeId::at(number);
            n_counted += Node::from(visible == Visible::Itself) & Node::from(number >= next);
            if visible == Visible::NothingInside {
                next = next.max(tree.subtree_end(NodeId::at(number)) as usize);
            }
        }
        ids.truncate(n_counted as usize);
        ranks[0] = NO_PARENT;
        ranks[n_nodes] = n_counted;
        let above = tree.parents();
        let parents = ids.iter().map(|id| ranks[above[id.index()] as usize]).collect();
        let (leaves, n_before) = leaves(tree, &ids);
        Self { ids, parents, leaves, n_before, ranks }
    }
}

/// The texts among some nodes, and how many of them stand before each, and before the end.
fn leaves(tree: &Tree, ids: &[NodeId]) -> (Vec<Node>, Vec<u32>) {
    let mut leaves: Vec<Node> = vec![0; ids.len() + 1];
    let mut n_before = Vec::with_capacity(ids.len() + 1);
    let mut n_leaves: u32 = 0;
    for (node, &id) in (0..).zip(ids) {
        n_before.push(n_leaves);
        leaves[n_leaves as usize] = node;
        n_leaves += u32::from(tree.kind(id) == NodeKind::Text);
    }
    n_before.push(n_leaves);
    leaves.truncate(n_leaves as usize);
    (leaves, n_before)
}

/// Attributes whose values name things: their tokens may be part of a label. `data-` attributes are too.
const NAMING: [&str; 6] = ["class", "id", "itemprop", "role", "rel", "name"];

/// Whether the tokens of an attribute of this name may be part of a label.
pub(crate) fn is_naming(attribute: &str) -> bool {
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
