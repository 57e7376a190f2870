//! Pages and URLs from Python: an Arrow column, which is not copied, or any iterable.

use crate::capsule;
use crate::error::caught;
use crate::page::GivenPage;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryViewArray, GenericBinaryArray, OffsetSizeTrait};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;
use unhusk::page::{Page, PageOptions};
use unhusk_engine::in_order;

/// Pages that are not read yet.
pub(crate) enum Pages {
    /// Chunks of an Arrow column.
    Column(Column),
    /// Elements of an iterable.
    Listed(Vec<ListedPage>),
}

/// A page that is not read yet.
#[derive(Clone, Copy)]
pub(crate) enum PageInput<'a> {
    /// A null.
    Null,
    /// Bytes in the page's own encoding.
    Bytes(&'a [u8]),
    /// Bytes of a text; UTF-8 unless the column is invalid.
    Text(&'a [u8]),
    /// A page that was read.
    Page(&'a Arc<Page>),
    /// An object that is no page, with the reason.
    Wrong(&'a str),
}

/// A page of an iterable.
pub(crate) enum ListedPage {
    Null,
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
    Page(Arc<Page>),
    Wrong(String),
}

impl Pages {
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(column) = Column::of_arrow(given)? {
            return Ok(Self::Column(column));
        }
        if GivenPage::is_one(given) {
            let message = "several pages are needed, not one: put it into a list";
            return Err(PyTypeError::new_err(message));
        }
        let pages = given.try_iter()?.map(|page| Ok(ListedPage::new(&page?)));
        Ok(Self::Listed(pages.collect::<PyResult<_>>()?))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Column(column) => column.len(),
            Self::Listed(pages) => pages.len(),
        }
    }

    /// Reads all pages on all cores, without the interpreter's lock.
    ///
    /// # Errors
    /// If one of them cannot be read; the error names its position.
    pub(crate) fn read_all(&self, py: Python<'_>) -> PyResult<Vec<Arc<Page>>> {
        let n_threads = available_parallelism().map_or(1, usize::from).min(self.len());
        let mut pages = Vec::with_capacity(self.len());
        let read = |(): &mut (), at: usize| caught(|| self.get(at).read());
        let mut take = |read: Result<Result<Arc<Page>, String>, String>| match read.flatten() {
            Ok(page) => {
                pages.push(page);
                Ok(())
            }
            Err(why) => Err(format!("page {}: {why}", pages.len() + 1)),
        };
        let mut failure = None;
        py.detach(|| {
            in_order(
                0..self.len(),
                n_threads,
                || (),
                read,
                |read| match take(read) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(why) => {
                        failure = Some(why);
                        ControlFlow::Break(())
                    }
                },
            );
        });
        failure.map_or(Ok(pages), |why| Err(PyValueError::new_err(why)))
    }

    /// The page at a position, as it was given.
    pub(crate) fn get(&self, at: usize) -> PageInput<'_> {
        match self {
            Self::Column(column) => match column.get(at) {
                None => PageInput::Null,
                Some(bytes) if column.is_text => PageInput::Text(bytes),
                Some(bytes) => PageInput::Bytes(bytes),
            },
            Self::Listed(pages) => match &pages[at] {
                ListedPage::Null => PageInput::Null,
                ListedPage::Bytes(bytes) => PageInput::Bytes(bytes),
                ListedPage::Text(text) => PageInput::Text(text.as_bytes()),
                ListedPage::Page(page) => PageInput::Page(page),
                ListedPage::Wrong(why) => PageInput::Wrong(why),
            },
        }
    }
}

impl PageInput<'_> {
    /// Reads the page.
    ///
    /// # Errors
    /// If the value is null, or is no page.
    pub(crate) fn read(self) -> Result<Arc<Page>, String> {
        match self {
            PageInput::Null => Err("there is no page: the value is null".to_owned()),
            PageInput::Wrong(why) => Err(why.to_owned()),
            PageInput::Page(page) => Ok(Arc::clone(page)),
            PageInput::Bytes(bytes) => Ok(Arc::new(Page::from_bytes(bytes))),
            PageInput::Text(bytes) => {
                let mut options = PageOptions::default();
                options.charset = Some("utf-8".to_owned());
                Ok(Arc::new(Page::read(bytes, options)))
            }
        }
    }

    /// Returns the length of the source in bytes, if it is known.
    pub(crate) fn n_bytes(self) -> usize {
        match self {
            Self::Bytes(bytes) | Self::Text(bytes) => bytes.len(),
            Self::Page(page) => page.source().len(),
            Self::Null | Self::Wrong(_) => 0,
        }
    }
}

