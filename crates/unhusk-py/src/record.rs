//! Records -> dicts, with the names of the fields made only once.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::hash::{Hash, Hasher};
use unhusk::record::{self, Cell, Confidence, Record};

/// A value with its place and confidence.
#[pyclass(frozen, eq, hash, module = "unhusk._unhusk")]
#[derive(PartialEq)]
pub(crate) struct Value {
    /// The text, as a reader sees it.
    #[pyo3(get)]
    text: String,
    /// First byte and one past the last byte in the UTF-8 source of the page.
    #[pyo3(get)]
    span: (u32, u32),
    /// Estimated probability that the value is right, if the wrapper can estimate it.
    #[pyo3(get)]
    confidence: Option<f64>,
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.text, self.span).hash(state);
    }
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (text, span, confidence=None))]
    fn new(text: String, span: (u32, u32), confidence: Option<f64>) -> Self {
        Self { text, span, confidence }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, &self.text).repr()?;
        let (start, end) = self.span;
        let confidence = self.confidence.map_or_else(|| "None".to_owned(), |it| it.to_string());
        Ok(format!("Value({text}, span=({start}, {end}), confidence={confidence})"))
    }

    fn __getnewargs__(&self) -> (&str, (u32, u32), Option<f64>) {
        (&self.text, self.span, self.confidence)
    }
}

impl From<&record::Value<'_>> for Value {
    fn from(value: &record::Value<'_>) -> Self {
        Self {
            text: value.text.to_string(),
            span: (value.span.start, value.span.end),
            confidence: value.confidence.map(Confidence::get),
        }
    }
}

/// Names of fields as Python texts.
pub(crate) struct RecordKeys(Vec<FieldKey>);

struct FieldKey {
    name: Py<PyString>,
    many: bool,
    /// Those of nested records.
    inside: RecordKeys,
}

impl RecordKeys {
    pub(crate) fn new(py: Python<'_>, fields: &[record::Field]) -> Self {
        let key = |field: &record::Field| FieldKey {
            name: PyString::intern(py, &field.name).unbind(),
            many: field.many,
            inside: Self::new(py, &field.fields),
        };
        Self(fields.iter().map(key).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A list of dicts. Recurses on the nesting of the schema, which is limited.
    pub(crate) fn list<'py>(
        &self,
        py: Python<'py>,
        records: &[Record<'_>],
        with_spans: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let dicts = records.iter().map(|record| self.dict(py, record, with_spans));
        PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
    }

    fn dict<'py>(
        &self,
        py: Python<'py>,
        record: &Record<'_>,
        with_spans: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, cell) in self.0.iter().zip(&record.cells) {
            dict.set_item(key.name.bind(py), key.content(py, cell, with_spans)?)?;
        }
        Ok(dict)
    }
}

impl FieldKey {
    /// Returns the value of a cell. A repeated or nested field is always a list, so that callers need not check before
    /// a loop.
    fn content<'py>(
        &self,
        py: Python<'py>,
        cell: &Cell<'_>,
        with_spans: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let leaf = |value: &record::Value<'_>| {
            if with_spans {
                Value::from(value).into_bound_py_any(py)
            } else {
                Ok(PyString::new(py, &value.text).into_any())
            }
        };
        match cell {
            Cell::Nested(records) => Ok(self.inside.list(py, records, with_spans)?.into_any()),
            Cell::Absent if !self.many && self.inside.is_empty() => Ok(py.None().into_bound(py)),
            Cell::One(value) if !self.many => leaf(value),
            cell => {
                let leaves = cell.values().iter().map(leaf).collect::<PyResult<Vec<_>>>()?;
                Ok(PyList::new(py, leaves)?.into_any())
            }
        }
    }
}
