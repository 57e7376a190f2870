//! Text that a reader never sees: in `script`, `style` and `template`. It is compared as written, because the script
//! defines what white space means there.

use super::super::place::{Place, Target};
use super::Occurrences;
use super::occurrences::Needle;
use unhusk_page::{NodeId, NodeKind, Page, Span, Tree};

/// Finds the text in hidden nodes.
pub(super) fn find(page: &Page, needle: &Needle<'_>, found: &mut Occurrences) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| is_hidden(tree, *node)) {
        let Some(span) = tree.span(node) else { continue };
        let Some(source) = page.slice(span) else { continue };
        found.search(source, needle, |start, end| {
            let first = span.start as usize;
            let span = Span::new(first + start, first + end);
            Some(Place { span, target: Target::Text(node) })
        });
    }
}

fn is_hidden(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == NodeKind::Text
        && tree.ancestors(node).any(|ancestor| {
            tree.kind(ancestor) == NodeKind::TemplateContents
                || matches!(tree.tag(ancestor), "script" | "style")
        })
}
