//! The class `Wrapper`: load, save and run.

use crate::batch::{Batch, BatchOptions, BatchSchema, RowShape};
use crate::error;
use crate::page::GivenPage;
use crate::pages::Pages;
use crate::record::RecordKeys;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use unhusk::Extraction;
use unhusk::record;
use unhusk::sink::SourcePage;
use unhusk_io::sink::{AtomicFile, SinkError};
use unhusk_io::source::{LinkResolver, base_of, read_small};

/// A learnt rule with its fields, and with what is known of it.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct Wrapper {
    pub(crate) inner: Arc<unhusk::Wrapper>,
    keys: RecordKeys,
    json: OnceLock<String>,
}

impl Wrapper {
    pub(crate) fn of(py: Python<'_>, inner: unhusk::Wrapper) -> Self {
        let keys = RecordKeys::new(py, inner.schema.fields());
        Self { inner: Arc::new(inner), keys, json: OnceLock::new() }
    }

    fn json(&self) -> &str {
        self.json.get_or_init(|| self.inner.to_json())
    }
}

#[pymethods]
impl Wrapper {
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let name = path.to_string_lossy().into_owned();
        let read = || read_small(&name, unhusk::Wrapper::MAX_BYTES);
        let text = py.detach(read).map_err(|error| error::source(&error))?;
        let loaded = py.detach(|| error::guarded(|| unhusk::Wrapper::from_json(&text)))?;
        Ok(Self::of(py, loaded.map_err(|error| error::load_of(&name, &error))?))
    }

    #[staticmethod]
    fn loads(py: Python<'_>, text: &str) -> PyResult<Self> {
        let loaded = py.detach(|| error::guarded(|| unhusk::Wrapper::from_json(text)))?;
        Ok(Self::of(py, loaded.map_err(|error| error::load(&error))?))
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let save = || {
            let mut file = AtomicFile::create(&path)?;
            let written = file.write_all(self.json().as_bytes());
            written.map_err(|cause| SinkError { path: file.name().to_owned(), cause })?;
            file.commit()
        };
        py.detach(save).map_err(|error| error::sink(&error))
    }

    fn dumps(&self) -> &str {
        self.json()
    }

    #[getter]
    fn wrapper_class(&self) -> &'static str {
        self.inner.class()
    }

    #[getter]
    fn url_pattern(&self) -> Option<&str> {
        self.inner.applies.url.as_deref()
    }

    #[getter]
    fn schema(&self, py: Python<'_>) -> PyResult<Vec<Py<Field>>> {
        Field::list(py, self.inner.schema.fields())
    }

    /// The records and warnings of a page.
    #[pyo3(signature = (html, *, url=None, spans=false, absolute=false))]
    fn extract<'py>(
        &self,
        html: &Bound<'py, PyAny>,
        url: Option<String>,
        spans: bool,
        absolute: bool,
    ) -> PyResult<(Bound<'py, PyList>, Vec<String>)> {
        let py = html.py();
        let given = GivenPage::new(html)?;
        let url = url.or_else(|| given.url().map(str::to_owned));
        let page = given.read(py, None)?;
        let links = absolute.then(|| {
            let mut source = SourcePage::new("");
            source.base = base_of(&page);
            source.url = url;
            LinkResolver::new(&source)
        });
        let read = || self.read(&page, spans, links.as_ref());
        let (extraction, resolved) = py.detach(|| error::guarded(read))?;
        let warnings = page.warnings().chain(&extraction.warnings).chain(&resolved);
        let warnings = warnings.map(ToString::to_string).collect();
        Ok((self.keys.list(py, &extraction.records, spans)?, warnings))
    }

    /// The records of a column of pages.
    #[pyo3(signature = (html, urls=None, *, threads=None, spans=false, progress=None))]
    fn extract_batch(
        &self,
        html: &Bound<'_, PyAny>,
        urls: Option<&Bound<'_, PyAny>>,
        threads: Option<usize>,
        spans: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Batch> {
        let how = BatchOptions { threads, spans, progress };
        Batch::extract(&*self.inner, html, urls, how)
    }

    /// The columns of the records of pages.
    #[pyo3(signature = (urls=false, spans=false))]
    fn arrow_schema(&self, urls: bool, spans: bool) -> BatchSchema {
        BatchSchema::new(&self.inner.schema, RowShape { urls, spans })
    }

    /// Records how the records of pages look that are known to be read right.
    fn with_baseline(&self, py: Python<'_>, pages: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pages = Pages::new(pages)?.read_all(py)?;
        let mut wrapper = (*self.inner).clone();
        py.detach(|| error::guarded(|| wrapper.record_baseline(pages.iter().map(|page| &**page))))?;
        Ok(Self::of(py, wrapper))
    }

    /// The rule in words, line by line.
    #[pyo3(signature = (whole=false))]
    fn explain(&self, whole: bool) -> Vec<String> {
        if whole { self.inner.explain_all() } else { self.inner.explain() }
    }

    /// The method, and the pages with their numbers of records, that it was learnt from.
    #[getter]
    fn learnt_from(&self) -> (&str, Vec<(&str, usize)>) {
        let learnt = &self.inner.provenance;
        let pages = learnt.pages.iter().map(|page| (page.name.as_str(), page.records));
        (&learnt.method, pages.collect())
    }

    fn __eq__(&self, other: &Self) -> bool {
        *self.inner == *other.inner
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.json().hash(&mut state);
        state.finish()
    }
}

impl Wrapper {
    /// Reads a page, and resolves its links if asked to.
    fn read<'p>(
        &self,
        page: &'p unhusk::Page,
        spans: bool,
        links: Option<&LinkResolver>,
    ) -> (Extraction<'_, 'p>, Option<unhusk::Warning>) {
        let mut extraction =
            if spans { self.inner.extract_with_confidence(page) } else { self.inner.extract(page) };
        let fields = self.inner.schema.fields();
        let unresolved =
            links.and_then(|links| links.resolve(page, fields, &mut extraction.records));
        (extraction, unresolved)
    }
}

/// A field of a schema.
#[pyclass(frozen, get_all, module = "unhusk._unhusk")]
pub(crate) struct Field {
    /// Its key in a record.
    name: String,
    /// Whether its value is a list.
    many: bool,
    /// Whether a record may lack it.
    optional: bool,
    /// Its datatype, or the class of its nested records.
    r#type: Option<String>,
    /// The fields of its nested records.
    fields: Vec<Py<Field>>,
}

impl Field {
    /// Recurses on the nesting of the schema, which is limited.
    fn list(py: Python<'_>, fields: &[record::Field]) -> PyResult<Vec<Py<Self>>> {
        let one = |field: &record::Field| {
            let inside = Self::list(py, &field.fields)?;
            let own = Self {
                name: field.name.clone(),
                many: field.many || field.is_nested(),
                optional: field.optional,
                r#type: field.holds.as_ref().map(ToString::to_string),
                fields: inside,
            };
            Py::new(py, own)
        };
        fields.iter().map(one).collect()
    }
}

#[pymethods]
impl Field {
    fn __repr__(&self) -> String {
        let many = if self.many { ", many=True" } else { "" };
        format!("Field({:?}{many})", self.name)
    }
}
