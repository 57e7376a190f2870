//! Counts the known values that a wrapper reads, and the values that two wrappers read alike.

use super::labels::{RepairPage, TrainingCell, TrainingLabels};
use crate::example::NamedPage;
use unhusk_page::{Page, squeeze};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Record};

/// The number of values that should be read, and of those that are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ReadCounts {
    pub(super) right: usize,
    pub(super) all: usize,
}

impl ReadCounts {
    /// The share of right values; 1 if there are no values.
    pub(super) fn share(self) -> f64 {
        ratio(self.right, self.all)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.right += other.right;
        self.all += other.all;
    }
}

/// The sum over all fields.
pub(super) fn total(fields: &[ReadCounts]) -> ReadCounts {
    let mut total = ReadCounts::default();
    for counts in fields {
        total.add(*counts);
    }
    total
}

/// Counts the labelled values that a wrapper reads, by field. If all values of a page are known, other values count
/// against the wrapper.
pub(super) fn with_labels(
    wrapper: &Wrapper,
    pages: &[NamedPage<'_>],
    training: &TrainingLabels,
) -> Vec<ReadCounts> {
    let mut fields = vec![ReadCounts::default(); wrapper.schema.fields().len()];
    for taught in &training.pages {
        let page = pages[taught.page].page;
        let records = wrapper.extract(page).records;
        for (field, counts) in fields.iter_mut().enumerate() {
            counts.add(of_field(&records, field, taught, page));
        }
    }
    fields
}

fn of_field(records: &[Record<'_>], field: usize, taught: &RepairPage, page: &Page) -> ReadCounts {
    let mut read = texts_read(records, field);
    let n_read = read.len();
    let cells = taught.records.iter().map(|record| &record[field]);
    let is_known = taught.is_complete && cells.clone().all(|cell| *cell != TrainingCell::Unknown);
    let wanted: Vec<String> = cells.flat_map(|cell| texts(cell, page)).collect();
    let right = wanted.iter().filter(|text| take(&mut read, text)).count();
    ReadCounts { right, all: if is_known { wanted.len().max(n_read) } else { wanted.len() } }
}

/// Counts the values that two wrappers read alike, by field: among all that either reads, and among those of the
/// wrapper that reads less of a page.
pub(super) fn between(
    one: &Wrapper,
    other: &Wrapper,
    pages: &[NamedPage<'_>],
) -> Vec<(ReadCounts, ReadCounts)> {
    let mut fields =
        vec![(ReadCounts::default(), ReadCounts::default()); one.schema.fields().len()];
    for NamedPage { page, .. } in pages {
        let (ours, theirs) = (one.extract(page).records, other.extract(page).records);
        for (field, (of_more, of_less)) in fields.iter_mut().enumerate() {
            let (own, mut others) = (texts_read(&ours, field), texts_read(&theirs, field));
            let (n_own, n_others) = (own.len(), others.len());
            let right = own.iter().filter(|text| take(&mut others, text)).count();
            of_more.add(ReadCounts { right, all: n_own.max(n_others) });
            of_less.add(ReadCounts { right, all: n_own.min(n_others) });
        }
    }
    fields
}

/// Counts the values of `other` that `wrapper` reads, too.
pub(super) fn coverage(wrapper: &Wrapper, other: &Wrapper, pages: &[NamedPage<'_>]) -> ReadCounts {
    let mut sum = ReadCounts::default();
    for NamedPage { page, .. } in pages {
        let (ours, theirs) = (wrapper.extract(page).records, other.extract(page).records);
        for field in 0..wrapper.schema.fields().len() {
            let (mut own, wanted) = (texts_read(&ours, field), texts_read(&theirs, field));
            let right = wanted.iter().filter(|text| take(&mut own, text)).count();
            sum.add(ReadCounts { right, all: wanted.len() });
        }
    }
    sum
}

fn texts_read(records: &[Record<'_>], field: usize) -> Vec<String> {
    let cells = records.iter().filter_map(|record| record.cells.get(field));
    cells.flat_map(Cell::values).map(|value| squeeze(&value.text)).collect()
}

fn texts(cell: &TrainingCell, page: &Page) -> Vec<String> {
    match cell {
        TrainingCell::Unknown | TrainingCell::Absent => Vec::new(),
        TrainingCell::Texts(texts) => texts.iter().map(|text| squeeze(text)).collect(),
        TrainingCell::Places(places) => {
            places.iter().map(|span| squeeze(&page.text(*span))).collect()
        }
    }
}

fn take(texts: &mut Vec<String>, text: &str) -> bool {
    let found = texts.iter().position(|one| one == text);
    found.map(|at| texts.swap_remove(at)).is_some()
}

#[expect(clippy::cast_precision_loss, reason = "counts of values")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}
