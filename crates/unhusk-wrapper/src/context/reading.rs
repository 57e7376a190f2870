//! A page as rules see it: which of its nodes count, and what their labels are made of.
//!
//! Counted are elements and texts. Left out are white space between tags, comments, the doctype, and
//! `script`, `style` and `template` with all that is in them: a reader sees none of it, and it comes and goes
//! between pages of one site. Text that is only `&nbsp;` counts: it fills a cell that would else be empty.

use super::fork::{NO_PARENT, Node};
use std::sync::LazyLock;
use unhusk_page::{NodeId, Tree};

/// The nodes of a page that count, in document order.
#[derive(Debug, Default)]
pub struct Reading {
    /// The node of the page's tree.
    pub ids: Vec<NodeId>,
    /// The parent of each, as its position here; [`NO_PARENT`] for roots.
    pub parents: Vec<Node>,
    /// The texts among them.
    pub leaves: Vec<Node>,
    /// How many texts stand before each, and before the end.
    pub n_before: Vec<u32>,
    /// How many nodes that count stand before each node of the tree, and before its end; [`NO_PARENT`] for the
    /// document.
    pub ranks: Vec<Node>,
}

impl Reading {
    /// Reads the tree of a page.
    pub fn new(tree: &Tree) -> Self {
        let n_nodes = tree.len();
        let mut ids = vec![NodeId::DOCUMENT; n_nodes];
        let mut leaves = vec![0; n_nodes];
        let mut n_before = vec![0; n_nodes + 1];
        let mut ranks = vec![0; n_nodes + 1];
        let (n_counted, n_leaves) =
            count(tree, &mut ids, &mut leaves, (&mut n_before[..n_nodes], &mut ranks[..n_nodes]));
        ids.truncate(n_counted as usize);
        leaves.truncate(n_leaves as usize);
        n_before[n_counted as usize] = n_leaves;
        n_before.truncate(n_counted as usize + 1);
        ranks[n_nodes] = n_counted;
        // Of all nodes above those that count it alone does not.
        ranks[NodeId::DOCUMENT.index()] = NO_PARENT;
        let above = tree.parents();
        let parents = ids.iter().map(|id| ranks[above[id.index()] as usize]).collect();
        Self { ids, parents, leaves, n_before, ranks }
    }
}

/// Writes down the nodes that count and the texts among them, for each of those how many texts stand before it, and
/// for each node of the tree how many nodes that count; how many there are of either.
///
/// What counts comes in no order that a branch could foresee. So every node is written down, and the next one over it
/// if it does not count: there is room for all of them.
fn count(
    tree: &Tree,
    ids: &mut [NodeId],
    leaves: &mut [Node],
    (n_before, ranks): (&mut [u32], &mut [Node]),
) -> (Node, u32) {
    // Then the lengths are known to be the same, and a position is checked once.
    let n_nodes = ids.len();
    let (leaves, n_before) = (&mut leaves[..n_nodes], &mut n_before[..n_nodes]);
    let (mut n_counted, mut n_leaves) = (0, 0);
    let mut next = 0;
    for ((number, rank), visible) in (0..).zip(ranks).zip(tree.visible()) {
        *rank = n_counted;
        ids[n_counted as usize] = NodeId(number);
        n_before[n_counted as usize] = n_leaves;
        leaves[n_leaves as usize] = n_counted;
        let is_outside = u32::from(number >= next);
        n_counted += visible.n_seen() & is_outside;
        n_leaves += visible.n_texts() & is_outside;
        if visible.hides() {
            next = next.max(tree.subtree_end(NodeId(number)));
        }
    }
    (n_counted, n_leaves)
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
pub fn tokens<'t>(tree: &'t Tree, id: NodeId, mut seen: impl FnMut(&'t str, &'t str)) {
    for attribute in tree.attributes(id) {
        if is_naming(attribute.name) {
            for token in attribute.value.split_ascii_whitespace() {
                seen(attribute.name, token);
            }
        }
    }
}
