//! The class `Evidence`: the observations behind a verdict on pages, gathered in parts and merged.

use crate::error::{caught, guarded};
use crate::pages::{Pages, Urls};
use crate::verify::{Verdict, page_name};
use crate::wrapper::Wrapper;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::thread::available_parallelism;
use unhusk::wrapper::summary::RunEvidence;
use unhusk_engine::in_order;

/// What a verdict on pages rests on.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct Evidence {
    inner: RunEvidence,
    /// Pages that were not read.
    #[pyo3(get)]
    n_failed: usize,
}

#[pymethods]
impl Evidence {
    /// Reads a column of pages with a wrapper. Without URLs, a page is called by its number.
    #[staticmethod]
    #[pyo3(signature = (wrapper, html, urls=None, *, threads=None))]
    fn of(
        wrapper: &Wrapper,
        html: &Bound<'_, PyAny>,
        urls: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let py = html.py();
        let pages = Pages::new(html)?;
        let urls = urls.map(Urls::new).transpose()?;
        if let Some(urls) = urls.as_ref().filter(|urls| urls.len() != pages.len()) {
            let message = format!("{} urls were given for {} pages", urls.len(), pages.len());
            return Err(PyValueError::new_err(message));
        }
        let n_threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        py.detach(|| guarded(|| Self::gather(&wrapper.inner, &pages, urls.as_ref(), n_threads)))?
    }

    /// Loads what `dumps` returned.
    #[staticmethod]
    fn loads(text: &str, n_failed: usize) -> PyResult<Self> {
        let inner = serde_json::from_str(text);
        let inner =
            inner.map_err(|error| PyValueError::new_err(format!("no evidence: {error}")))?;
        Ok(Self { inner, n_failed })
    }

    fn dumps(&self) -> PyResult<String> {
        serde_json::to_string(&self.inner).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Pages that were read.
    #[getter]
    fn n_pages(&self) -> u64 {
        self.inner.n_pages()
    }

    /// The evidence of these pages and of pages that come after them.
    fn merge(&self, after: &Self) -> Self {
        let mut inner = self.inner.clone();
        inner.merge(after.inner.clone());
        Self { inner, n_failed: self.n_failed + after.n_failed }
    }

    /// The verdict on the pages.
    fn verdict(&self, py: Python<'_>, wrapper: &Wrapper) -> PyResult<Verdict> {
        let verdict = self.inner.verdict(&wrapper.inner);
        let verdict = verdict.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Verdict::new(py, &verdict)
    }
}

impl Evidence {
    /// Reads the pages; one that cannot be read is counted. Stops if the user interrupts.
    fn gather(
        wrapper: &unhusk::Wrapper,
        pages: &Pages,
        urls: Option<&Urls>,
        n_threads: usize,
    ) -> PyResult<Self> {
        let mut evidence = Self { inner: RunEvidence::new(wrapper), n_failed: 0 };
        let of_page = |at: usize| {
            let page = pages.get(at).read()?;
            Ok(RunEvidence::of_page(wrapper, &page_name(urls, at), &page))
        };
        let work = |(): &mut (), at: usize| caught(|| of_page(at)).unwrap_or_else(Err::<_, String>);
        let mut interrupted = Ok(());
        in_order(
            0..pages.len(),
            n_threads.min(pages.len()),
            || (),
            work,
            |of_page| {
                match of_page {
                    Ok(of_page) => evidence.inner.merge(of_page),
                    Err(_) => evidence.n_failed += 1,
                }
                interrupted = Python::attach(|py| py.check_signals());
                if interrupted.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        interrupted.map(|()| evidence)
    }
}
