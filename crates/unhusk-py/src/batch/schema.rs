//! Fields of a wrapper -> columns.

use crate::capsule;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use unhusk::record;

/// Columns beside the fields, and the parts of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowShape {
    /// Whether there is a column with the URL of the page.
    pub(crate) urls: bool,
    /// Whether each value has its place and confidence.
    pub(crate) spans: bool,
}

impl RowShape {
    /// The schema of the record batches.
    pub(crate) fn arrow(self, schema: &record::Schema) -> SchemaRef {
        let mut columns = vec![Field::new("_row", DataType::Int64, false)];
        if self.urls {
            columns.push(Field::new("_url", DataType::Utf8, true));
        }
        columns.push(Field::new("_error", DataType::Utf8, true));
        columns.extend(schema.fields().iter().map(|field| self.field(field)));
        Arc::new(Schema::new(columns))
    }

    /// Recurses on the nesting of the schema, which is limited.
    fn field(self, field: &record::Field) -> Field {
        let list = |item| DataType::List(Arc::new(Field::new("item", item, true)));
        let datatype = if field.is_nested() {
            list(DataType::Struct(field.fields.iter().map(|inner| self.field(inner)).collect()))
        } else if field.many {
            list(self.value())
        } else {
            self.value()
        };
        Field::new(&field.name, datatype, true)
    }

    fn value(self) -> DataType {
        if self.spans { DataType::Struct(value_fields()) } else { DataType::Utf8 }
    }
}

/// The parts of a value with its place.
pub(super) fn value_fields() -> Fields {
    Fields::from(vec![
        Field::new("text", DataType::Utf8, false),
        Field::new("start", DataType::Int64, false),
        Field::new("end", DataType::Int64, false),
        Field::new("confidence", DataType::Float64, true),
    ])
}

/// The columns of a batch, known before any page is read.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct BatchSchema(SchemaRef);

impl BatchSchema {
    pub(crate) fn new(schema: &record::Schema, shape: RowShape) -> Self {
        Self(shape.arrow(schema))
    }
}

#[pymethods]
impl BatchSchema {
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::export_schema(py, &self.0)
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.0.fields().iter().map(|field| field.name().as_str()).collect()
    }
}
