//! Choice among several places of a label: those whose surroundings agree on all pages, and occur nowhere else.

use super::corpus::{NodeContent, NodeCorpus};
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use unhusk_wrapper::context::internal::fork::Node;

/// Returns, for each label, the chosen one of its nodes. `options` has the nodes of each label, at least one;
/// `candidates` are all nodes of that kind on the labelled pages.
pub(super) fn choose(corpus: &NodeCorpus, options: &[Vec<Node>], candidates: &[Node]) -> Vec<Node> {
    if options.iter().all(|nodes| nodes.len() == 1) {
        return options.iter().map(|nodes| nodes[0]).collect();
    }
    let mut n_labels: FxHashMap<u64, f64> = FxHashMap::default();
    for nodes in options {
        let mut features: Vec<u64> =
            nodes.iter().flat_map(|&node| features(corpus, node)).collect();
        features.sort_unstable();
        features.dedup();
        for feature in features {
            *n_labels.entry(feature).or_default() += 1.0;
        }
    }
    let mut n_nodes: FxHashMap<u64, f64> = FxHashMap::default();
    for &node in candidates {
        for feature in features(corpus, node) {
            *n_nodes.entry(feature).or_default() += 1.0;
        }
    }
    // A feature supports a place if many labels have it and few other nodes do.
    let score = |node: Node| -> f64 {
        let weight = |feature: u64| {
            let labels = n_labels.get(&feature).copied().unwrap_or(0.0);
            let nodes = n_nodes.get(&feature).copied().unwrap_or(1.0);
            labels * labels / nodes.max(labels)
        };
        features(corpus, node).map(weight).sum()
    };
    let best = |nodes: &Vec<Node>| {
        let scores: Vec<f64> = nodes.iter().map(|&node| score(node)).collect();
        let most = scores.iter().copied().fold(0.0, f64::max);
        let at = scores.iter().position(|&score| score >= most).unwrap_or(0);
        nodes[at]
    };
    options.iter().map(best).collect()
}

/// Height up to which paths are compared.
const MAX_HEIGHT: usize = 6;

/// Returns features of a node's surroundings, coarse and fine: paths with and without positions, the text before it.
fn features(corpus: &NodeCorpus, node: Node) -> impl Iterator<Item = u64> + '_ {
    let outline = corpus.outline();
    let mut path = DefaultHasher::new();
    let mut indexed = DefaultHasher::new();
    let mut all = Vec::with_capacity(2 * MAX_HEIGHT + 2);
    for (height, at) in outline.chain(node).take(MAX_HEIGHT).enumerate() {
        match corpus.content(at) {
            NodeContent::Element(id) => id.hash(&mut path),
            NodeContent::Text(_) => "@".hash(&mut path),
        }
        path.finish().hash(&mut indexed);
        outline.position(at).hash(&mut indexed);
        all.push(feature(("path", height, path.finish())));
        all.push(feature(("indexed", height, indexed.finish())));
    }
    let before = (0..node).rev().take(20).find_map(|at| match corpus.content(at) {
        NodeContent::Text(text) if corpus.page_of(at) == corpus.page_of(node) => Some(text),
        _ => None,
    });
    all.push(feature(("before", 0, u64::from(before.unwrap_or(u32::MAX)))));
    all.push(feature(("both", u64::from(before.unwrap_or(u32::MAX)), path.finish())));
    all.into_iter()
}

fn feature(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
