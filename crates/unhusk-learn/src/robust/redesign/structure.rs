//! Insertion and exchange of elements.

use super::chance::Chance;
use super::edits::Edits;
use unhusk_page::{NodeId, Page, Span};

/// Adds a container around the content of a third of the containers.
pub(super) fn wrap(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| matches!(tree.tag(*node), "div" | "td" | "li" | "body"))
    {
        let Some((start, end)) = tree.start_tag(node).zip(tree.end_tag(node)) else { continue };
        let appearance = chance.appearance(page, node);
        if start.end <= end.start && appearance.one_in(3) {
            let open = format!("<div class=\"box{}\">", appearance.number(90) + 10);
            edits.change(vec![(empty_at(start.end), open), (empty_at(end.start), "</div>".into())]);
        }
    }
}

/// Inserts notes before blocks, rows before rows and items before items, for a quarter of their kinds and at most
/// once per parent.
pub(super) fn add_siblings(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for parent in tree.nodes().filter(|node| tree.is_element(*node)) {
        let chosen = tree.children(parent).find_map(|child| {
            let note = note_before(tree.tag(parent), tree.tag(child))?;
            let start = tree.start_tag(child)?;
            chance.appearance(page, child).one_in(4).then_some((start, note))
        });
        if let Some((start, note)) = chosen {
            edits.change(vec![(empty_at(start.start), note.to_owned())]);
        }
    }
}

/// Returns markup that may precede a child without breaking its parent.
fn note_before(parent: &str, child: &str) -> Option<&'static str> {
    match (parent, child) {
        ("table" | "tbody", "tr") => Some("<tr><td>Advertisement</td></tr>"),
        ("ul" | "ol", "li") => Some("<li>New: tell your friends</li>"),
        (
            "div" | "body" | "td" | "section",
            "div" | "table" | "ul" | "dl" | "p" | "h1" | "h2" | "h3",
        ) => Some("<div class=\"note\">Our shop has a new look</div>"),
        _ => None,
    }
}

/// Smaller blocks may be a caption and its value, whose order matters.
const MIN_BLOCK_ELEMENTS: u32 = 6;

/// Exchanges neighbouring blocks that are large and look different: half of the kinds of pairs, once per parent.
pub(super) fn swap_blocks(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    let n_elements = elements_before(page);
    let is_large = |node: NodeId| {
        let below = n_elements[tree.subtree_end(node) as usize] - n_elements[node.index() + 1];
        below >= MIN_BLOCK_ELEMENTS
    };
    for parent in tree.nodes().filter(|node| matches!(tree.tag(*node), "div" | "body" | "td")) {
        let blocks: Vec<(NodeId, Span)> = tree
            .children(parent)
            .filter(|node| matches!(tree.tag(*node), "div" | "table" | "ul" | "dl"))
            .filter(|node| is_large(*node))
            .filter_map(|node| Some((node, closed(page, node)?)))
            .collect();
        for pair in blocks.windows(2) {
            let [(first, first_span), (second, second_span)] = [pair[0], pair[1]];
            let appearance = chance.appearance(page, first);
            let pair = appearance.with(" | ").with_appearance(page, second);
            if appearance != chance.appearance(page, second) && pair.one_in(2) {
                edits.swap(first_span, second_span);
                break;
            }
        }
    }
}

/// Returns the number of elements before each node, and before the end.
fn elements_before(page: &Page) -> Vec<u32> {
    let tree = page.tree();
    let mut counts = Vec::with_capacity(tree.len() + 1);
    let mut count = 0;
    counts.push(count);
    for node in tree.nodes() {
        count += u32::from(tree.is_element(node));
        counts.push(count);
    }
    counts
}

/// Returns the span of an element from its start tag to its end tag, if it has both.
fn closed(page: &Page, node: NodeId) -> Option<Span> {
    let (start, end) = page.tree().start_tag(node).zip(page.tree().end_tag(node))?;
    (start.end <= end.start).then_some(Span { start: start.start, end: end.end })
}

fn empty_at(position: u32) -> Span {
    Span { start: position, end: position }
}
