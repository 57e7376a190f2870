//! Finds the context: the one text that a rule distinguishes from others.

use crate::context::{NodeContent, NodeCorpus};
use unhusk_wrapper::context::internal::fork::Node;

/// Of the texts near all positives, the one nearest to the first positive: by the number of levels up, then by the
/// distance among siblings, then before the value rather than behind it.
pub(super) fn nearest(corpus: &NodeCorpus, positives: &[Node]) -> Option<u32> {
    let mut common: Option<Vec<u32>> = None;
    for &positive in positives {
        let here = texts_beside(corpus, positive);
        common = Some(match common {
            None => here,
            Some(common) => common.into_iter().filter(|text| here.contains(text)).collect(),
        });
    }
    common?.first().copied()
}

/// Maximum number of levels up, and of siblings to each side, in which texts are searched.
const MAX_HEIGHT: usize = 4;
const MAX_DISTANCE: usize = 4;

/// Texts beside the path from a node to the root, nearest first.
fn texts_beside(corpus: &NodeCorpus, node: Node) -> Vec<u32> {
    let outline = corpus.outline();
    let mut texts = Vec::new();
    let chain: Vec<Node> = outline.chain(node).take(MAX_HEIGHT).collect();
    for step in chain.windows(2) {
        let siblings = outline.children(step[1]);
        let position = outline.position(step[0]);
        for distance in 1..=MAX_DISTANCE {
            let before = position.checked_sub(distance).map(|at| siblings[at]);
            let behind = siblings.get(position + distance).copied();
            for sibling in [before, behind].into_iter().flatten() {
                texts.extend(first_text(corpus, sibling));
            }
        }
    }
    texts
}

/// The first text of a node; `None` if the node does not begin with a text.
fn first_text(corpus: &NodeCorpus, node: Node) -> Option<u32> {
    let mut at = node;
    loop {
        match corpus.content(at) {
            NodeContent::Text(text) => return Some(text),
            NodeContent::Element(_) => at = *corpus.outline().children(at).first()?,
        }
    }
}
