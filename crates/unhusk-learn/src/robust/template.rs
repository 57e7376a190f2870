//! The short texts of a template, such as captions.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use unhusk_page::{NodeId, NodeKind, Page, Tree, fold};

/// Minimum share of the pages, in percent, that contain a template text.
const MIN_SHARE: usize = 60;
/// Longest template text, in characters.
const MAX_CHARS: usize = 40;
/// Number of pages that are compared.
const MAX_PAGES: usize = 10;

/// Returns the short texts on most of the pages that are not values. For a single page, returns those that resemble
/// captions.
pub(super) fn texts(pages: &[&Page], values: &BTreeSet<String>) -> BTreeSet<String> {
    let pages = &pages[..pages.len().min(MAX_PAGES)];
    let is_alone = pages.len() == 1;
    let mut n_pages: FxHashMap<String, usize> = FxHashMap::default();
    for page in pages {
        let tree = page.tree();
        let nodes = tree.nodes().filter(|node| tree.kind(*node) == NodeKind::Text);
        let of_page: BTreeSet<String> = nodes
            .filter(|node| !is_alone || looks_like_a_caption(tree, *node))
            .map(|node| fold(tree.text(node)).into_owned())
            .filter(|text| is_short(text) && !values.contains(text))
            .collect();
        for text in of_page {
            *n_pages.entry(text).or_default() += 1;
        }
    }
    let is_common = |count: usize| count * 100 >= pages.len() * MIN_SHARE;
    n_pages.into_iter().filter(|(_, count)| is_common(*count)).map(|(text, _)| text).collect()
}

fn is_short(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().nth(MAX_CHARS).is_none()
}

/// Whether a text ends in a colon or is in an element for captions.
fn looks_like_a_caption(tree: &Tree, node: NodeId) -> bool {
    let is_header = |parent| matches!(tree.tag(parent), "th" | "dt" | "label");
    tree.text(node).trim_end().ends_with(':') || tree.parent(node).is_some_and(is_header)
}
