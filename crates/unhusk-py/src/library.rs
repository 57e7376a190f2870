//! The class `WrapperSet`: several wrappers, one of which is chosen for each page by its URL.

use crate::batch::{Batch, BatchOptions, BatchSchema, RecordReader, RowShape};
use crate::error::guarded;
use crate::wrapper::Wrapper;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use unhusk::record::Schema;
use unhusk::wrapper::RawExtraction;
use unhusk_engine::WrapperSetError;
use unhusk_engine::library::{Library, LibraryError};

/// Wrappers with names, and the columns that all their records have in common.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct WrapperSet {
    inner: unhusk_engine::WrapperSet,
}

#[pymethods]
impl WrapperSet {
    #[new]
    fn new(named: Vec<(String, PyRef<'_, Wrapper>)>) -> PyResult<Self> {
        if named.is_empty() {
            return Err(PyValueError::new_err("a set of wrappers needs at least one"));
        }
        let named = named.into_iter().map(|(name, wrapper)| (name, (*wrapper.inner).clone()));
        let inner = unhusk_engine::WrapperSet::of_named(named.collect());
        Ok(Self { inner: inner.map_err(|error| refused(&error))? })
    }

    /// The present versions of all wrappers of a library.
    #[staticmethod]
    fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let load = || unhusk_engine::WrapperSet::of_library(&Library::new(folder));
        let inner = py.detach(|| guarded(load))?;
        Ok(Self { inner: inner.map_err(|error| refused(&error))? })
    }

    /// The wrappers with their names.
    #[getter]
    fn wrappers(&self, py: Python<'_>) -> Vec<(String, Wrapper)> {
        let named = self.inner.wrappers();
        named.map(|(name, wrapper)| (name.to_owned(), Wrapper::of(py, wrapper.clone()))).collect()
    }

    /// The records of a column of pages; a page that no wrapper or several are for is a row with its error.
    #[pyo3(signature = (html, urls=None, *, threads=None, spans=false))]
    fn extract_batch(
        &self,
        html: &Bound<'_, PyAny>,
        urls: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
        spans: bool,
    ) -> PyResult<Batch> {
        let options = BatchOptions { threads, spans, progress: None };
        Batch::extract(&self.inner, html, urls, options)
    }

    /// The columns of the records of pages.
    #[pyo3(signature = (urls=false, spans=false))]
    fn arrow_schema(&self, urls: bool, spans: bool) -> BatchSchema {
        BatchSchema::new(self.inner.schema(), RowShape { urls, spans })
    }
}

/// A library that cannot be read, or wrappers that cannot be run together.
fn refused(error: &WrapperSetError) -> PyErr {
    match error {
        WrapperSetError::Library(LibraryError::Io { .. }) => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

impl RecordReader for unhusk_engine::WrapperSet {
    fn schema(&self) -> &Schema {
        self.schema()
    }

    fn read<'p>(
        &self,
        url: Option<&str>,
        page: &'p unhusk::Page,
        with_confidence: bool,
    ) -> Result<RawExtraction<'p>, String> {
        let at = self.choose(url, page).map_err(|error| error.to_string())?;
        let mut extraction = RecordReader::read(self.wrapper(at), url, page, with_confidence)?;
        let records = extraction.records.into_iter();
        extraction.records = records.map(|record| self.placed(at, record)).collect();
        Ok(extraction)
    }
}
