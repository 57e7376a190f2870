//! The nodes that could be a field's values.

use super::corpus::{NodeContent, NodeCorpus};
use unhusk_page::Page;
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::context::internal::fork::Node;

/// All nodes of the corpus that are of the kind, in document order. `pages` are those of the corpus.
pub(super) fn of_kind(corpus: &NodeCorpus, pages: &[&Page], kind: &NodeTarget) -> Vec<Node> {
    let all = (0..).zip(pages).flat_map(|(at, page)| {
        let nodes: std::ops::Range<Node> = corpus.pages()[at].clone();
        nodes.map(move |node| (*page, node))
    });
    let is_candidate = |&(page, node): &(&Page, Node)| match (kind, corpus.content(node)) {
        (NodeTarget::Text, NodeContent::Text(_))
        | (NodeTarget::Element, NodeContent::Element(_)) => true,
        (NodeTarget::Attribute(name), NodeContent::Element(_)) => {
            page.tree().attribute(corpus.id(node), name).is_some()
        }
        _ => false,
    };
    all.filter(is_candidate).map(|(_, node)| node).collect()
}
