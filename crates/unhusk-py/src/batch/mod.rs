//! A column of pages -> Arrow columns of records, on all cores, without the interpreter's lock.
//!
//! ```text
//! Arrow column or iterable -> Pages -> blocks -> threads -> record batches, in the order of the pages
//! ```
//!
//! | column | type | content |
//! | --- | --- | --- |
//! | `_row` | int64 | position of the page in the input |
//! | `_url` | utf8 | its URL, if URLs were given |
//! | `_error` | utf8 | the reason why the page has no records; null if it was read |
//! | each field | utf8, a list of it, or a list of structs | with spans, a struct of `text`, `start`, `end`, `confidence` for each text |

mod block;
mod column;
mod schema;

pub(crate) use block::RecordReader;
pub(crate) use schema::{BatchSchema, RowShape};

use crate::capsule;
use crate::error::guarded;
use crate::pages::{Pages, Urls};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use block::{Block, BlockReader, blocks};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;
use unhusk_engine::in_order;

/// Warnings of pages that are kept; the others are counted.
const MAX_WARNINGS: usize = 1000;

/// How a column of pages is read.
#[derive(Default)]
pub(crate) struct BatchOptions {
    /// Threads; all cores if not given.
    pub(crate) threads: Option<usize>,
    /// Whether each value has its place and confidence.
    pub(crate) spans: bool,
    /// Function that is called with the number of pages read since its last call.
    pub(crate) progress: Option<Py<PyAny>>,
}

/// The records of a column of pages, in Arrow record batches.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct Batch {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    warnings: Vec<(usize, String)>,
    #[pyo3(get)]
    n_pages: usize,
    #[pyo3(get)]
    n_failed: usize,
    #[pyo3(get)]
    n_warnings: usize,
}

impl Batch {
    /// Reads the pages of a column.
    ///
    /// # Errors
    /// If the object is no column of pages, or the user interrupts.
    pub(crate) fn extract(
        reader: &dyn RecordReader,
        html: &Bound<'_, PyAny>,
        urls: Option<&Bound<'_, PyAny>>,
        options: BatchOptions,
    ) -> PyResult<Self> {
        let py = html.py();
        let pages = Pages::new(html)?;
        let urls = urls.map(Urls::new).transpose()?;
        if let Some(urls) = urls.as_ref().filter(|urls| urls.len() != pages.len()) {
            let message = format!("{} urls were given for {} pages", urls.len(), pages.len());
            return Err(PyValueError::new_err(message));
        }
        let n_threads = match options.threads {
            Some(0) => return Err(PyValueError::new_err("threads must be at least 1")),
            Some(n) => n,
            None => available_parallelism().map_or(1, usize::from),
        };
        let shape = RowShape { urls: urls.is_some(), spans: options.spans };
        let schema = shape.arrow(reader.schema());
        let reader = BlockReader { reader, pages: &pages, urls: urls.as_ref(), schema, shape };
        py.detach(|| guarded(|| Self::run(&reader, n_threads, options.progress.as_ref())))?
    }

    /// Reads all blocks; stops if the user interrupts.
    fn run(
        reader: &BlockReader<'_>,
        n_threads: usize,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut all = Self::empty(Arc::clone(&reader.schema), reader.pages.len());
        let blocks = blocks(reader.pages);
        let mut interrupted = Ok(());
        in_order(
            blocks.iter().cloned(),
            n_threads.min(blocks.len()),
            || (),
            |(), block| reader.read(block),
            |block| {
                let n_pages = block.n_pages;
                all.add(block);
                interrupted = Python::attach(|py| {
                    py.check_signals()?;
                    progress.map_or(Ok(()), |progress| progress.call1(py, (n_pages,)).map(drop))
                });
                if interrupted.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        interrupted.map(|()| all)
    }

    fn empty(schema: SchemaRef, n_pages: usize) -> Self {
        let (batches, warnings) = (Vec::new(), Vec::new());
        Self { schema, batches, warnings, n_pages, n_failed: 0, n_warnings: 0 }
    }

    fn add(&mut self, block: Block) {
        self.batches.extend(block.batches);
        self.n_failed += block.n_failed;
        self.n_warnings += block.warnings.len();
        let n_free = MAX_WARNINGS - self.warnings.len();
        self.warnings.extend(block.warnings.into_iter().take(n_free));
    }
}

#[pymethods]
impl Batch {
    /// Records and rows of errors.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The first warnings: the position of the page, and what was cut or replaced there.
    #[getter]
    fn warnings(&self) -> Vec<(usize, String)> {
        self.warnings.clone()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py, &self.schema)
    }

    /// A stream of the record batches. No other schema is offered than this one.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule::export_batches(py, Arc::clone(&self.schema), self.batches.clone())
    }
}
