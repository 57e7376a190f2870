//! The place of the node that a selector selects.

use super::placement::cut;
use crate::example::error::LabelProblem;
use crate::example::labels::shortened;
use crate::example::place::{Place, PlaceTarget};
use unhusk_page::internal::TextMap;
use unhusk_page::select::Selected;
use unhusk_page::{NodeId, NodeKind, Page, Span, fold, squeeze};

/// Bytes of source whose text is compared: `//*` selects every node, and nested ones again and again.
const MAX_COMPARED: usize = 1 << 28;

/// The place of a selected node.
pub(super) struct SelectedPlace {
    pub(super) place: Place,
    /// The number of selected nodes that fit the label.
    pub(super) n_fitting: usize,
}

/// Chooses the first selected node, or the first whose text is `expected`.
pub(super) fn choose(
    page: &Page,
    items: &[Selected],
    selector: &str,
    expected: Option<&str>,
) -> Result<SelectedPlace, LabelProblem> {
    let nothing = |selected| LabelProblem::SelectsNothing {
        selector: shortened(selector),
        selected,
        cut: cut(page),
    };
    let Some(first) = items.first() else { return Err(nothing("nothing on the page")) };
    let Some(expected) = expected else {
        let place = items.iter().find_map(|item| place(page, *item));
        let place = place.ok_or_else(|| nothing("what has no place in the source"))?;
        return Ok(SelectedPlace { place, n_fitting: items.len() });
    };
    let fitting = TextComparison::ALL
        .iter()
        .map(|comparison| fitting(page, items, *comparison, expected))
        .find(|fitting| !fitting.is_empty())
        .unwrap_or_default();
    match fitting.first() {
        Some(place) => Ok(SelectedPlace { place: *place, n_fitting: fitting.len() }),
        None => Err(LabelProblem::TextDiffers {
            selector: shortened(selector),
            found: shortened(map(page, *first).text()),
            expected: shortened(expected),
        }),
    }
}

/// Comparisons of texts, the strictest first.
#[derive(Clone, Copy)]
enum TextComparison {
    Folded,
    /// All white space removed.
    Squeezed,
    /// Squeezed, with references decoded twice: labels of pages that contain `&amp;lt;` often have the intended text.
    DecodedTwice,
}

impl TextComparison {
    const ALL: [Self; 3] = [Self::Folded, Self::Squeezed, Self::DecodedTwice];

    fn form(self, text: &str) -> String {
        match self {
            Self::Folded => fold(text).into_owned(),
            Self::Squeezed => squeeze(&fold(text)),
            Self::DecodedTwice => {
                squeeze(TextMap::of_attribute_value(text, Span::new(0, text.len())).text())
            }
        }
    }
}

/// The places of the items that have the expected text.
fn fitting(
    page: &Page,
    items: &[Selected],
    comparison: TextComparison,
    expected: &str,
) -> Vec<Place> {
    let expected = comparison.form(expected);
    let mut left = MAX_COMPARED;
    let affordable = items.iter().take_while(|item| {
        left = left.saturating_sub(source_len(page, **item));
        left > 0
    });
    let right = affordable.filter(|item| comparison.form(map(page, **item).text()) == expected);
    right.filter_map(|item| place(page, *item)).collect()
}

fn source_len(page: &Page, item: Selected) -> usize {
    match item {
        Selected::Node(node) => page.tree().span(node).map_or(0, Span::len),
        Selected::Attribute(..) => 0,
    }
}

fn map(page: &Page, item: Selected) -> TextMap {
    match item {
        Selected::Node(node) => TextMap::of_node(page, node),
        Selected::Attribute(element, position) => {
            let attribute = page.tree().attributes(element).nth(position as usize);
            let span = attribute.map_or(Span::new(0, 0), |attribute| attribute.span);
            TextMap::of_attribute_value(page.source(), span)
        }
    }
}

/// From the first to the last byte of the item's text; if it has no text, the item's own span.
fn place(page: &Page, item: Selected) -> Option<Place> {
    let map = map(page, item);
    let text_span = (!map.text().is_empty()).then(|| map.span(0..map.text().len()));
    let tree = page.tree();
    match item {
        Selected::Node(node) => {
            let span = text_span.or_else(|| tree.span(node))?;
            Some(Place { span, target: target(page, node, text_span.is_some()) })
        }
        Selected::Attribute(element, position) => {
            let attribute = tree.attributes(element).nth(position as usize)?;
            let span = text_span.unwrap_or(attribute.span);
            Some(Place { span, target: PlaceTarget::Attribute(element, position) })
        }
    }
}

/// The node itself, or the only text node in it, so that a place has the same target however it is given.
fn target(page: &Page, node: NodeId, has_text: bool) -> PlaceTarget {
    let tree = page.tree();
    if tree.kind(node) == NodeKind::Text {
        return PlaceTarget::Text(node);
    }
    let has_words = |inner: &NodeId| {
        tree.kind(*inner) == NodeKind::Text && !tree.text(*inner).trim().is_empty()
    };
    let mut texts = tree.descendants(node).filter(has_words);
    match (texts.next(), texts.next()) {
        (Some(only), None) if has_text => PlaceTarget::Text(only),
        _ => PlaceTarget::Element(node),
    }
}
