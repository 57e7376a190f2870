//! The tree of a page as flat arrays.

use super::attributes::shown;
use super::css::without_loads;
use serde::Serialize;
use std::collections::BTreeMap;
use unhusk::Page;
use unhusk::page::{Namespace, NodeId, NodeKind, Tree};

/// A page as the frame shows it.
#[derive(Debug, Clone, Serialize)]
pub struct PageView {
    /// The title.
    pub title: String,
    /// Number of visible words.
    pub words: usize,
    /// The page's own style sheets.
    pub css: Vec<String>,
    /// The tree.
    pub tree: TreeView,
}

/// A tree as parallel arrays in document order; the position of a node is its number.
#[derive(Debug, Clone, Default, Serialize)]
pub struct TreeView {
    /// The number of nodes.
    pub n: usize,
    /// Tags; those of SVG and MathML have a prefix.
    pub names: Vec<String>,
    /// Kinds as scripts number them; 0 is a node that is not shown.
    pub kind: Vec<u8>,
    /// Parents; -1 for the document.
    pub parent: Vec<i64>,
    /// Positions in `names`; -1 for nodes without a tag.
    pub name: Vec<i64>,
    /// The texts of text nodes.
    pub text: BTreeMap<u32, String>,
    /// Names and values of attributes, in turn.
    pub attrs: BTreeMap<u32, Vec<String>>,
}

/// Elements that are not shown, with all that is inside.
const HIDDEN: [&str; 20] = [
    "script",
    "style",
    "link",
    "meta",
    "base",
    "template",
    "noembed",
    "noframes",
    "param",
    "source",
    "track",
    "animate",
    "animatemotion",
    "animatetransform",
    "animatecolor",
    "set",
    "discard",
    "mpath",
    "handler",
    "listener",
];

/// Elements that load another page or program: shown as a box with the address.
const BOXES: [&str; 7] = ["iframe", "frame", "object", "embed", "portal", "applet", "fencedframe"];

const ELEMENT: u8 = 1;
const TEXT: u8 = 3;
const NOT_SHOWN: u8 = 0;

/// Makes the data of a page.
pub fn page_view(page: &Page) -> PageView {
    let tree = page.tree();
    let mut view = TreeView { n: tree.len(), ..TreeView::default() };
    let mut names: BTreeMap<String, i64> = BTreeMap::new();
    let mut hidden_until = 0;
    for node in tree.nodes() {
        let tag = full_tag(tree, node);
        if node.0 >= hidden_until && hides(tree, node) {
            hidden_until = tree.subtree_end(node);
        }
        let is_shown = node.0 >= hidden_until;
        let kind = if is_shown { kind(tree, node) } else { NOT_SHOWN };
        view.kind.push(kind);
        view.parent.push(tree.parent(node).map_or(-1, |parent| i64::from(parent.0)));
        let n_names = i64::try_from(names.len()).unwrap_or(i64::MAX);
        let is_named = kind == ELEMENT;
        view.name.push(if is_named { *names.entry(tag.clone()).or_insert(n_names) } else { -1 });
        match kind {
            TEXT => {
                view.text.insert(node.0, tree.text(node).to_owned());
            }
            ELEMENT => {
                let attributes = attributes(tree, node, &tag);
                if !attributes.is_empty() {
                    view.attrs.insert(node.0, attributes);
                }
                if BOXES.contains(&tag.as_str()) {
                    hidden_until = tree.subtree_end(node);
                }
            }
            _ => {}
        }
    }
    let mut by_number: Vec<(i64, String)> =
        names.into_iter().map(|(name, at)| (at, name)).collect();
    by_number.sort_unstable();
    view.names = by_number.into_iter().map(|(_, name)| name).collect();
    PageView { title: title(page), words: words(page), css: style_sheets(page), tree: view }
}

fn kind(tree: &Tree, node: NodeId) -> u8 {
    match tree.kind(node) {
        NodeKind::Document => 9,
        NodeKind::Doctype => 10,
        NodeKind::Element => ELEMENT,
        NodeKind::Text => TEXT,
        NodeKind::Comment => 8,
        NodeKind::TemplateContents => NOT_SHOWN,
    }
}

fn hides(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == NodeKind::TemplateContents
        || tree.is_element(node) && HIDDEN.contains(&tree.tag(node).to_ascii_lowercase().as_str())
}

fn full_tag(tree: &Tree, node: NodeId) -> String {
    if !tree.is_element(node) {
        return String::new();
    }
    let tag = tree.tag(node);
    match tree.namespace(node) {
        Namespace::Html => tag.to_owned(),
        Namespace::Svg => format!("svg:{tag}"),
        Namespace::MathMl => format!("math:{tag}"),
    }
}

fn attributes(tree: &Tree, node: NodeId, tag: &str) -> Vec<String> {
    let mut list = Vec::new();
    for attribute in tree.attributes(node) {
        if let Some(value) = shown(tag, attribute.name, attribute.value) {
            list.extend([attribute.name.to_owned(), value]);
        }
    }
    if BOXES.contains(&tag) {
        let address = ["src", "data", "code"].iter().find_map(|name| tree.attribute(node, name));
        let address = address.map_or(String::new(), |attribute| attribute.value.to_owned());
        list.extend(["data-unhusk-box".to_owned(), address]);
    }
    list
}

/// Returns the texts of the page's `style` elements, without loads; linked style sheets are left out.
fn style_sheets(page: &Page) -> Vec<String> {
    let tree = page.tree();
    let styles = tree.nodes().filter(|&node| tree.is_element(node) && tree.tag(node) == "style");
    styles
        .map(|style| tree.children(style).map(|child| tree.text(child)).collect::<String>())
        .map(|css| without_loads(&css))
        .collect()
}

fn title(page: &Page) -> String {
    let tree = page.tree();
    let title = tree.nodes().find(|&node| tree.is_element(node) && tree.tag(node) == "title");
    let text = title.map(|title| tree.children(title).map(|child| tree.text(child)).collect());
    text.map(|text: String| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .unwrap_or_default()
}

fn words(page: &Page) -> usize {
    let visible = page.visible();
    (0..visible.n_texts()).map(|text| visible.text(text).split_whitespace().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::page_view;
    use unhusk::Page;

    #[test]
    fn numbers_are_those_of_the_tree() {
        let page = Page::from("<ul><li>a<script>f()</script><li>b</ul>");
        let view = page_view(&page).tree;
        assert_eq!(view.n, page.tree().len());
        assert_eq!(view.kind.len(), view.n);
        let texts: Vec<&String> = view.text.values().collect();
        assert_eq!(texts, ["a", "b"]);
        for (node, text) in &view.text {
            assert_eq!(page.tree().text(unhusk::page::NodeId(*node)), text);
        }
        assert!(!view.names.contains(&"script".to_owned()));
    }

    #[test]
    fn frames_are_boxes_and_svg_does_not_move() {
        let page = Page::from(
            "<iframe src=//evil srcdoc=x>y</iframe><svg><a><animate attributeName=href values=javascript:f()></a></svg>",
        );
        let view = page_view(&page).tree;
        assert!(!view.names.iter().any(|name| name.contains("animate")));
        let attributes: Vec<&Vec<String>> = view.attrs.values().collect();
        assert_eq!(attributes, [&vec!["data-unhusk-box".to_owned(), "//evil".to_owned()]]);
        assert!(view.text.is_empty());
    }

    #[test]
    fn styles_come_apart_from_the_tree() {
        let page = Page::from("<style>a{background:url(//evil)}</style><p>x");
        assert_eq!(page_view(&page).css, ["a{background:none}"]);
    }
}
