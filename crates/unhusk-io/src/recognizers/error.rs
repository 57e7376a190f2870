//! What is wrong with a file of recognizers: the file, the field, and what to do.

use crate::source::SourceError;
use unhusk::error::{RecognizerError, RecognizersError};

/// Why a file names no recognizers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecognizersFileError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is no TOML, or not of the shape it should have.
    #[error("{path}{}: {why}", at(*line))]
    Syntax {
        /// The file.
        path: String,
        /// The line.
        line: Option<usize>,
        /// What is wrong there.
        why: String,
    },
    /// What it says of one field is wrong.
    #[error("{path}: field `{field}`: {problem}")]
    Entry {
        /// The file.
        path: String,
        /// The field.
        field: String,
        /// What is wrong with it.
        problem: Box<EntryProblem>,
    },
    /// The recognizers do not go together.
    #[error("{path}: {error}")]
    Together {
        /// The file.
        path: String,
        /// What is wrong.
        error: RecognizersError,
    },
}

/// What is wrong with what is said of one field.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EntryProblem {
    /// There is no such recognizer.
    #[error(transparent)]
    Recognizer(#[from] RecognizerError),
    /// It says of a key something that the key cannot mean.
    #[error("`{key}` is {value:?}; it can be {known}")]
    Value {
        /// The key.
        key: &'static str,
        /// What it says.
        value: String,
        /// What it can say.
        known: String,
    },
    /// It does not say which errors the recognizer makes.
    #[error(
        "it does not say which errors the recognizer makes; add `is = \"perfect\"` (none), `\"incomplete\"` (misses values), `\"unsound\"` (finds other things) or `\"unreliable\"` (both)"
    )]
    NoReliability,
    /// It says too little or too much of what is recognized.
    #[error("it has {found} of the keys `recognizer`, `pattern`, `words` and `like`; it needs one")]
    Kinds {
        /// How many it has.
        found: usize,
    },
    /// A file that it names cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file that it names has nothing of use.
    #[error("`{path}` {why}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

fn at(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(", line {line}"))
}
