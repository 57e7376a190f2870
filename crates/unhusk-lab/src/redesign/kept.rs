//! The places of the values that a redesign keeps.

use unhusk::example::{GivenCell, GivenRecord, GivenValue, LabelCell, Labels, PageLabels};
use unhusk::example::{Strictness, TrainingSet};
use unhusk::{Page, Span};

/// Returns every place with one of the texts; all are kept, since the right one is unknown.
pub(crate) fn places(page: &Page, values: &[String]) -> Vec<Span> {
    placed(page, values).concat()
}

/// Returns the number of texts that are readable on a page.
pub(crate) fn n_readable(source: &str, values: &[String]) -> usize {
    placed(&Page::from(source), values).iter().filter(|places| !places.is_empty()).count()
}

/// Returns the places of each text that is on the page.
fn placed(page: &Page, values: &[String]) -> Vec<Vec<Span>> {
    let texts = values.iter().map(|text| GivenValue::Text(text.clone())).collect();
    let cells = vec![("value".to_owned(), GivenCell::Many(texts))];
    let mut labels = PageLabels::new("page");
    labels.records.push(GivenRecord { cells });
    let Ok(labels) = Labels::new(vec![labels]) else { return Vec::new() };
    let Ok(set) = TrainingSet::new(&labels, &[(0, page)], Strictness::Lenient) else {
        return Vec::new();
    };
    let cells = set.examples().iter().flat_map(|one| &one.records).flat_map(|one| &one.cells);
    let labels = cells.flat_map(|cell| match cell {
        LabelCell::Many(labels) => labels.as_slice(),
        _ => &[],
    });
    labels.map(|label| label.candidates.iter().map(|place| place.span).collect()).collect()
}
