//! Lists of values, of which rules find the first: `<a>Joel</a>, <a>Ethan</a> and <a>Mike</a>`.

use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::NodeRange;
use unhusk_page::VisibleNode;

/// Most values that follow the first.
const MAX_RUN: usize = 60;

/// The nodes like `node` in the next siblings of the element `level` levels up, with only separators between.
pub fn run_on(context: EvalContext<'_, '_>, node: VisibleNode, level: u8) -> Vec<VisibleNode> {
    let mut found = Vec::new();
    let Some(mut item) = climb(context, node, level) else { return found };
    while let Some(next) = next_item(context, item) {
        let Some(value) = value_of(context, next, level, node) else { break };
        found.push(value);
        item = next;
        if found.len() == MAX_RUN {
            break;
        }
    }
    found
}

fn climb(context: EvalContext<'_, '_>, node: VisibleNode, level: u8) -> Option<VisibleNode> {
    match level {
        0 => Some(node),
        _ => context.index.ancestors(context.scope, node).nth(usize::from(level) - 1),
    }
}

/// The next sibling of the same tag, past separators.
fn next_item(context: EvalContext<'_, '_>, item: VisibleNode) -> Option<VisibleNode> {
    let index = context.index;
    let mut next = index.next_sibling(item);
    while let Some(node) = next.filter(|&node| context.scope.holds(node)) {
        if !is_separator(context, node) {
            return (index.tag(node) == index.tag(item)).then_some(node);
        }
        next = index.next_sibling(node);
    }
    None
}

/// The only node like `like` in an item.
fn value_of(
    context: EvalContext<'_, '_>,
    item: VisibleNode,
    level: u8,
    like: VisibleNode,
) -> Option<VisibleNode> {
    let index = context.index;
    let NodeRange { first, end } = index.subtree(item);
    let is_like = |node: &VisibleNode| {
        index.tag(*node) == index.tag(like)
            && !is_separator(context, *node)
            && climb(context, *node, level) == Some(item)
    };
    let mut shapes = (first..end).filter(is_like);
    let value = shapes.next()?;
    let mut others = index.leaves_of(index.subtree(item)).map(|leaf| index.leaf(leaf));
    let is_alone =
        others.all(|leaf| index.subtree(value).holds(leaf) || is_separator(context, leaf));
    (shapes.next().is_none() && is_alone).then_some(value)
}

/// Whether a node is a line break, or a text that only separates values.
fn is_separator(context: EvalContext<'_, '_>, node: VisibleNode) -> bool {
    if !context.index.is_text(node) {
        return context.index.tag(node) == "br";
    }
    let text = context.index.tree().text(context.index.id(node)).trim();
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    text.is_empty() || matches!(text, "and" | "or" | "with")
}
