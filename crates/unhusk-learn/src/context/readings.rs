//! Readings of a label: its node, and the part of the node that is the value.

use crate::example::{Place, PlaceTarget};
use unhusk_page::{NodeId, NodeKind, Page, Span};
use unhusk_wrapper::context::internal::extract::{place_of, trim};
use unhusk_wrapper::context::{Extent, NodeTarget, ValueTarget};
use unhusk_wrapper::internal::sort;

/// Returns the readings of a place as a whole node, the most natural first; none if the place is only a part of a node.
pub(crate) fn readings(page: &Page, place: Place) -> Vec<(ValueTarget, NodeId)> {
    match place.target {
        PlaceTarget::Text(id) => with_extents(page, place.span, id, &NodeTarget::Text),
        PlaceTarget::Element(id) => with_extents(page, place.span, id, &NodeTarget::Element),
        PlaceTarget::Attribute(id, position) => {
            let attribute = page.tree().attributes(id).nth(position as usize);
            let target =
                attribute.map(|attribute| NodeTarget::Attribute(attribute.name.to_owned()));
            target.map_or_else(Vec::new, |target| with_extents(page, place.span, id, &target))
        }
        _ => range_readings(page, place.span),
    }
}

/// The extents with which a node is exactly the span.
fn with_extents(
    page: &Page,
    span: Span,
    id: NodeId,
    node: &NodeTarget,
) -> Vec<(ValueTarget, NodeId)> {
    let extents: &[Extent] = match node {
        NodeTarget::Element => &[Extent::Trimmed, Extent::Inner, Extent::Outer],
        _ => &[Extent::Trimmed, Extent::Inner],
    };
    extents
        .iter()
        .filter(|&&extent| place_of(page, id, node, extent) == Some(span))
        .map(|&extent| (ValueTarget { node: node.clone(), extent }, id))
        .collect()
}

/// The nodes that are exactly a range of the source: texts, then attributes, then elements.
fn range_readings(page: &Page, span: Span) -> Vec<(ValueTarget, NodeId)> {
    let tree = page.tree();
    let core = trim(page.source(), span);
    let mut found = Vec::new();
    for id in tree.holders(core) {
        let holds = tree.span(id).is_some_and(|outer| outer.contains(core));
        match tree.kind(id) {
            NodeKind::Text if holds => {
                found.extend(with_extents(page, span, id, &NodeTarget::Text));
            }
            NodeKind::Element if tree.start_tag(id).is_some_and(|tag| tag.contains(core)) => {
                let inside = tree.attributes(id).filter(|attribute| attribute.span.contains(core));
                for attribute in inside {
                    let target = NodeTarget::Attribute(attribute.name.to_owned());
                    found.extend(with_extents(page, span, id, &target));
                }
            }
            NodeKind::Element if holds && is_tight(page, id, core) => {
                found.extend(with_extents(page, span, id, &NodeTarget::Element));
            }
            _ => {}
        }
    }
    sort::by(&mut found, |a, b| a.0.cmp(&b.0));
    found
}

/// Whether an element is little larger than the range; others cannot equal it.
fn is_tight(page: &Page, id: NodeId, core: Span) -> bool {
    const MAX_MARKUP: usize = 2000;
    page.tree().span(id).is_some_and(|outer| outer.len() <= core.len() + MAX_MARKUP)
}
