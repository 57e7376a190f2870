//! Values that go on beside the first one: `<a>Joel</a>, <a>Ethan</a> and <a>Mike</a>`.

use super::sight::Sight;
use super::view::Scope;
use crate::context::fork::Node;

/// Most values that follow the first.
const MAX_RUN: usize = 60;

/// The nodes of the same kind as `node` behind it, `level` levels up, with nothing but separators between.
pub fn run_on(sight: Sight<'_, '_>, node: Node, level: u8) -> Vec<Node> {
    let mut found = Vec::new();
    let Some(mut item) = climb(sight, node, level) else { return found };
    while let Some(next) = next_item(sight, item) {
        let Some(value) = value_of(sight, next, level, node) else { break };
        found.push(value);
        item = next;
        if found.len() == MAX_RUN {
            break;
        }
    }
    found
}

fn climb(sight: Sight<'_, '_>, node: Node, level: u8) -> Option<Node> {
    match level {
        0 => Some(node),
        _ => sight.view.ancestors(sight.scope, node).nth(usize::from(level) - 1),
    }
}

/// The next sibling of the same name, past separators.
fn next_item(sight: Sight<'_, '_>, item: Node) -> Option<Node> {
    let view = sight.view;
    let mut next = view.next_sibling(item);
    while let Some(node) = next.filter(|&node| sight.scope.holds(node)) {
        if !is_separator(sight, node) {
            return (view.tag(node) == view.tag(item)).then_some(node);
        }
        next = view.next_sibling(node);
    }
    None
}

/// The only node of the kind of `like` in an item.
fn value_of(sight: Sight<'_, '_>, item: Node, level: u8, like: Node) -> Option<Node> {
    let view = sight.view;
    let Scope { first, end } = view.subtree(item);
    let is_like = |node: &Node| {
        view.tag(*node) == view.tag(like)
            && !is_separator(sight, *node)
            && climb(sight, *node, level) == Some(item)
    };
    let mut alike = (first..end).filter(is_like);
    let value = alike.next()?;
    let mut others = view.leaves_of(view.subtree(item)).map(|leaf| view.leaf(leaf));
    let is_alone = others.all(|leaf| view.subtree(value).holds(leaf) || is_separator(sight, leaf));
    (alike.next().is_none() && is_alone).then_some(value)
}

/// Line breaks, and texts that only part values.
fn is_separator(sight: Sight<'_, '_>, node: Node) -> bool {
    if !sight.view.is_text(node) {
        return sight.view.tag(node) == "br";
    }
    let text = sight.view.tree().text(sight.view.id(node)).trim();
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.is_empty() || matches!(text, "and" | "or" | "with")
}
