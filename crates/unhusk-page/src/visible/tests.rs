use super::*;
use crate::{NodeKind, Page};
use proptest::prelude::*;
use std::fmt::Write as _;

/// The visible tree, indented; texts in quotes.
fn outline(source: &str, visibility: Visibility) -> String {
    let page = Page::from(source);
    let visible = page.visible();
    let mut lines = String::new();
    for node in visible.nodes(visibility) {
        let indent = "  ".repeat(visible.depth(node) as usize);
        let text = visible.tree().text(visible.id(node));
        let line =
            if visible.is_text(node) { format!("{text:?}") } else { visible.tag(node).into() };
        writeln!(lines, "{indent}{line}").expect("a string takes all");
    }
    lines
}

fn check(source: &str, visibility: Visibility, expected: &[&str]) {
    let found = outline(source, visibility);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn code_comments_and_white_space_are_hidden() {
    check(
        "<!doctype html><!--c--><p>a <script>b</script><style>c</style>\n<template><i>d</i></template>",
        Visibility::Rendered,
        &["html", "  head", "  body", "    p", "      \"a \""],
    );
}

#[test]
fn a_no_break_space_is_visible() {
    let expected = ["html", "  head", "  body", "    p", "      \"\\u{a0}\""];
    check("<p>&nbsp;</p> ", Visibility::Rendered, &expected);
}

const ALL_TAGS: &str = "<head><title>t</title></head><body>a<noscript><p>n</p></noscript><iframe>i</iframe>\
    <select><option>s</select><textarea>w</textarea><b>b</b>";

#[test]
fn every_visibility_hides_more_than_the_one_before() {
    let texts = |visibility| -> String {
        let page = Page::from(ALL_TAGS);
        let visible = page.visible();
        let texts = visible.nodes(visibility).filter(|&node| visible.is_text(node));
        texts.map(|node| page.tree().text(visible.id(node))).collect()
    };
    assert_eq!(texts(Visibility::Rendered), "tanisw\u{62}");
    assert_eq!(texts(Visibility::WithoutFallback), "taswb");
    assert_eq!(texts(Visibility::Data), "ab");
}

#[test]
fn hidden_elements_are_left_out_whole() {
    check(ALL_TAGS, Visibility::Data, &["html", "  body", "    \"a\"", "    b", "      \"b\""]);
}

#[test]
fn tags_are_listed_by_visibility() {
    let tags = |visibility: Visibility| visibility.hidden_tags().collect::<Vec<_>>();
    assert_eq!(tags(Visibility::Rendered), ["script", "style", "template"]);
    assert_eq!(tags(Visibility::Data).len(), 8);
}

#[test]
fn the_content_of_a_hidden_element_can_be_read_from_inside() {
    let page = Page::from("<template><p>a <i>b</i><script>c</script></template>");
    let tree = page.tree();
    let paragraph = tree.nodes().find(|&node| tree.tag(node) == "p").expect("a paragraph");
    assert!(!page.visible().is_visible(paragraph));
    let tags = tree.visible_from(paragraph).map(|node| tree.tag(node));
    assert_eq!(tags.collect::<Vec<_>>(), ["p", "", "i", ""]);
    let script = tree.nodes().find(|&node| tree.tag(node) == "script").expect("a script");
    assert_eq!(tree.visible_from(script).count(), 0);
    assert_eq!(tree.visible_below(script).count(), 1);
}

#[test]
fn an_empty_page_has_no_texts() {
    let page = Page::from("");
    let visible = page.visible();
    assert_eq!((visible.len(), visible.n_texts()), (3, 0));
    assert_eq!(visible.next_text(0), None);
    assert_eq!(visible.previous_text(2), None);
}

/// Expected contents of the arrays, by the definition: a walk down from the document.
#[derive(Default)]
struct Naive {
    ids: Vec<NodeId>,
    parents: Vec<Option<usize>>,
    depths: Vec<u32>,
    ends: Vec<usize>,
    is_text: Vec<bool>,
}

impl Naive {
    fn of(tree: &Tree) -> Self {
        let mut naive = Self::default();
        naive.walk(tree, NodeId::DOCUMENT, None, 0);
        naive
    }

    fn walk(&mut self, tree: &Tree, above: NodeId, parent: Option<usize>, depth: u32) {
        for child in tree.children(above) {
            let is_text = tree.kind(child) == NodeKind::Text;
            let is_visible = match tree.kind(child) {
                NodeKind::Text => !tree.text(child).bytes().all(|b| b.is_ascii_whitespace()),
                NodeKind::Element => !["script", "style", "template"].contains(&tree.tag(child)),
                _ => false,
            };
            if !is_visible {
                continue;
            }
            let node = self.ids.len();
            self.ids.push(child);
            self.parents.push(parent);
            self.depths.push(depth);
            self.is_text.push(is_text);
            self.ends.push(0);
            self.walk(tree, child, Some(node), depth + 1);
            self.ends[node] = self.ids.len();
        }
    }

    fn n_texts(&self, nodes: Range<usize>) -> usize {
        self.is_text[nodes].iter().filter(|is_text| **is_text).count()
    }

    fn children(&self, parent: Option<usize>) -> Vec<usize> {
        (0..self.ids.len()).filter(|&node| self.parents[node] == parent).collect()
    }
}

/// Pieces of pages: hidden elements, white space, tags that do not match.
const PIECES: [&str; 24] = [
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<table>",
    "<tr><td>",
    "</table>",
    "a",
    " ",
    "\n",
    "&nbsp;",
    "<!--c-->",
    "<script>x<y</script>",
    "<style>",
    "</style>",
    "<template>",
    "</template>",
    "<noscript>n</noscript>",
    "<select><option>s</select>",
    "<svg><style>q</style>",
    "</svg>",
    "<head>",
];

fn page_source() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)
        .prop_map(|pieces| pieces.concat())
}

