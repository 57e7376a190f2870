//! On real pages, the text of a span (read from the source) and that of a node (read from the tree) agree.
//! The two share folding and references, but neither markup nor the tree.

use crate::pages::real_pages;
use std::path::PathBuf;
use unhusk_page::{NodeId, NodeKind, Tree, fold};
use unhusk_page::{Page, Span};

/// Distance between the pages that are read; all 1,944 agree, too.
const STEP: usize = 40;

#[test]
fn attribute_values_read_the_same_from_source_and_tree() {
    for (path, page) in sample() {
        for node in page.tree().nodes() {
            for attribute in page.tree().attributes(node) {
                let from_source = page.text(attribute.span);
                assert_eq!(from_source, fold(attribute.value), "{path:?} {:?}", attribute.span);
            }
        }
    }
}

#[test]
fn elements_read_the_same_from_source_and_tree() {
    let sample = sample();
    if sample.is_empty() {
        return;
    }
    let mut n_checked = 0;
    for (path, page) in sample {
        let text_starts = text_starts(page.tree());
        for node in page.tree().nodes() {
            let Some(content) = comparable_content(page.tree(), &text_starts, node) else {
                continue;
            };
            let from_source = page.text(content);
            assert_eq!(from_source, page.tree().reader_text(node), "{path:?} {content:?}");
            n_checked += 1;
        }
    }
    // About 680 elements a page.
    assert!(n_checked > 20_000, "only {n_checked} elements were compared");
}

/// Returns the start of every text of a tree, sorted.
fn text_starts(tree: &Tree) -> Vec<u32> {
    let mut starts: Vec<u32> = texts(tree, tree.nodes()).collect();
    starts.sort_unstable();
    starts
}

fn texts(tree: &Tree, nodes: impl Iterator<Item = NodeId>) -> impl Iterator<Item = u32> {
    let texts = nodes.filter(|&node| tree.kind(node) == NodeKind::Text);
    texts.filter_map(|text| tree.span(text)).map(|span| span.start)
}

/// The contents of an element that is small, has no reading rule of its own, and whose texts in the tree are those
/// between its tags: the parser moves text out of misnested elements and tables.
fn comparable_content(tree: &Tree, text_starts: &[u32], node: NodeId) -> Option<Span> {
    let is_raw = matches!(
        tree.tag(node),
        "script" | "style" | "template" | "iframe" | "noframes" | "noembed"
    );
    if is_raw || tree.descendants(node).count() > 30 {
        return None;
    }
    let content = tree.content_span(node)?;
    let first = text_starts.partition_point(|&start| start < content.start);
    let behind = text_starts.partition_point(|&start| start < content.end);
    let mut below: Vec<u32> = texts(tree, tree.descendants(node)).collect();
    below.sort_unstable();
    (below == text_starts[first..behind]).then_some(content)
}

/// The sample of real pages; empty if they are not at hand.
fn sample() -> Vec<(PathBuf, Page)> {
    let pages = real_pages(STEP).into_iter();
    pages.map(|(path, bytes)| (path, Page::from_bytes(&bytes))).collect()
}
