//! The places of the values that a redesign keeps.

use unhusk::example::{GivenCell, GivenRecord, GivenValue, LabelCell, Labels, PageLabels};
use unhusk::example::{Strictness, TrainingSet};
use unhusk::{Page, Span};

/// Returns every place with one of the texts; which of them is meant is unknown, so all are kept.
pub(crate) fn places(page: &Page, values: &[String]) -> Vec<Span> {
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
    labels.flat_map(|label| &label.candidates).map(|place| place.span).collect()
}

/// Returns the number of texts that are readable on a page.
pub(crate) fn n_readable(source: &str, values: &[String]) -> usize {
    let page = Page::from(source);
    values.iter().filter(|value| !places(&page, std::slice::from_ref(value)).is_empty()).count()
}
