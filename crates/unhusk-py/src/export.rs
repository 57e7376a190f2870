//! Wrappers in other notations.

use crate::error::guarded;
use crate::pages::Pages;
use crate::wrapper::Wrapper;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use unhusk::Page;
use unhusk::export::{AgreementTally, Export, Notation};

/// The notations by name; `python` is a module on `parsel`.
const NOTATIONS: [(&str, Notation); 5] = [
    ("xpath", Notation::Xpath),
    ("css", Notation::Css),
    ("python", Notation::Parsel),
    ("parsel", Notation::Parsel),
    ("scrapy", Notation::Scrapy),
];

/// Pages on which rules are chosen; the comparison uses all.
const MAX_TRIED: usize = 24;

/// The text of an export, and the parts of the wrapper that it lacks.
type Exported = (String, Vec<String>);

/// Writes a wrapper in another notation, with its agreement with the wrapper on pages.
#[pyfunction]
#[pyo3(signature = (wrapper, to, pages=None))]
pub(crate) fn export(
    py: Python<'_>,
    wrapper: &Bound<'_, Wrapper>,
    to: &str,
    pages: Option<&Bound<'_, PyAny>>,
) -> PyResult<Exported> {
    let Some((_, notation)) = NOTATIONS.iter().find(|(name, _)| *name == to) else {
        let known: Vec<&str> = NOTATIONS.iter().map(|(name, _)| *name).collect();
        let message = format!("there is no notation `{to}`; there are {}", known.join(", "));
        return Err(PyValueError::new_err(message));
    };
    let pages = match pages {
        Some(pages) => Pages::new(pages)?.read_all(py)?,
        None => Vec::new(),
    };
    let wrapper = Arc::clone(&wrapper.get().inner);
    py.detach(|| guarded(|| written(&wrapper, *notation, &pages)))
}

fn written(wrapper: &unhusk::Wrapper, notation: Notation, pages: &[Arc<Page>]) -> Exported {
    let tried: Vec<&Page> = pages.iter().take(MAX_TRIED).map(|page| &**page).collect();
    let export = Export::new(wrapper, notation, &tried);
    let mut tally = AgreementTally::default();
    for (number, page) in (1..).zip(pages) {
        tally.add(&format!("page {number}"), &export.check(wrapper, page));
    }
    let notes =
        export.notes().iter().map(|note| format!("{}: {}", note.field, note.note)).collect();
    (export.write(&tally), notes)
}
