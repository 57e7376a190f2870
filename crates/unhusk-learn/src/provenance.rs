//! The provenance of a wrapper in its file: method, pages, counts of labels.

use crate::example::{Example, LabelCell, LabelledRecord, NamedPage, TrainingSet};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use unhusk_page::Page;
use unhusk_wrapper::{Provenance, TrainingPage};

/// Describes the examples that `method` learnt from.
pub fn provenance(method: &str, examples: &TrainingSet<'_>) -> Provenance {
    let page = |example: &Example<'_>| TrainingPage {
        records: example.records.len(),
        labels: n_labels(&example.records),
        ..page(&example.name, example.page)
    };
    learnt(method, examples.examples().iter().map(page).collect())
}

/// Describes pages without labels that `method` learnt from.
pub fn provenance_of_pages<'a>(
    method: &str,
    pages: impl IntoIterator<Item = NamedPage<'a>>,
) -> Provenance {
    learnt(method, pages.into_iter().map(|named| page(named.name, named.page)).collect())
}

fn learnt(method: &str, pages: Vec<TrainingPage>) -> Provenance {
    let tool = concat!("unhusk ", env!("CARGO_PKG_VERSION")).to_owned();
    Provenance { method: method.to_owned(), tool, pages, ..Provenance::default() }
}

/// Describes a page without labels.
fn page(name: &str, page: &Page) -> TrainingPage {
    let (name, sha256) = (file_name(name).to_owned(), source_sha256(page));
    TrainingPage { name, sha256, records: 0, labels: 0 }
}

/// Returns the file name alone, since folders are private to the person who labelled the page.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// SHA-256 of a page's decoded source, in hexadecimal: it identifies pages in wrapper files and records.
pub fn source_sha256(page: &Page) -> String {
    let mut hexadecimal = String::with_capacity(64);
    for byte in Sha256::digest(page.source()) {
        write!(hexadecimal, "{byte:02x}").expect("writing to a string cannot fail");
    }
    hexadecimal
}

/// Returns the number of labelled values. Recurses on the nesting of records, which the schema limits.
fn n_labels(records: &[LabelledRecord]) -> usize {
    records
        .iter()
        .flat_map(|record| &record.cells)
        .map(|cell| match cell {
            LabelCell::Unknown | LabelCell::Absent => 0,
            LabelCell::One(_) => 1,
            LabelCell::Many(labels) => labels.len(),
            LabelCell::Nested(records) => n_labels(records),
        })
        .sum()
}
