//! The fast matching against a plain recursion over all assignments.

use super::parts;
use crate::pattern::{ElementTest, NodeTest, PatternPart, RecordMode, TreePattern};
use proptest::prelude::*;
use unhusk_page::{NodeId, NodeKind, Page, Tree, fold};

/// Whether a part and the parts below it match a node, by trying all assignments.
fn matches(parts: &[PatternPart], at: usize, tree: &Tree, id: NodeId) -> bool {
    let fits = match &parts[at].what {
        NodeTest::Element(ElementTest { tag, .. }) => tree.tag(id) == tag,
        NodeTest::Text(text) => tree.kind(id) == NodeKind::Text && fold(tree.text(id)) == *text,
        NodeTest::AnyText => tree.kind(id) == NodeKind::Text,
        NodeTest::Any => true,
    };
    let nodes: Vec<NodeId> =
        tree.children(id).filter(|&child| !tree.is_blank_text(child)).collect();
    fits && row(parts, &children(parts, at), tree, &nodes)
}

fn children(parts: &[PatternPart], at: usize) -> Vec<usize> {
    let below = parts[at + 1..].iter().take_while(|part| part.depth > parts[at].depth);
    let n_below = below.count();
    (at + 1..=at + n_below).filter(|&child| parts[child].depth == parts[at].depth + 1).collect()
}

fn row(parts: &[PatternPart], slots: &[usize], tree: &Tree, nodes: &[NodeId]) -> bool {
    let Some((&slot, later)) = slots.split_first() else { return true };
    let may_be_missing = parts[slot].count.is_optional() && row(parts, later, tree, nodes);
    may_be_missing
        || nodes.iter().enumerate().any(|(at, &id)| {
            // A list may take more nodes, but never has to.
            matches(parts, slot, tree, id) && row(parts, later, tree, &nodes[at + 1..])
        })
}

fn trees() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("x".to_owned()), Just("y".to_owned()), Just("<b></b>".to_owned())];
    let node = leaf.prop_recursive(4, 24, 5, |inner| {
        let tag = prop_oneof![Just("i"), Just("b"), Just("u")];
        (tag, prop::collection::vec(inner, 0..5))
            .prop_map(|(tag, below)| format!("<{tag}>{}</{tag}>", below.join("<wbr>")))
    });
    prop::collection::vec(node, 1..4).prop_map(|nodes| nodes.concat())
}

fn patterns() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("'x'"), Just("#"), Just("*"), Just("b"), Just("wbr")];
    let count = || prop_oneof![Just(""), Just("?"), Just("+")];
    let leaf = (leaf, count()).prop_map(|(what, count)| format!("{what}{count}"));
    let node = leaf.prop_recursive(3, 10, 3, move |inner| {
        let tag = prop_oneof![Just("i"), Just("b"), Just("u")];
        (tag, prop::collection::vec(inner, 1..4), count())
            .prop_map(|(tag, below, count)| format!("{tag}({}){count}", below.join(",")))
    });
    prop::collection::vec(node, 1..4).prop_map(|below| format!("i({})", below.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn the_same_nodes_match(source in trees(), notation in patterns()) {
        let page = Page::from(&*source);
        let parts = parts(&notation);
        let tree = page.tree();
        let plain: Vec<NodeId> =
            tree.nodes().filter(|&id| tree.is_element(id) && matches(&parts, 0, tree, id)).collect();
        let pattern = TreePattern::new(RecordMode::Each, Vec::new(), parts, Vec::new()).expect("a pattern");
        prop_assert_eq!(pattern.all_matches(&page), plain);
    }
}
