//! What sinks need to know of a run, and why a sink cannot be made.

use super::subject::sha256;
use crate::vocabulary::Vocabulary;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Schema;

/// What sinks need to know of the run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SinkContext {
    /// The fields and what they mean.
    pub schema: Schema,
    /// SHA-256 of the wrapper's file, in hexadecimal.
    pub wrapper_sha256: String,
    /// Seconds since 1970, for formats that say when they were written.
    pub now: u64,
    /// Classes and what they are part of, if there are more than the embedded ones.
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

/// Why a format cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SinkSetupError {
    /// A name stands for something that is no IRI after all.
    #[error("{place}: `{iri}` is no IRI: {reason}")]
    Iri {
        /// The class or the field.
        place: String,
        /// What the name stands for.
        iri: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The format is for things of certain classes.
    #[error("`-f {format}` writes {things}, but {found}; {advice}")]
    Class {
        /// The format.
        format: &'static str,
        /// What it writes.
        things: &'static str,
        /// What the records are.
        found: String,
        /// What to do.
        advice: String,
    },
    /// A field that the format cannot do without is missing.
    #[error("`-f {format}` needs {needed}, and no field is that; say which one is: {advice}")]
    Field {
        /// The format.
        format: &'static str,
        /// The properties, one of which is needed.
        needed: &'static str,
        /// How to say it.
        advice: &'static str,
    },
}
