//! What a wrapper reads of values that are known.

use super::labels::{TaughtCell, TaughtPage, Teaching};
use unhusk_page::{Page, squeeze};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Record};

/// Values that should be read, and those that are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub(super) right: usize,
    pub(super) all: usize,
}

impl Counts {
    /// The share that is right; all of nothing.
    pub(super) fn share(self) -> f64 {
        ratio(self.right, self.all)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.right += other.right;
        self.all += other.all;
    }
}

/// All fields together.
pub(super) fn total(fields: &[Counts]) -> Counts {
    let mut total = Counts::default();
    for counts in fields {
        total.add(*counts);
    }
    total
}

/// What a wrapper reads of taught values, field by field; wrong values where all are known count against it.
pub(super) fn of_taught(
    wrapper: &Wrapper,
    pages: &[(String, &Page)],
    teaching: &Teaching,
) -> Vec<Counts> {
    let mut fields = vec![Counts::default(); wrapper.schema.fields().len()];
    for taught in &teaching.pages {
        let page = pages[taught.page].1;
        let records = wrapper.extract(page).records;
        for (field, counts) in fields.iter_mut().enumerate() {
            counts.add(of_field(&records, field, taught, page));
        }
    }
    fields
}

fn of_field(records: &[Record<'_>], field: usize, taught: &TaughtPage, page: &Page) -> Counts {
    let mut read = said(records, field);
    let n_read = read.len();
    let cells = taught.records.iter().map(|record| &record[field]);
    let is_known = taught.is_complete && cells.clone().all(|cell| *cell != TaughtCell::Unknown);
    let wanted: Vec<String> = cells.flat_map(|cell| texts(cell, page)).collect();
    let right = wanted.iter().filter(|text| take(&mut read, text)).count();
    Counts { right, all: if is_known { wanted.len().max(n_read) } else { wanted.len() } }
}

/// Values that two wrappers read alike, field by field: among all that either reads, and among those of the one that
/// reads less of a page.
pub(super) fn alike(
    one: &Wrapper,
    other: &Wrapper,
    pages: &[(String, &Page)],
) -> Vec<(Counts, Counts)> {
    let mut fields = vec![(Counts::default(), Counts::default()); one.schema.fields().len()];
    for (_, page) in pages {
        let (ours, theirs) = (one.extract(page).records, other.extract(page).records);
        for (field, (of_more, of_less)) in fields.iter_mut().enumerate() {
            let (own, mut others) = (said(&ours, field), said(&theirs, field));
            let (n_own, n_others) = (own.len(), others.len());
            let right = own.iter().filter(|text| take(&mut others, text)).count();
            of_more.add(Counts { right, all: n_own.max(n_others) });
            of_less.add(Counts { right, all: n_own.min(n_others) });
        }
    }
    fields
}

/// How many of the values that another wrapper reads a wrapper reads, too.
pub(super) fn of_other(wrapper: &Wrapper, other: &Wrapper, pages: &[(String, &Page)]) -> Counts {
    let mut sum = Counts::default();
    for (_, page) in pages {
        let (ours, theirs) = (wrapper.extract(page).records, other.extract(page).records);
        for field in 0..wrapper.schema.fields().len() {
            let (mut own, wanted) = (said(&ours, field), said(&theirs, field));
            let right = wanted.iter().filter(|text| take(&mut own, text)).count();
            sum.add(Counts { right, all: wanted.len() });
        }
    }
    sum
}

fn said(records: &[Record<'_>], field: usize) -> Vec<String> {
    let cells = records.iter().filter_map(|record| record.cells.get(field));
    cells.flat_map(Cell::values).map(|value| squeeze(&value.text)).collect()
}

fn texts(cell: &TaughtCell, page: &Page) -> Vec<String> {
    match cell {
        TaughtCell::Unknown | TaughtCell::Absent => Vec::new(),
        TaughtCell::Texts(texts) => texts.iter().map(|text| squeeze(text)).collect(),
        TaughtCell::Places(places) => {
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
