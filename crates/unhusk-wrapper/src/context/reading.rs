//! What rules look at in a page: the visible nodes, and the attribute tokens that name elements.

use super::fork::Node;
use std::sync::LazyLock;
use unhusk_page::{NodeId, Tree};

/// The arrays of a [visible tree](unhusk_page::VisibleTree), copied.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The node of the page's tree.
    pub(crate) ids: Vec<NodeId>,
    /// The parent of each; `NO_PARENT` for roots.
    pub(crate) parents: Vec<Node>,
    /// The texts among them.
    pub(crate) leaves: Vec<Node>,
    /// The number of texts before each node, and before the end.
    pub(crate) n_before: Vec<u32>,
    /// The number of visible nodes before each node of the tree, and before its end; `NO_PARENT` for the document.
    pub(crate) ranks: Vec<Node>,
}

impl Reading {
    /// Copies the visible tree.
    pub(crate) fn new(tree: &Tree) -> Self {
        let visible = tree.visible();
        Self {
            ids: visible.ids().to_vec(),
            parents: visible.parents().to_vec(),
            leaves: visible.texts().to_vec(),
            n_before: visible.n_texts_before().to_vec(),
            ranks: visible.ranks().to_vec(),
        }
    }
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
