//! Learnt rules and how they run: wrapper x page -> records.
//!
//! One folder per family of wrapper classes. A wrapper is a value: equal wrappers read equal records, and
//! running one needs no learner.

pub mod delimiter;
mod file;

pub use file::{Learnt, LearntPage, LoadError, WrapperFile};

use crate::Warning;
use crate::page::Page;
use crate::record::{Record, Schema};
use serde::{Deserialize, Serialize};

/// A learnt rule: a pure function from a page to records.
pub trait Wrapper {
    /// Reads the records of a page, in document order. `schema` is the one the rule was learnt for.
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p>;
}

/// What a wrapper read from one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extraction<'p> {
    /// The records, in document order.
    pub records: Vec<Record<'p>>,
    /// What the user should hear of; none if all went as learnt.
    pub warnings: Vec<Warning>,
}

/// A wrapper of any class: what can be saved. The class is the tag of the saved file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "class", content = "program", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AnyWrapper {
    /// One pair of delimiters per field.
    Lr(delimiter::Lr),
    /// LR between a head and a tail.
    Hlrt(delimiter::Hlrt),
}