fn index(node: VisibleNode) -> usize {
    node as usize
}

proptest! {
    #[test]
    fn the_arrays_agree_with_the_definition(source in page_source()) {
        let page = Page::from(source.as_str());
        let (tree, visible) = (page.tree(), page.visible());
        let naive = Naive::of(tree);
        prop_assert_eq!(visible.ids(), &naive.ids);
        let n_nodes = naive.ids.len();
        for (at, node) in (0..visible.len()).enumerate() {
            prop_assert_eq!(visible.parent(node).map(index), naive.parents[at]);
            prop_assert_eq!(visible.depth(node), naive.depths[at]);
            prop_assert_eq!(index(visible.end(node)), naive.ends[at]);
            prop_assert_eq!(visible.is_text(node), naive.is_text[at]);
            let is_text_name = visible.name(node) == visible.text_name();
            prop_assert_eq!(is_text_name, naive.is_text[at]);
            let before = naive.n_texts(0..at);
            let inside = naive.n_texts(at..naive.ends[at]);
            prop_assert_eq!(visible.texts_in(node), before..before + inside);
            prop_assert_eq!(visible.previous_text(node), before.checked_sub(1));
            let after = before + inside;
            let has_next = after < naive.n_texts(0..n_nodes);
            prop_assert_eq!(visible.next_text(node), has_next.then_some(after));
            let children: Vec<usize> = visible.children(node).map(index).collect();
            prop_assert_eq!(children, naive.children(Some(at)));
            let siblings = naive.children(naive.parents[at]);
            let place = siblings.iter().position(|&sibling| sibling == at).expect("a sibling");
            let next = siblings.get(place + 1).copied();
            prop_assert_eq!(visible.next_sibling(node).map(index), next);
            let prev = place.checked_sub(1).map(|before| siblings[before]);
            prop_assert_eq!(visible.prev_sibling(node).map(index), prev);
        }
        let texts: Vec<usize> = visible.texts().iter().map(|&node| index(node)).collect();
        let expected: Vec<usize> = (0..n_nodes).filter(|&at| naive.is_text[at]).collect();
        prop_assert_eq!(texts, expected);
    }

    #[test]
    fn nodes_of_the_page_are_found(source in page_source()) {
        let page = Page::from(source.as_str());
        let (tree, visible) = (page.tree(), page.visible());
        let naive = Naive::of(tree);
        for id in tree.nodes() {
            let at = naive.ids.iter().position(|&other| other == id);
            prop_assert_eq!(visible.find(id).map(index), at);
            prop_assert_eq!(visible.is_visible(id), at.is_some());
            let n_before = naive.ids.iter().filter(|&&other| other < id).count();
            prop_assert_eq!(index(visible.n_before(id)), n_before);
        }
        let from_document = tree.visible_from(NodeId::DOCUMENT).skip(1);
        prop_assert_eq!(from_document.collect::<Vec<_>>(), naive.ids);
    }

    #[test]
    fn a_visibility_leaves_out_what_its_tags_hold(source in page_source()) {
        let page = Page::from(source.as_str());
        let (tree, visible) = (page.tree(), page.visible());
        let naive = Naive::of(tree);
        let hidden = ["noscript", "iframe", "head", "select", "textarea"];
        let is_hidden = |id: NodeId| hidden.contains(&tree.tag(id));
        let expected: Vec<NodeId> = naive.ids.into_iter()
            .filter(|&id| !is_hidden(id) && !tree.ancestors(id).any(is_hidden))
            .collect();
        let found: Vec<NodeId> =
            visible.nodes(Visibility::Data).map(|node| visible.id(node)).collect();
        prop_assert_eq!(found, expected);
    }
}
