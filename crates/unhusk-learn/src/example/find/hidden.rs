//! Text that a reader never sees: in `script`, `style` and `template`. It is compared as written, because the script
//! defines the meaning of white space there.

use super::super::place::{Place, PlaceTarget};
use super::Occurrences;
use super::occurrences::Needle;
use unhusk_page::{NodeId, NodeKind, Page, Span};

/// Finds the text in hidden nodes.
pub(super) fn find(page: &Page, needle: &Needle<'_>, found: &mut Occurrences) {
    let tree = page.tree();
    let is_text = |node: NodeId| tree.kind(node) == NodeKind::Text && !tree.is_blank_text(node);
    let is_hidden = |&node: &NodeId| is_text(node) && !page.visible().is_visible(node);
    for node in tree.nodes().filter(is_hidden) {
        let Some(span) = tree.span(node) else { continue };
        let Some(source) = page.slice(span) else { continue };
        found.search(source, needle, |start, end| {
            let first = span.start as usize;
            let span = Span::new(first + start, first + end);
            Some(Place { span, target: PlaceTarget::Text(node) })
        });
    }
}
