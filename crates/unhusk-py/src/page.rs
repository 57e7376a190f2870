//! Pages: the Python objects that are accepted as one, and the class `Page`.

use crate::node::Node;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use std::path::PathBuf;
use std::sync::Arc;
use unhusk::page::PageOptions;
use unhusk_io::source::PageRef;

/// One document: its decoded source with the place of every node.
#[pyclass(frozen, subclass, module = "unhusk._unhusk")]
pub(crate) struct Page {
    pub(crate) inner: Arc<unhusk::Page>,
    pub(crate) url: Option<String>,
}

/// A page as a caller of Python gives it.
pub(crate) enum GivenPage {
    /// A page that was read.
    Page(Arc<unhusk::Page>, Option<String>),
    /// A source that is decoded.
    Text(PyBackedStr),
    /// Bytes in the page's own encoding.
    Bytes(PyBackedBytes),
    /// A file.
    File(PathBuf),
}

impl GivenPage {
    /// Reads the kind of page from a Python object.
    ///
    /// # Errors
    /// If no page can be read from the object.
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return text_of(text);
        }
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Self::Bytes(PyBackedBytes::from(bytes.clone())));
        }
        if let Ok(page) = given.cast::<Page>() {
            let page = page.get();
            return Ok(Self::Page(Arc::clone(&page.inner), page.url.clone()));
        }
        if let Ok(bytes) = given.cast::<PyByteArray>() {
            return Ok(Self::Bytes(PyBackedBytes::from(bytes.clone())));
        }
        if let Ok(view) = given.cast::<PyMemoryView>() {
            let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
            return Ok(Self::Bytes(PyBackedBytes::from(bytes)));
        }
        if given.hasattr("__fspath__")? {
            return Ok(Self::File(given.extract()?));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a page is bytes, str, a path object or an unhusk.Page, not {kind}"
        )))
    }

    /// Whether an object is a page by its type, and so no column of pages.
    pub(crate) fn is_one(given: &Bound<'_, PyAny>) -> bool {
        given.is_instance_of::<PyString>()
            || given.is_instance_of::<PyBytes>()
            || given.is_instance_of::<PyByteArray>()
            || given.is_instance_of::<Page>()
    }

    /// Reads the page, without the interpreter's lock.
    ///
    /// # Errors
    /// If it is in a file that cannot be read.
    pub(crate) fn read(
        self,
        py: Python<'_>,
        encoding: Option<&str>,
    ) -> PyResult<Arc<unhusk::Page>> {
        let options = options(encoding);
        let read = move || match self {
            Self::Page(page, _) => Ok(page),
            Self::Text(text) => Ok(Arc::new(unhusk::Page::from(&*text))),
            Self::Bytes(bytes) => Ok(Arc::new(unhusk::Page::read(&bytes, options))),
            Self::File(path) => {
                let read = PageRef::file(path).read(&options);
                read.map(|read| Arc::new(read.page)).map_err(|error| crate::error::source(&error))
            }
        };
        py.detach(|| crate::error::guarded(read))?
    }

    /// The URL that the page knows.
    pub(crate) fn url(&self) -> Option<&str> {
        match self {
            Self::Page(_, url) => url.as_deref(),
            _ => None,
        }
    }
}

fn options(encoding: Option<&str>) -> PageOptions {
    let mut options = PageOptions::default();
    options.charset = encoding.map(str::to_owned);
    options
}

/// Returns the source of a page from a text. Half of a surrogate pair is no character: it is replaced, as in bytes.
fn text_of(text: &Bound<'_, PyString>) -> PyResult<GivenPage> {
    let Ok(text) = PyBackedStr::try_from(text.clone()) else { return surrogates_replaced(text) };
    if is_file_name(&text) {
        return Err(PyValueError::new_err(format!(
            "`{text}` is the name of a file, not a page: pass its bytes, or pathlib.Path({text:?})"
        )));
    }
    Ok(GivenPage::Text(text))
}

fn surrogates_replaced(text: &Bound<'_, PyString>) -> PyResult<GivenPage> {
    let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let decoded = String::from_utf8_lossy(bytes.cast::<PyBytes>()?.as_bytes()).into_owned();
    Ok(GivenPage::Text(PyBackedStr::try_from(PyString::new(text.py(), &decoded))?))
}

/// Whether a text can only be a file name: it has no markup, and ends as files of pages do.
fn is_file_name(text: &str) -> bool {
    let ends = || {
        [".html", ".htm", ".xhtml", ".warc", ".warc.gz", ".html.gz"]
            .iter()
            .any(|ending| text.ends_with(ending))
    };
    text.len() < 4096 && !text.contains(['<', '\n']) && ends()
}

#[pymethods]
impl Page {
    #[new]
    #[pyo3(signature = (html, *, encoding=None, url=None))]
    fn new(html: &Bound<'_, PyAny>, encoding: Option<&str>, url: Option<String>) -> PyResult<Self> {
        let given = GivenPage::new(html)?;
        let url = url.or_else(|| given.url().map(str::to_owned));
        Ok(Self { inner: given.read(html.py(), encoding)?, url })
    }

    /// The decoded source; every span is a range of its UTF-8 bytes.
    #[getter]
    fn source(&self) -> &str {
        self.inner.source()
    }

    /// The URL, if it is known.
    #[getter]
    fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The encoding of the bytes.
    #[getter]
    fn encoding(&self) -> &'static str {
        self.inner.encoding()
    }

    /// What was replaced or cut while the page was read.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.inner.tree();
        self.inner.warnings().map(ToString::to_string).collect()
    }

    /// The text of the page, or at a span of it, as a reader sees it.
    #[pyo3(signature = (span=None))]
    fn text(&self, span: Option<(u32, u32)>) -> String {
        let end = u32::try_from(self.inner.source().len()).unwrap_or(u32::MAX);
        self.inner.text(span.unwrap_or((0, end)).into()).into_owned()
    }

    /// The source from one byte to another; `None` outside of the page or inside of a character.
    fn slice(&self, start: u32, end: u32) -> Option<&str> {
        self.inner.slice((start, end).into())
    }

    fn nodes(&self) -> Vec<Node> {
        Node::all(&self.inner)
    }

    fn css(&self, selector: &str) -> PyResult<Vec<Node>> {
        Node::of_css(&self.inner, selector)
    }

    fn xpath(&self, path: &str) -> PyResult<Vec<Node>> {
        Node::of_xpath(&self.inner, path)
    }
}
