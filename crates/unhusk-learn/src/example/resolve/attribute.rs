//! The place of an attribute that a label names: `{"attribute": "href"}`.

use crate::example::missing::attribute_place;
use crate::example::place::Place;
use unhusk_page::{Page, Span, fold};

/// Returns the places of all attributes of a name whose value is `text`, in document order.
pub(super) fn with_value(page: &Page, name: &str, text: &str) -> Vec<Place> {
    let (tree, wanted) = (page.tree(), fold(text));
    let mut places = Vec::new();
    for element in tree.nodes().filter(|node| tree.is_element(*node)) {
        for (position, attribute) in (0..).zip(tree.attributes(element)) {
            if attribute.name == name && fold(attribute.value) == wanted {
                places.extend(attribute_place(page, element, position));
            }
        }
    }
    places
}

/// Returns the value of the attribute at the element with the fewest bytes around and between it and the other values
/// of the record, which are given with their places.
pub(super) fn nearest_value(page: &Page, name: &str, others: &[Vec<Span>]) -> Option<String> {
    if others.is_empty() {
        return None;
    }
    let tree = page.tree();
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    let with_value = elements.filter_map(|node| {
        let value = tree.attribute(node, name)?.value;
        Some((tree.span(node)?, value)).filter(|_| !value.trim().is_empty())
    });
    let cost = |element: Span| {
        let beside = |place: &Span| {
            let start = element.start.min(place.start);
            (element.end.max(place.end) - start) as usize - place.len()
        };
        let costs = others.iter().filter_map(|places| places.iter().map(beside).min());
        costs.sum::<usize>()
    };
    with_value.min_by_key(|(element, _)| cost(*element)).map(|(_, value)| value.to_owned())
}
