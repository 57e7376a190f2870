//! WARC archives -> pages, from a file or from any Python object with `read`: the work of one task of a cluster.

use crate::error::{guarded, source};
use crate::page::Page;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use unhusk::page::PageOptions;
use unhusk_io::source::{ArchiveOptions, PageRef, SourceError, WarcPages};

/// Reads the pages of a WARC archive, one after the other.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct WarcReader {
    pages: Mutex<WarcPages>,
}

/// A page of an archive, or what is wrong in its place.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct WarcPage {
    /// The URL that was captured.
    url: Option<String>,
    /// The page; `None` if it cannot be read.
    page: Option<Py<Page>>,
    /// When it was captured.
    date: Option<String>,
    /// Where its record begins in the archive.
    offset: Option<u64>,
    /// Why there is no page.
    error: Option<String>,
    /// What the archive tells of the page: that it is not complete, for example.
    notes: Vec<String>,
    /// Bytes of the source of the page.
    n_bytes: usize,
}

#[pymethods]
impl WarcReader {
    #[new]
    #[pyo3(signature = (archive, offset=0, length=None, name=None))]
    fn new(
        archive: &Bound<'_, PyAny>,
        offset: u64,
        length: Option<u64>,
        name: Option<&str>,
    ) -> PyResult<Self> {
        let length = length.unwrap_or(u64::MAX);
        if offset.checked_add(length).is_none() && length != u64::MAX {
            return Err(PyOverflowError::new_err("offset and length are too large"));
        }
        let options = ArchiveOptions::default();
        let opened = if archive.hasattr("read")? {
            let input = PythonInput(archive.clone().unbind()).take(length);
            let name = name.unwrap_or("the archive");
            archive.py().detach(|| WarcPages::in_stream(name, input, offset, &options))
        } else {
            let path: PathBuf = archive.extract().map_err(|_| not_an_archive(archive))?;
            archive.py().detach(|| WarcPages::in_file(&path, offset, length, &options))
        };
        Ok(Self { pages: Mutex::new(opened.map_err(|error| source(&error))?) })
    }

    fn __iter__(reader: PyRef<'_, Self>) -> PyRef<'_, Self> {
        reader
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<WarcPage>> {
        let next = || {
            let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            pages.next().map(Captured::new)
        };
        let Some(found) = py.detach(|| guarded(next))? else { return Ok(None) };
        py.check_signals()?;
        found.into_python(py).map(Some)
    }

    /// How many records so far are no pages, by reason.
    #[getter]
    fn skipped<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let skipped = self.pages.lock().unwrap_or_else(PoisonError::into_inner).skipped();
        let counts = PyDict::new(py);
        counts.set_item("not_html", skipped.not_html)?;
        counts.set_item("status", skipped.status)?;
        counts.set_item("revisit", skipped.revisit)?;
        counts.set_item("other_records", skipped.other_records)?;
        Ok(counts)
    }
}

fn not_an_archive(given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("an archive is a path or has a method `read`, not {kind}"))
}

/// A capture, before it is a Python object.
struct Captured {
    url: Option<String>,
    page: Option<unhusk::Page>,
    date: Option<String>,
    offset: Option<u64>,
    error: Option<String>,
    notes: Vec<String>,
}

impl Captured {
    /// Decodes a page that was found.
    fn new(found: Result<PageRef, SourceError>) -> Self {
        match found {
            Ok(found) => Self::of_page(&found),
            Err(error) => Self::of_error(&error),
        }
    }

    fn of_page(found: &PageRef) -> Self {
        let capture = found.capture.as_ref();
        let read = found.read(&PageOptions::default());
        let notes = read.as_ref().map(|read| read.notes.iter().map(ToString::to_string).collect());
        Self {
            url: found.url.clone(),
            date: capture.and_then(|capture| capture.date.clone()),
            offset: capture.map(|capture| capture.offset),
            notes: notes.unwrap_or_default(),
            error: read.as_ref().err().map(ToString::to_string),
            page: read.ok().map(|read| read.page),
        }
    }

    fn of_error(error: &SourceError) -> Self {
        let (url, offset) = match error {
            SourceError::Record { uri, offset, .. } => (uri.clone(), Some(*offset)),
            SourceError::Archive { offset, .. } => (None, Some(*offset)),
            _ => (None, None),
        };
        let error = Some(error.to_string());
        Self { url, page: None, date: None, offset, error, notes: Vec::new() }
    }

    fn into_python(self, py: Python<'_>) -> PyResult<WarcPage> {
        let Self { url, page, date, offset, error, notes } = self;
        let n_bytes = page.as_ref().map_or(0, |page| page.source().len());
        let page = page.map(|page| Page { inner: Arc::new(page), url: url.clone() });
        let page = page.map(|page| Py::new(py, page)).transpose()?;
        Ok(WarcPage { url, page, date, offset, error, notes, n_bytes })
    }
}

/// A Python object with a method `read`.
struct PythonInput(Py<PyAny>);

impl Read for PythonInput {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1("read", (room.len(),))?;
            let bytes = read.cast_into::<PyBytes>()?;
            let bytes = bytes.as_bytes();
            let room = room.get_mut(..bytes.len()).ok_or_else(|| {
                io::Error::other("its method `read` returns more bytes than it was asked for")
            })?;
            room.copy_from_slice(bytes);
            Ok(bytes.len())
        })
        .map_err(|error: PyErr| io::Error::other(error.to_string()))
    }
}
