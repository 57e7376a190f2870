//! Facts of a run that sinks depend on, and errors of setting up a sink.

use super::subject::sha256;
use crate::vocabulary::Vocabulary;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Schema;

/// Facts of a run that sinks depend on.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SinkContext {
    /// The fields and their meaning.
    pub schema: Schema,
    /// SHA-256 of the wrapper's file, in hexadecimal.
    pub wrapper_sha256: String,
    /// Seconds since 1970, for formats that contain the time of writing.
    pub now: u64,
    /// Classes and their super-classes, if there are more than the embedded ones.
    pub vocabulary: Option<Vocabulary>,
}

impl SinkContext {
    /// The context of a wrapper's records, at time 0 and with the embedded vocabularies.
    pub fn new(wrapper: &Wrapper) -> Self {
        Self {
            schema: wrapper.schema.clone(),
            wrapper_sha256: sha256(&wrapper.to_json()),
            now: 0,
            vocabulary: None,
        }
    }
}

/// Reason why a format cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SinkSetupError {
    /// A name expands to an invalid IRI.
    #[error("{place}: `{iri}` is no IRI: {reason}")]
    Iri {
        /// The class or the field.
        place: String,
        /// The expanded name.
        iri: String,
        /// The problem.
        reason: String,
    },
    /// The format writes records of certain classes only.
    #[error("`-f {format}` writes {things}, but {found}; {advice}")]
    Class {
        /// The format.
        format: &'static str,
        /// The kind of records that it writes.
        things: &'static str,
        /// The class of the records.
        found: String,
        /// A remedy.
        advice: String,
    },
    /// The schema lacks a field that the format requires.
    #[error("`-f {format}` needs {needed}, and no field is that; say which one is: {advice}")]
    Field {
        /// The format.
        format: &'static str,
        /// The properties, one of which is needed.
        needed: &'static str,
        /// A remedy.
        advice: &'static str,
    },
}
