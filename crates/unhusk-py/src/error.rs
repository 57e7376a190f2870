//! Errors of the library -> the exceptions that a Python user expects, with the same messages.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyErr, create_exception};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use unhusk::error;
use unhusk_io::sink::SinkError;
use unhusk_io::source::SourceError;

create_exception!(unhusk, LoadError, PyValueError, "A file is no wrapper that can be run.");
create_exception!(unhusk, LabelError, PyValueError, "Labels contradict each other or their pages.");
create_exception!(unhusk, LearnError, PyValueError, "No wrapper fits the labels.");

/// A text that is no wrapper.
pub(crate) fn load(error: &error::LoadError) -> PyErr {
    LoadError::new_err(error.to_string())
}

/// A text of this file that is no wrapper.
pub(crate) fn load_of(name: &str, error: &error::LoadError) -> PyErr {
    LoadError::new_err(format!("`{name}`: {error}"))
}

/// Labels that are wrong.
pub(crate) fn label(error: &error::LabelError) -> PyErr {
    LabelError::new_err(error.to_string())
}

/// Reason why nothing was learnt: an error in the labels, or no wrapper that fits them.
pub(crate) fn learn(error: &error::LearnError) -> PyErr {
    use error::LearnError as Error;
    match error {
        Error::Labels(_)
        | Error::PageCount { .. }
        | Error::UnknownField { .. }
        | Error::NotSingle { .. } => LabelError::new_err(error.to_string()),
        _ => LearnError::new_err(error.to_string()),
    }
}

/// A file that cannot be read: for an error of the system, the subclass of `OSError` for its kind.
pub(crate) fn source(error: &SourceError) -> PyErr {
    match error {
        SourceError::Io { cause, .. } => system(cause, error.to_string()),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// A file that cannot be written.
pub(crate) fn sink(error: &SinkError) -> PyErr {
    system(&error.cause, error.to_string())
}

/// Returns an `OSError` of the subclass for the kind: `FileNotFoundError` and so on.
fn system(cause: &io::Error, message: String) -> PyErr {
    io::Error::new(cause.kind(), message).into()
}

/// Runs code that may panic if unhusk has a bug; the panic becomes a message.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        format!("internal error: {}; this is a bug of unhusk, please report it", reason(&*panic))
    })
}

/// [`caught`], with an exception for the message.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, PyErr> {
    caught(work).map_err(PyRuntimeError::new_err)
}

/// The message of a panic.
fn reason(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}
