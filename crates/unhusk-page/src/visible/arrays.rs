//! The arrays behind a [`VisibleTree`](super::VisibleTree), filled in one pass over the tree.

use super::{NO_NODE, VisibleNode};
use crate::{NodeId, Tree};
use std::sync::OnceLock;

/// One entry per visible node, in document order, unless a field says otherwise.
#[derive(Debug, Clone)]
pub(crate) struct Arrays {
    pub(super) ids: Vec<NodeId>,
    /// [`NO_NODE`] for roots.
    pub(super) parents: Vec<VisibleNode>,
    /// The texts among the nodes: one entry per text.
    pub(super) texts: Vec<VisibleNode>,
    /// Number of texts before each node; one more entry holds the number of all texts.
    pub(super) n_texts_before: Vec<u32>,
    /// One entry per node of the page's tree: the number of visible nodes before it; [`NO_NODE`] for the document. One
    /// more entry: the number of all visible nodes.
    pub(super) ranks: Vec<VisibleNode>,
    /// Filled on first use.
    pub(super) names: OnceLock<Vec<u32>>,
    /// Filled on first use.
    pub(super) depths: OnceLock<Vec<u32>>,
}

impl Arrays {
    pub(crate) fn new(tree: &Tree) -> Self {
        let n_nodes = tree.len();
        let mut ids = vec![NodeId::DOCUMENT; n_nodes];
        let mut texts = vec![0; n_nodes];
        let mut n_texts_before = vec![0; n_nodes + 1];
        let mut ranks = vec![0; n_nodes + 1];
        let counted = (&mut n_texts_before[..n_nodes], &mut ranks[..n_nodes]);
        let (n_visible, n_texts) = fill(tree, &mut ids, &mut texts, counted);
        ids.truncate(n_visible as usize);
        texts.truncate(n_texts as usize);
        n_texts_before[n_visible as usize] = n_texts;
        n_texts_before.truncate(n_visible as usize + 1);
        ranks[n_nodes] = n_visible;
        // The document is the only node above visible ones that is not visible itself.
        ranks[NodeId::DOCUMENT.index()] = NO_NODE;
        let parents_in_tree = tree.parents();
        let parents = ids.iter().map(|id| ranks[parents_in_tree[id.index()] as usize]).collect();
        let (names, depths) = (OnceLock::new(), OnceLock::new());
        Self { ids, parents, texts, n_texts_before, ranks, names, depths }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let lazy = |array: &OnceLock<Vec<u32>>| array.get().map_or(0, Vec::capacity);
        let n_numbers = self.ids.capacity()
            + self.parents.capacity()
            + self.texts.capacity()
            + self.n_texts_before.capacity()
            + self.ranks.capacity()
            + lazy(&self.names)
            + lazy(&self.depths);
        size_of::<u32>() * n_numbers
    }
}

/// Fills the arrays, which have an entry per node of the tree; returns the number of visible nodes and of texts.
///
/// Visible and other nodes alternate in no order that a processor could predict, so the loop has no branch for them:
/// it writes every node, and the next node overwrites one that is not visible.
fn fill(
    tree: &Tree,
    ids: &mut [NodeId],
    texts: &mut [VisibleNode],
    (n_texts_before, ranks): (&mut [u32], &mut [VisibleNode]),
) -> (u32, u32) {
    // Equal lengths, known to the compiler: one bounds check for all arrays.
    let n_nodes = ids.len();
    let (texts, n_texts_before) = (&mut texts[..n_nodes], &mut n_texts_before[..n_nodes]);
    let (mut n_visible, mut n_texts) = (0, 0);
    let mut hidden_to = 0;
    for ((number, rank), shown) in (0..).zip(ranks).zip(tree.shown()) {
        *rank = n_visible;
        ids[n_visible as usize] = NodeId(number);
        n_texts_before[n_visible as usize] = n_texts;
        texts[n_texts as usize] = n_visible;
        let is_outside = u32::from(number >= hidden_to);
        n_visible += shown.n_nodes() & is_outside;
        n_texts += shown.n_texts() & is_outside;
        if shown.hides_content() {
            hidden_to = hidden_to.max(tree.subtree_end(NodeId(number)));
        }
    }
    (n_visible, n_texts)
}
