//! Laws of places: every range lies in the page, a text's range reads as its text, ranges nest.

use crate::pages::{html5lib_pieces, real_pages};
use proptest::prelude::*;
use unhusk_page::inspect::{self, InspectedToken};
use unhusk_page::{Namespace, NodeId, NodeKind, NodeOrigin, Tree};
use unhusk_page::{Page, Span};

#[test]
fn places_of_real_pages_keep_the_laws() {
    for (path, bytes) in real_pages(7) {
        let page = Page::from_bytes(&bytes);
        check_places(&page).unwrap_or_else(|message| panic!("{}: {message}", path.display()));
    }
}

#[test]
fn places_of_html5lib_inputs_keep_the_laws() {
    for input in crate::pages::html5lib_inputs() {
        check_places(&Page::from(input.as_str()))
            .unwrap_or_else(|message| panic!("{input:?}: {message}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn places_of_recombined_inputs_keep_the_laws(source in recombinations()) {
        let page = Page::from(source.as_str());
        prop_assert!(check_places(&page).is_ok(), "{:?}", check_places(&page));
    }

    #[test]
    fn any_text_has_a_tree_that_keeps_the_laws(source in "[ a<>/!&;#\\-\"'=\\x00\r\ntdrpbi]{0,60}") {
        let page = Page::from(source.as_str());
        prop_assert!(check_places(&page).is_ok(), "{:?}", check_places(&page));
    }
}

fn recombinations() -> impl Strategy<Value = String> {
    let mut pieces = html5lib_pieces();
    // Without the tests, a few pieces of the kind of markup that they contain.
    if pieces.is_empty() {
        pieces =
            ["<table>", "<b>", "</b>", "<p>", "a", "</body>", "<tr>"].map(String::from).to_vec();
    }
    prop::collection::vec(prop::sample::select(pieces), 1..14).prop_map(|pieces| pieces.concat())
}

/// Checks every law on every node of a page.
pub(crate) fn check_places(page: &Page) -> Result<(), String> {
    let tree = page.tree();
    for node in tree.nodes() {
        check_in_page(page, node)?;
        check_text(page, node)?;
        check_children(tree, node)?;
    }
    Ok(())
}

/// Every range lies in the page, on character borders, and tags lie in their elements.
fn check_in_page(page: &Page, node: NodeId) -> Result<(), String> {
    let tree = page.tree();
    let values = tree.attributes(node).map(|attribute| Some(attribute.span));
    let own = [tree.span(node), tree.start_tag(node), tree.end_tag(node), tree.content_span(node)];
    for span in own.into_iter().chain(values).flatten() {
        if span.end < span.start || page.slice(span).is_none() {
            return Err(format!("{} is not in the page: {span:?}", describe(tree, node)));
        }
    }
    let Some(span) = tree.span(node) else { return Ok(()) };
    let parts = [tree.start_tag(node), tree.end_tag(node), tree.content_span(node)];
    if parts.into_iter().flatten().any(|part| !span.contains(part)) {
        return Err(format!("{} does not hold its own tags", describe(tree, node)));
    }
    let starts_with = |span: Option<Span>, sign: &str| {
        span.and_then(|span| page.slice(span)).is_none_or(|tag| tag.starts_with(sign))
    };
    if !starts_with(tree.start_tag(node), "<") || !starts_with(tree.end_tag(node), "</") {
        return Err(format!("{} has a tag that is none", describe(tree, node)));
    }
    Ok(())
}

/// The range of a text that was not moved, markup removed and references decoded, is the text.
fn check_text(page: &Page, node: NodeId) -> Result<(), String> {
    let tree = page.tree();
    if tree.kind(node) != NodeKind::Text || tree.origin(node) != NodeOrigin::Source {
        return Ok(());
    }
    let written =
        tree.span(node).and_then(|span| page.slice(span)).ok_or("a text without a place")?;
    let Some(parent) = tree.parent(node) else { return Err("a text without a parent".into()) };
    let is_foreign = tree.namespace(parent) != Namespace::Html;
    // The text of a CDATA section is written as it is, and reads as markup elsewhere.
    if is_foreign && page.source().contains("<![CDATA[") {
        return Ok(());
    }
    let state = match tree.tag(parent) {
        "title" | "textarea" if !is_foreign => "RCDATA state",
        "style" | "xmp" | "iframe" | "noembed" | "noframes" | "script" if !is_foreign => {
            "RAWTEXT state"
        }
        "plaintext" if !is_foreign => "PLAINTEXT state",
        _ => "Data state",
    };
    let mut read = String::new();
    for token in inspect::tokens(written, state, None) {
        if let InspectedToken::Text(text) = token {
            read.push_str(&text);
        }
    }
    // HTML drops NUL, and so do the integration points of foreign content.
    let is_read = |nul: &str| read.replace('\0', nul) == tree.text(node);
    let is_plain = tree.ancestors(node).any(|ancestor| tree.tag(ancestor) == "plaintext");
    if is_read("") || is_foreign && is_read("\u{FFFD}") || is_plain {
        return Ok(());
    }
    Err(format!("{:?} is written as {written:?}", tree.text(node)))
}

/// Checks that the nodes of the source in an element lie in its range, in order.
fn check_children(tree: &Tree, node: NodeId) -> Result<(), String> {
    let outer = (tree.origin(node) == NodeOrigin::Source).then(|| tree.span(node)).flatten();
    let mut last: Option<(NodeId, Span)> = None;
    for child in tree.children(node) {
        if tree.origin(child) != NodeOrigin::Source {
            continue;
        }
        let span = tree.span(child).ok_or("a source node without a place")?;
        if outer.is_some_and(|outer| !outer.contains(span)) {
            return Err(format!(
                "{} reaches out of {}",
                describe(tree, child),
                describe(tree, node)
            ));
        }
        if let Some((before, last)) = last
            && last.end > span.start
        {
            return Err(format!("{} overlaps {}", describe(tree, child), describe(tree, before)));
        }
        last = Some((child, span));
    }
    Ok(())
}

fn describe(tree: &Tree, node: NodeId) -> String {
    format!(
        "{:?} {:?} {:?} {:?}",
        tree.kind(node),
        tree.tag(node),
        tree.text(node),
        tree.span(node)
    )
}
