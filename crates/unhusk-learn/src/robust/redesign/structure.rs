//! Other elements around and beside those that were there.

use super::chance::Chance;
use super::edits::Edits;
use unhusk_page::{NodeId, Page, Span};

/// Puts a box around all that is in a box, for a third of the boxes.
pub(super) fn wrap(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| matches!(tree.tag(*node), "div" | "td" | "li" | "body"))
    {
        let Some((start, end)) = tree.start_tag(node).zip(tree.end_tag(node)) else { continue };
        let looks = chance.looks(page, node);
        if start.end <= end.start && looks.one_in(3) {
            let open = format!("<div class=\"box{}\">", looks.number(90) + 10);
            edits.change(vec![(empty_at(start.end), open), (empty_at(end.start), "</div>".into())]);
        }
    }
}

/// Puts notes before blocks, rows before rows and items before items, before a quarter of their kinds and at
/// most once below each parent.
pub(super) fn add_siblings(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for parent in tree.nodes().filter(|node| tree.is_element(*node)) {
        let chosen = tree.children(parent).find_map(|child| {
            let note = note_before(tree.tag(parent), tree.tag(child))?;
            let start = tree.start_tag(child)?;
            chance.looks(page, child).one_in(4).then_some((start, note))
        });
        if let Some((start, note)) = chosen {
            edits.change(vec![(empty_at(start.start), note.to_owned())]);
        }
    }
}

/// What can stand before a child without breaking its parent.
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

/// Blocks with fewer elements may be a label and its value, whose order says what belongs together.
const MIN_BLOCK_ELEMENTS: u32 = 6;

/// Swaps neighbouring blocks that are large and look different, every other kind of pair, once below each parent.
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
            let looks = chance.looks(page, first);
            let pair = looks.with(" | ").with_looks(page, second);
            if looks != chance.looks(page, second) && pair.one_in(2) {
                edits.swap(first_span, second_span);
                break;
            }
        }
    }
}

/// How many elements there are before each node, and before the end.
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

/// An element from its start tag to its end tag, if it has both.
fn closed(page: &Page, node: NodeId) -> Option<Span> {
    let (start, end) = page.tree().start_tag(node).zip(page.tree().end_tag(node))?;
    (start.end <= end.start).then_some(Span { start: start.start, end: end.end })
}

fn empty_at(position: u32) -> Span {
    Span { start: position, end: position }
}
