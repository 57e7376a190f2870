//! Facts about the text of elements, and its place.

use super::super::map::TextMap;
use crate::{NodeId, NodeKind, Page, PageOptions, Syntax};
use proptest::prelude::*;

fn first(page: &Page, tag: &str) -> NodeId {
    page.tree().nodes().find(|&node| page.tree().tag(node) == tag).expect("the element is there")
}

#[track_caller]
fn check(source: &str, tag: &str, expected: &str) {
    let page = Page::from(source);
    let node = first(&page, tag);
    assert_eq!(page.tree().reader_text(node), expected);
    assert_eq!(TextMap::of_node(&page, node).text(), expected);
}

/// The source at a part of an element's text.
#[track_caller]
fn check_place(source: &str, tag: &str, part: &str, expected: &str) {
    let page = Page::from(source);
    let map = TextMap::of_node(&page, first(&page, tag));
    let start = map.text().find(part).expect("the part is in the text");
    assert_eq!(page.slice(map.span(start..start + part.len())), Some(expected));
}

#[test]
fn blocks_and_line_breaks_part_words_and_inline_elements_do_not() {
    check(
        "<div><b>un</b>husk<br>it<p>now</p>or<span> </span>never</div>",
        "div",
        "unhusk it now or never",
    );
    check("<table><tr><td>a<td>b<tr><td>c</table>", "table", "a b c");
    check("<div>a<p>b</p></div>", "div", "a b");
    check("<p>a<svg><title>b</title></svg>c", "p", "a b c");
}

#[test]
fn scripts_styles_templates_and_comments_are_left_out() {
    check(
        "<p>a<script>x</script>b<style>y</style>c<template>z</template>d<!-- e -->f",
        "p",
        "abcdf",
    );
}

#[test]
fn what_is_asked_for_by_itself_is_not_left_out() {
    check("<script> let a  = 1; </script>", "script", "let a = 1;");
    check("<template><p>a</p></template>", "template", "a");
}

#[test]
fn the_document_has_all_text() {
    let page = Page::from("<title>T</title><body>a<p>b");
    assert_eq!(page.tree().reader_text(NodeId::DOCUMENT), "T a b");
}

#[test]
fn a_text_node_has_its_text_and_a_comment_none() {
    let page = Page::from("<p> a  b <!-- c -->");
    let text_of = |kind| {
        let node = page.tree().nodes().find(|&node| page.tree().kind(node) == kind).unwrap();
        page.tree().reader_text(node)
    };
    assert_eq!(text_of(NodeKind::Text), "a b");
    assert_eq!(text_of(NodeKind::Comment), "");
}

#[test]
fn places_reach_from_the_first_to_the_last_character() {
    let source = "<p>x <b>Tom</b> &amp;\r\n <i>Jerry</i> y</p>";
    check_place(source, "p", "Tom & Jerry", "Tom</b> &amp;\r\n <i>Jerry");
    check_place(source, "p", "&", "&amp;");
    check_place("<div><p>a</p><p>b</p></div>", "div", "a b", "a</p><p>b");
}

#[test]
fn places_hold_in_text_with_ignored_tags() {
    // The stray end tag is ignored: "unhusk" is one text node.
    check_place("<p>un</div>husk &lt; it</p>", "p", "husk <", "husk &lt;");
    check("<p>un</div>husk", "p", "unhusk");
}

#[test]
fn places_hold_in_titles_and_scripts() {
    check_place("<title>a <b> &amp;\r c</title>", "title", "<b> & c", "<b> &amp;\r c");
    check_place("<script>a &amp;\r\n b</script>", "script", "&amp; b", "&amp;\r\n b");
    check_place("<textarea>\r\na\r\nb</textarea>", "textarea", "b", "b");
}

#[test]
fn text_that_the_parser_moved_stands_for_its_range() {
    // "a" and "b" are foster-parented before the table and become one text node; "x" lies between them.
    let source = "<div><table>a<td>x</td>b</table></div>";
    check(source, "div", "ab x");
    check_place(source, "div", "ab", "a<td>x</td>b");
    check_place(source, "div", "x", "x");
    check_place(source, "div", "ab x", "a<td>x</td>b");
}

#[test]
fn a_part_that_runs_backwards_in_the_source_is_covered() {
    // Foster-parented: "b" comes first in the tree and last in the source.
    let source = "<div><table><td>a</td>b</table></div>";
    check(source, "div", "b a");
    check_place(source, "div", "b a", "a</td>b");
}

#[test]
fn white_space_that_runs_backwards_in_the_source_is_covered() {
    // Foster-parented: "ab " comes before the first table in the tree, and behind the space in it in the source.
    let source = "<div><table> <br>ab <table>a";
    check(source, "div", "ab a");
    check_place(source, "div", "ab a", " <br>ab <table>a");
}

#[test]
fn a_plain_text_page_is_one_text() {
    let options = PageOptions { syntax: Syntax::Text, ..PageOptions::default() };
    let page = Page::read(b" <b>a</b>\n &amp; ", options);
    let map = TextMap::of_node(&page, NodeId::DOCUMENT);
    assert_eq!(map.text(), "<b>a</b> &amp;");
    assert_eq!(page.slice(map.span(0..usize::MAX)), Some("<b>a</b>\n &amp;"));
}

/// Pages of nested and misnested elements, references and accents.
fn pages() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("b "),
        Just(" "),
        Just("\r\n"),
        Just("&amp;"),
        Just("&#x301;"),
        Just("e"),
        Just("\u{301}"),
        Just("<b>"),
        Just("</b>"),
        Just("<p>"),
        Just("</p>"),
        Just("<table>"),
        Just("<td>"),
        Just("</table>"),
        Just("<br>"),
        Just("</div>"),
        Just("<script>"),
        Just("</script>"),
        Just("<title>"),
        Just("</title>"),
        Just("<!-- c -->"),
        Just("<svg>"),
        Just("</svg>"),
        Just("<"),
        Just("\0"),
        Just("<template>"),
        Just("<pre>\n"),
        Just("</template>"),
        Just("<![CDATA[x]]>"),
        Just("<select><option>"),
    ];
    proptest::collection::vec(piece, 0..25).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn maps_have_the_text_of_their_nodes_and_places_on_borders(source in pages()) {
        let page = Page::from(source.as_str());
        for node in page.tree().nodes() {
            let map = TextMap::of_node(&page, node);
            prop_assert_eq!(map.text(), page.tree().reader_text(node));
            for (at, char) in map.text().char_indices() {
                let span = map.span(at..at + char.len_utf8());
                prop_assert!(page.slice(span).is_some());
                prop_assert!(!span.is_empty() || char == ' ');
            }
        }
    }

    #[test]
    fn the_text_of_a_span_agrees_with_that_of_the_element(words in proptest::collection::vec("[a-c]{1,3}( |&amp;|<b>x</b>|<br>|é|\n)?", 0..10)) {
        let page = Page::from(format!("<div>{}</div>", words.concat()).as_str());
        let div = first(&page, "div");
        let content = page.tree().content_span(div).expect("it is written");
        prop_assert_eq!(page.text(content), page.tree().reader_text(div));
    }
}
