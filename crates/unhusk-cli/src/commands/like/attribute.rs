//! `link=@href`: the attribute of the element that is nearest to the other values of the record.

use anyhow::bail;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, TrainingSet};
use unhusk::page::{Page, Span};

/// Occurrences of a value that are examined.
const MAX_PLACES: usize = 20;

/// Replaces `@NAME` by the value of that attribute, unless the page has the text `@NAME` itself.
pub(super) fn resolve(labels: Labels, page: &Page) -> anyhow::Result<Labels> {
    let mut given = labels.pages().to_vec();
    let mut is_changed = false;
    for record in given.iter_mut().flat_map(|page| &mut page.records) {
        let places = places(record, page);
        for (name, cell) in &mut record.cells {
            let Some(attribute) = asked(cell).filter(|_| !is_on_page(cell, page)) else { continue };
            let Some(value) = nearest(page, attribute, &places) else {
                bail!(
                    "field `{name}`: no element near the other values has the attribute `{attribute}`"
                );
            };
            *cell = GivenCell::One(GivenValue::Text(value));
            is_changed = true;
        }
    }
    if is_changed { Ok(Labels::new(given)?) } else { Ok(labels) }
}

/// Returns the name of the attribute in `@NAME`.
fn asked(cell: &GivenCell) -> Option<&str> {
    let GivenCell::One(GivenValue::Text(text)) = cell else { return None };
    let name = text.strip_prefix('@')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

fn is_on_page(cell: &GivenCell, page: &Page) -> bool {
    let GivenCell::One(GivenValue::Text(text)) = cell else { return false };
    !spans(text, page).is_empty()
}

/// Returns the places of the other values of the record, value by value.
fn places(record: &GivenRecord, page: &Page) -> Vec<Vec<Span>> {
    let others = record.cells.iter().filter(|(_, cell)| asked(cell).is_none());
    let texts = others.filter_map(|(_, cell)| match cell {
        GivenCell::One(GivenValue::Text(text)) => Some(text),
        _ => None,
    });
    texts.map(|text| spans(text, page)).filter(|places| !places.is_empty()).collect()
}

/// Returns the places of a text, by the rules for labels.
fn spans(text: &str, page: &Page) -> Vec<Span> {
    let Ok(set) = TrainingSet::like("page", page, [(Some("value"), text)]) else {
        return Vec::new();
    };
    let cells = set.examples().iter().flat_map(|example| &example.records);
    let labels = cells.flat_map(|record| &record.cells).filter_map(|cell| match cell {
        unhusk::example::LabelCell::One(label) => Some(label),
        _ => None,
    });
    let places = labels.flat_map(|label| &label.candidates).map(|place| place.span);
    places.take(MAX_PLACES).collect()
}

/// Returns the value of the attribute at the element with the fewest bytes around and between it and the values.
fn nearest(page: &Page, attribute: &str, places: &[Vec<Span>]) -> Option<String> {
    let tree = page.tree();
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    let with_value = elements.filter_map(|node| {
        let value = tree.attribute(node, attribute)?.value;
        Some((tree.span(node)?, value)).filter(|_| !value.trim().is_empty())
    });
    let cost = |element: Span| {
        let beside = |place: &Span| {
            let start = element.start.min(place.start);
            (element.end.max(place.end) - start) as usize - place.len()
        };
        let costs = places.iter().filter_map(|places| places.iter().map(beside).min());
        costs.sum::<usize>()
    };
    if places.is_empty() {
        return None;
    }
    with_value.min_by_key(|(element, _)| cost(*element)).map(|(_, value)| value.to_owned())
}
