//! Arrow's C structures in Python capsules: the only file with `unsafe`, since both sides of this border are C.
//!
//! The [`PyCapsule` interface](https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html) names the
//! capsules and defines the owner of each structure: a consumer moves the structure out of its capsule, and a structure
//! that is never moved is released with the capsule.
#![expect(unsafe_code, reason = "capsules hold pointers to C structures that other libraries made")]

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;
use std::ptr::NonNull;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Returns the arrays of a Python object: one, or those of a stream. `None` if the object does not export Arrow data.
pub(crate) fn import_arrays(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if given.hasattr("__arrow_c_array__")? {
        return import_array(given).map(|array| Some(vec![array]));
    }
    if given.hasattr("__arrow_c_stream__")? {
        return import_stream(given).map(Some);
    }
    Ok(None)
}

fn import_array(given: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let pair = given.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
    let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
    let schema = pointer::<FFI_ArrowSchema>(&schema, SCHEMA)?;
    let array = pointer::<FFI_ArrowArray>(&array, ARRAY)?;
    // SAFETY: the names of the capsules guarantee their types; both live until `pair` does. The array is moved out,
    // which marks the capsule's structure as released. The interface guarantees that the buffers match the schema.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    Ok(make_array(data.map_err(|error| refused(&error))?))
}

fn import_stream(given: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let capsule = given.call_method0("__arrow_c_stream__")?;
    let stream = pointer::<FFI_ArrowArrayStream>(&capsule, STREAM)?;
    // SAFETY: the name of the capsule guarantees its type, and it lives until `capsule` does. The stream is moved out.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let read = || ArrayStreamReader::try_new(stream)?.collect::<Result<Vec<_>, ArrowError>>();
    given.py().detach(read).map_err(|error| refused(&error))
}

/// Returns the structure in a capsule of this name.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &'static CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

fn refused(error: &ArrowError) -> PyErr {
    PyValueError::new_err(format!("the Arrow column cannot be read: {error}"))
}

/// A capsule with a schema.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: &SchemaRef,
) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&**schema)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// A capsule with a stream of record batches.
pub(crate) fn export_batches(
    py: Python<'_>,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
) -> PyResult<Bound<'_, PyCapsule>> {
    let batches = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}
