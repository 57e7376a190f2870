//! Pages without labels -> wrappers.

use crate::error::{LearnError, guarded};
use crate::pages::Pages;
use crate::wrapper::Wrapper;
use pyo3::prelude::*;
use std::sync::Arc;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::learn::provenance_of_pages;
use unhusk::learn::template::{InduceError, InduceSettings, Induced, induce_regions, train};

/// Most sets of records of one page that are offered.
const MAX_SETS: usize = 10;

/// What was found on pages.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct InducedSets {
    /// A wrapper for each set of records, the likeliest first; one for several pages.
    wrappers: Vec<Py<Wrapper>>,
    /// Positions of pages that do not fit what was found.
    misfits: Vec<usize>,
    /// Positions of pages that look as if another template had made them.
    strangers: Vec<usize>,
    /// What the user should hear of.
    warnings: Vec<String>,
}

/// Finds the records of pages.
#[pyfunction]
#[pyo3(signature = (pages, *, columns=false, whole_pages=false, links=true, max_pages=100))]
pub(crate) fn induce(
    pages: &Bound<'_, PyAny>,
    columns: bool,
    whole_pages: bool,
    links: bool,
    max_pages: usize,
) -> PyResult<InducedSets> {
    let py = pages.py();
    let pages = Pages::new(pages)?.read_all(py)?;
    let mut settings = InduceSettings::default();
    (settings.all_columns, settings.whole_pages, settings.links) = (columns, whole_pages, links);
    let found = py.detach(|| guarded(|| find(&pages, &settings, max_pages)))?;
    let found = found.map_err(|error| LearnError::new_err(error.to_string()))?;
    let wrappers = found.wrappers.into_iter().map(|one| Py::new(py, Wrapper::of(py, one)));
    Ok(InducedSets {
        wrappers: wrappers.collect::<PyResult<_>>()?,
        misfits: found.misfits,
        strangers: found.strangers,
        warnings: found.warnings,
    })
}

struct Found {
    wrappers: Vec<unhusk::Wrapper>,
    misfits: Vec<usize>,
    strangers: Vec<usize>,
    warnings: Vec<String>,
}

fn find(
    pages: &[Arc<Page>],
    settings: &InduceSettings,
    max_pages: usize,
) -> Result<Found, InduceError> {
    let refs: Vec<&Page> = pages.iter().map(|page| &**page).collect();
    let trained = train(&refs, settings, max_pages)?;
    let warnings = trained.induced.warnings.iter().map(ToString::to_string).collect();
    let used: Vec<&Page> = trained.used.iter().map(|&at| refs[at]).collect();
    let first = wrapper(trained.induced, &trained.used, &used);
    let mut wrappers = vec![first];
    if let [alone] = refs[..] {
        // The likeliest set is the one that was found first.
        let others = induce_regions(alone, MAX_SETS).into_iter().skip(1);
        wrappers.extend(others.map(|induced| wrapper(induced, &[0], &refs)));
    }
    Ok(Found { wrappers, misfits: trained.misfits, strangers: trained.strangers, warnings })
}

/// Returns the wrapper of an induction, with a baseline of the pages that it was induced from.
fn wrapper(induced: Induced, positions: &[usize], pages: &[&Page]) -> unhusk::Wrapper {
    let names: Vec<String> = positions.iter().map(|at| format!("page {}", at + 1)).collect();
    let named = names.iter().zip(pages).map(|(name, &page)| NamedPage { name, page });
    let learnt = provenance_of_pages("template", named);
    let mut wrapper = unhusk::Wrapper::new(induced.schema, induced.wrapper.into(), learnt);
    wrapper.record_baseline(pages.iter().copied());
    wrapper
}
