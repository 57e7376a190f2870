//! Errors of a file of recognizers: the file, the field, and a remedy.

use crate::source::SourceError;
use unhusk::error::{RecognizerError, RecognizersError};

/// Reason why a file has no recognizers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizersFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The file is not TOML, or has the wrong structure.
    #[error("{path}{}: {why}", at(*line))]
    Syntax {
        /// The file.
        path: String,
        /// The line.
        line: Option<usize>,
        /// The problem.
        why: String,
    },
    /// The entry of a field is wrong.
    #[error("{path}: field `{field}`: {problem}")]
    Entry {
        /// The file.
        path: String,
        /// The field.
        field: String,
        /// The problem.
        problem: Box<EntryProblem>,
    },
    /// The recognizers contradict each other.
    #[error("{path}: {error}")]
    Together {
        /// The file.
        path: String,
        /// The contradiction.
        error: RecognizersError,
    },
}

/// Problem of the entry of one field.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryProblem {
    /// The recognizer cannot be made.
    #[error(transparent)]
    Recognizer(#[from] RecognizerError),
    /// The value of a key is unknown.
    #[error("`{key}` is {value:?}; it can be {known}")]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// The known values.
        known: String,
    },
    /// The entry does not state the errors that the recognizer makes.
    #[error(
        "it does not say which errors the recognizer makes; add `is = \"perfect\"` (none), `\"incomplete\"` (misses values), `\"unsound\"` (finds other things) or `\"unreliable\"` (both)"
    )]
    NoReliability,
    /// The entry has no recognizer or several.
    #[error("it has {found} of the keys `recognizer`, `pattern`, `words` and `like`; it needs one")]
    Kinds {
        /// Number of recognizers.
        found: usize,
    },
    /// A file that the entry names cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file that the entry names has no usable content.
    #[error("`{path}` {why}")]
    File {
        /// The file.
        path: String,
        /// The problem.
        why: String,
    },
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}
