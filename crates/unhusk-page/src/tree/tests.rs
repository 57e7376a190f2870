use crate::{Limited, Warning};
use crate::{Limits, NodeId, NodeKind, NodeOrigin, Page, PageOptions, Span, Syntax};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write as _;

/// Shows each node below the body: origin, name or text, and its source.
fn check(source: &str, expected: &Expect) {
    let page = Page::from(source);
    let tree = page.tree();
    let body = tree.nodes().find(|&node| tree.tag(node) == "body").unwrap_or(NodeId::DOCUMENT);
    let mut shown = String::new();
    for node in tree.descendants(body) {
        let indent = "  ".repeat(tree.depth(node) - tree.depth(body) - 1);
        let what = match tree.kind(node) {
            NodeKind::Element => tree.tag(node).to_owned(),
            _ => format!("{:?}", tree.text(node)),
        };
        let written = tree.span(node).and_then(|span| page.slice(span));
        writeln!(shown, "{indent}{what} {:?} {written:?}", tree.origin(node)).unwrap();
    }
    expected.assert_eq(&shown);
}

#[test]
fn an_element_ends_where_the_next_one_implies_it() {
    check(
        "<ul><li>a<li>b</ul>",
        &expect![[r#"
            ul Source Some("<ul><li>a<li>b</ul>")
              li Source Some("<li>a")
                "a" Source Some("a")
              li Source Some("<li>b")
                "b" Source Some("b")
        "#]],
    );
}

#[test]
fn a_text_covers_ignored_tags() {
    check(
        "<p>a</q>b</p>",
        &expect![[r#"
            p Source Some("<p>a</q>b</p>")
              "ab" Source Some("a</q>b")
        "#]],
    );
}

#[test]
fn line_ends_and_references_are_decoded_but_keep_their_bytes() {
    check(
        "<p>a\r\nb&amp;c\rd",
        &expect![[r#"
            p Source Some("<p>a\r\nb&amp;c\rd")
              "a\nb&c\nd" Source Some("a\r\nb&amp;c\rd")
        "#]],
    );
}

#[test]
fn text_in_a_table_is_moved_before_it() {
    check(
        "<table>x<tr><td>y</table>",
        &expect![[r#"
            "x" Moved Some("x")
            table Source Some("<table>x<tr><td>y</table>")
              tbody Implied Some("<tr><td>y")
                tr Source Some("<tr><td>y")
                  td Source Some("<td>y")
                    "y" Source Some("y")
        "#]],
    );
}

#[test]
fn adoption_moves_the_block_and_copies_the_formatting() {
    check(
        "<b>1<p>2</b>3</p>",
        &expect![[r#"
            b Source Some("<b>1<p>2</b>")
              "1" Source Some("1")
            p Moved Some("<p>2</b>3</p>")
              b Cloned None
                "2" Source Some("2")
              "3" Source Some("3")
        "#]],
    );
}

#[test]
fn what_follows_the_body_is_moved_into_it() {
    check(
        "<body><p>a</p></body><p>b</p></html>",
        &expect![[r#"
            p Source Some("<p>a</p>")
              "a" Source Some("a")
            p Moved Some("<p>b</p>")
              "b" Source Some("b")
        "#]],
    );
}

#[test]
fn a_form_grows_with_what_outlives_its_end_tag() {
    let source = "<form><div>a</form>b</div>c";
    check(
        source,
        &expect![[r#"
            form Source Some("<form><div>a</form>b</div>")
              div Source Some("<div>a</form>b</div>")
                "ab" Source Some("a</form>b")
            "c" Source Some("c")
        "#]],
    );
    let page = Page::from(source);
    let tree = page.tree();
    let form = tree.nodes().find(|&node| tree.tag(node) == "form").unwrap();
    assert_eq!(page.slice(tree.end_tag(form).unwrap()), Some("</form>"));
    assert_eq!(page.slice(tree.content_span(form).unwrap()), Some("<div>a</form>b</div>"));
}

#[test]
fn attributes_have_values_and_places() {
    let source = "<a HREF=\"?a&amp;b\" x=1 y title='' x=2>t</a>";
    let page = Page::from(source);
    let tree = page.tree();
    let link = tree.nodes().find(|&node| tree.tag(node) == "a").unwrap();
    let shown: Vec<_> = tree
        .attributes(link)
        .map(|attribute| (attribute.name, attribute.value, page.slice(attribute.span).unwrap()))
        .collect();
    let expected =
        [("href", "?a&b", "?a&amp;b"), ("x", "1", "1"), ("y", "", ""), ("title", "", "")];
    assert_eq!(shown, expected);
    assert_eq!(tree.attribute(link, "x").map(|attribute| attribute.value), Some("1"));
    assert_eq!(tree.attribute(link, "id"), None);
    assert_eq!(page.slice(tree.start_tag(link).unwrap()), Some(&source[..source.len() - 5]));
    assert_eq!(page.slice(tree.content_span(link).unwrap()), Some("t"));
}

#[test]
fn names_of_foreign_content_keep_their_case() {
    let page = Page::from("<svg viewbox='0 0 1 1'><FOREIGNOBJECT>");
    let tree = page.tree();
    let svg = tree.nodes().find(|&node| tree.tag(node) == "svg").unwrap();
    assert_eq!(tree.attribute(svg, "viewBox").map(|attribute| attribute.value), Some("0 0 1 1"));
    assert_eq!(tree.attribute(svg, "viewbox"), None);
    assert_eq!(tree.tag(tree.first_child(svg).unwrap()), "foreignObject");
}

#[test]
fn a_name_with_a_nul_is_another_name() {
    let page = Page::from("<p\0 a\0=1 a=2>");
    let tree = page.tree();
    let names: Vec<_> =
        tree.nodes().map(|node| tree.tag(node)).filter(|tag| !tag.is_empty()).collect();
    assert_eq!(names, ["html", "head", "body", "p\u{FFFD}"]);
    let last = tree.nodes().next_back().unwrap();
    assert_eq!(tree.attribute(last, "a").map(|attribute| attribute.value), Some("2"));
    assert_eq!(tree.attribute(last, "a\u{FFFD}").map(|attribute| attribute.value), Some("1"));
}

#[test]
fn deeper_elements_become_children_of_the_last_allowed_one() {
    let mut options = PageOptions::default();
    options.limits.max_depth = 3;
    // html 1, body 2, div 3: `i` is its child, `b` and the text of both become children, too.
    let page = Page::read(b"<div><i>x<b>y</b></i>z</div>w", options);
    let tree = page.tree();
    let div = tree.nodes().find(|&node| tree.tag(node) == "div").unwrap();
    let below: Vec<_> =
        tree.children(div).map(|node| format!("{}{}", tree.tag(node), tree.text(node))).collect();
    assert_eq!(below, ["i", "x", "b", "y", "z"]);
    assert_eq!(tree.text(tree.next_sibling(div).unwrap()), "w");
    let cut = Warning::Truncated { what: Limited::Depth, limit: 3, at_byte: 8 };
    assert_eq!(tree.warnings(), [cut]);
}

#[test]
fn a_tag_with_too_many_attributes_is_cut_and_says_so() {
    let mut options = PageOptions::default();
    options.limits.max_attributes = 1;
    let page = Page::read(b"<p a b>", options);
    let cut = Warning::Truncated { what: Limited::Attributes, limit: 1, at_byte: 5 };
    assert_eq!(page.tree().warnings(), [cut]);
    assert_eq!(Page::from("<p a b>").tree().warnings(), []);
    assert_eq!(Limits::default().max_attributes, 1024);
}

#[test]
fn ways_through_a_tree_agree() {
    let page = Page::from("<ul><li>a<b>c</b><li>d</ul>e");
    let tree = page.tree();
    for node in tree.nodes() {
        let children: Vec<_> = tree.children(node).collect();
        assert_eq!(tree.first_child(node), children.first().copied());
        assert_eq!(tree.last_child(node), children.last().copied());
        for pair in children.windows(2) {
            assert_eq!(tree.next_sibling(pair[0]), Some(pair[1]));
            assert_eq!(tree.prev_sibling(pair[1]), Some(pair[0]));
        }
        for &child in &children {
            assert_eq!(tree.parent(child), Some(node));
            assert!(tree.is_ancestor(node, child) && !tree.is_ancestor(child, node));
        }
    }
}

#[test]
fn plain_text_is_one_text() {
    let options = PageOptions { syntax: Syntax::Text, ..PageOptions::default() };
    let page = Page::read(b"a<b>&amp;", options);
    let tree = page.tree();
    assert_eq!(tree.len(), 2);
    let text = tree.first_child(NodeId::DOCUMENT).unwrap();
    assert_eq!((tree.text(text), tree.origin(text)), ("a<b>&amp;", NodeOrigin::Source));
}

#[test]
fn holders_of_a_range_are_all_nodes_around_it() {
    // Foster parenting moves `x` out of the table, and adoption copies `i`.
    let page = Page::from("<p a=b>1<b>2<i>3</b>4</i><table>x<tr><td>5</table><!-- 6 -->");
    let tree = page.tree();
    let n_bytes = u32::try_from(page.source().len()).unwrap();
    for start in 0..n_bytes {
        for end in start..=n_bytes {
            let span = Span { start, end };
            let holds = |node: &NodeId| {
                let reaches = [tree.span(*node), tree.start_tag(*node)];
                reaches.iter().flatten().any(|reach| reach.contains(span))
            };
            let expected: Vec<NodeId> = tree.nodes().filter(holds).collect();
            assert_eq!(tree.holders(span), expected, "{span:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn blank_texts_are_those_of_white_space_alone(
        pieces in prop::collection::vec(prop::sample::select(&[
            " ", "\n", "\t  \r\n", "\u{B}", "\u{C}", "\0", "a", "\u{A0}", "&#32;", "&#10;&nbsp;", "&nbsp", "              ",
            "<b>", "</b>", "<p>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "<title>", "<!-- -->", "</body>",
        ][..]), 0..24),
    ) {
        let page = Page::from(&*pieces.concat());
        let tree = page.tree();
        for id in tree.nodes() {
            let is_blank = tree.kind(id) == NodeKind::Text
                && tree.text(id).bytes().all(|byte| byte.is_ascii_whitespace());
            prop_assert_eq!(tree.is_blank_text(id), is_blank, "{:?}", tree.text(id));
        }
    }
}