impl ListedPage {
    fn new(given: &Bound<'_, PyAny>) -> Self {
        if given.is_none() || is_nan(given) {
            return Self::Null;
        }
        match GivenPage::new(given) {
            Ok(GivenPage::Bytes(bytes)) => Self::Bytes(bytes),
            Ok(GivenPage::Text(text)) => Self::Text(text),
            Ok(GivenPage::Page(page, _)) => Self::Page(page),
            Ok(file @ GivenPage::File(_)) => match file.read(given.py(), None) {
                Ok(page) => Self::Page(page),
                Err(error) => Self::Wrong(error.value(given.py()).to_string()),
            },
            Err(error) => Self::Wrong(error.value(given.py()).to_string()),
        }
    }
}

/// Whether an object is the missing value of pandas in a column of objects.
fn is_nan(given: &Bound<'_, PyAny>) -> bool {
    given.extract::<f64>().is_ok_and(f64::is_nan)
        || given.get_type().name().is_ok_and(|name| name == "NAType")
}

/// URLs of the pages.
pub(crate) enum Urls {
    Column(Column),
    Listed(Vec<Option<PyBackedStr>>),
}

impl Urls {
    pub(crate) fn new(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(column) = Column::of_arrow(given)? {
            return Ok(Self::Column(column));
        }
        let url = |url: PyResult<Bound<'_, PyAny>>| {
            let url = url?;
            if is_nan(&url) { Ok(None) } else { url.extract() }
        };
        Ok(Self::Listed(given.try_iter()?.map(url).collect::<PyResult<_>>()?))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Column(column) => column.len(),
            Self::Listed(urls) => urls.len(),
        }
    }

    /// Returns the URL at a position; `None` if it is not UTF-8.
    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        match self {
            Self::Column(column) => std::str::from_utf8(column.get(at)?).ok(),
            Self::Listed(urls) => urls[at].as_deref(),
        }
    }
}

/// An Arrow column of bytes or texts, in chunks.
pub(crate) struct Column {
    chunks: Vec<Chunk>,
    /// Position of the first element of each chunk.
    starts: Vec<usize>,
    n: usize,
    is_text: bool,
}

enum Chunk {
    Small(GenericBinaryArray<i32>),
    Large(GenericBinaryArray<i64>),
    View(BinaryViewArray),
    /// Nulls alone.
    Null,
}

impl Column {
    /// Reads an Arrow column; `None` if the object does not export Arrow data.
    fn of_arrow(given: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let Some(arrays) = capsule::import_arrays(given)? else { return Ok(None) };
        let is_text = arrays.first().is_some_and(|array| is_text(array.data_type()));
        let mut starts = Vec::with_capacity(arrays.len());
        let mut n = 0;
        for array in &arrays {
            starts.push(n);
            n += array.len();
        }
        let chunks = arrays.iter().map(Chunk::new).collect::<PyResult<_>>()?;
        Ok(Some(Self { chunks, starts, n, is_text }))
    }

    fn len(&self) -> usize {
        self.n
    }

    fn get(&self, at: usize) -> Option<&[u8]> {
        // An empty chunk has the same start as the next one: the last chunk with this start has the element.
        let chunk = self.starts.partition_point(|start| *start <= at) - 1;
        self.chunks[chunk].get(at - self.starts[chunk])
    }
}

fn is_text(of: &DataType) -> bool {
    matches!(of, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

impl Chunk {
    /// Texts are taken as bytes, since their encoding is not validated.
    fn new(array: &ArrayRef) -> PyResult<Self> {
        Ok(match array.data_type() {
            DataType::Binary => Self::Small(array.as_binary().clone()),
            DataType::LargeBinary => Self::Large(array.as_binary().clone()),
            DataType::Utf8 => Self::Small(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Self::Large(array.as_string::<i64>().clone().into()),
            DataType::BinaryView => Self::View(array.as_binary_view().clone()),
            DataType::Utf8View => Self::View(array.as_string_view().clone().to_binary_view()),
            DataType::Null => Self::Null,
            DataType::Struct(fields) => {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                let names = names.join(", ");
                return Err(PyTypeError::new_err(format!(
                    "a table is no column of pages: pass one of its columns ({names})"
                )));
            }
            other => {
                return Err(PyValueError::new_err(format!(
                    "a column of pages holds binary or utf8, not {other}; cast it first"
                )));
            }
        })
    }

    fn get(&self, at: usize) -> Option<&[u8]> {
        match self {
            Self::Small(array) => element(array, at),
            Self::Large(array) => element(array, at),
            Self::View(array) => array.is_valid(at).then(|| array.value(at)),
            Self::Null => None,
        }
    }
}

fn element<O: OffsetSizeTrait>(array: &GenericBinaryArray<O>, at: usize) -> Option<&[u8]> {
    array.is_valid(at).then(|| array.value(at))
}
