//! Where the records of a page are.

use super::index::Index;
use super::ready::ReadyRule;
use super::rule::{NodeTarget, Reach};
use super::view::{Scope, View};
use crate::wrapper::context::fork::Node;

/// Where the records of a page are, in document order; each kind of record has rules of its own.
pub(crate) fn regions(kinds: &[Vec<ReadyRule>], reach: Reach, index: &Index<'_, '_>) -> Vec<Scope> {
    let mut begins: Vec<Node> = kinds.iter().flat_map(|rules| elected(rules, index)).collect();
    begins.sort_unstable();
    begins.dedup();
    scopes(index.sight.view, &begins, reach)
}

/// The nodes with more than half of the votes.
fn elected(rules: &[ReadyRule], index: &Index<'_, '_>) -> Vec<Node> {
    // Rules that find nothing on the page have lost their clues: they do not vote.
    let mut total = 0.0;
    let mut votes: Vec<(Node, f64)> = Vec::new();
    for target in [NodeTarget::Element, NodeTarget::Text] {
        for rule in rules {
            let nodes = index.nodes(rule, &target);
            total += if nodes.is_empty() { 0.0 } else { rule.weight };
            votes.extend(nodes.into_iter().map(|node| (node, rule.weight)));
        }
    }
    votes.sort_unstable_by_key(|&(node, _)| node);
    let of_node = votes.chunk_by(|a, b| a.0 == b.0);
    let elected =
        of_node.filter(|votes| 2.0 * votes.iter().map(|vote| vote.1).sum::<f64>() > total);
    elected.map(|votes| votes[0].0).collect()
}

/// The regions that begin at these nodes.
pub(crate) fn scopes(view: &View<'_>, begins: &[Node], reach: Reach) -> Vec<Scope> {
    match reach {
        Reach::Node => {
            let begins = without_nested(view, begins);
            begins.into_iter().map(|node| view.subtree(node)).collect()
        }
        Reach::Run => {
            let scope = |(at, &node): (usize, &Node)| Scope {
                first: node,
                end: run_end(view, node, begins.get(at + 1).copied()),
            };
            begins.iter().enumerate().map(scope).collect()
        }
    }
}

/// The nodes but those that hold others; a node that holds just one stays in its place.
fn without_nested(view: &View<'_>, nodes: &[Node]) -> Vec<Node> {
    let mut kept: Vec<Node> = Vec::with_capacity(nodes.len());
    for (at, &node) in nodes.iter().enumerate() {
        let n_inside = nodes[at + 1..].iter().take_while(|&&inner| inner < view.end(node)).take(2);
        let is_inside = kept.last().is_some_and(|&outer| node < view.end(outer));
        if n_inside.count() < 2 && !is_inside {
            kept.push(node);
        }
    }
    kept
}

/// A record ends where the next begins, at the latest where its parent ends.
fn run_end(view: &View<'_>, node: Node, next: Option<Node>) -> Node {
    let parent_end = view.parent(node).map_or(view.whole().end, |parent| view.end(parent));
    match next {
        // The next may begin deeper down, in a sibling.
        Some(next) if next < parent_end => {
            let mut above = next;
            while let Some(parent) = view.parent(above).filter(|&parent| parent > node) {
                above = parent;
            }
            above.max(node + 1)
        }
        _ => parent_end,
    }
}
