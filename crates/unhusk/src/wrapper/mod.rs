//! Learnt rules and how they run: wrapper x page -> records.
//!
//! One folder per family of wrapper classes. A wrapper is a value: equal wrappers read equal records, and
//! running one needs no learner.

pub mod boundary;
pub mod context;
pub mod delimiter;
pub mod landmark;
pub mod pattern;
pub mod site;
pub mod template;
mod any;
mod explain;
mod file;
pub mod profile;
pub(crate) mod literal;

pub use any::AnyWrapper;
pub use explain::Explain;
pub use file::{
    Agreement, Applies, Change, Choice, DelimiterSide, Learnt, LearntPage, Leeway, LoadError,
};
pub use file::{Robustness, RunnerUp, Survival, WrapperFile};

use crate::Warning;
use crate::page::Page;
use crate::record::{Record, Schema};

/// A learnt rule: a pure function from a page to records.
pub trait Wrapper {
    /// Reads the records of a page, in document order. `schema` is the one the rule was learnt for.
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p>;

    /// Reads the same, and tells how sure each value is, where the class can: that takes some more time.
    fn extract_weighed<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        self.extract(schema, page)
    }

    /// Whether the rule can fill records of `schema`; if not, why.
    fn check(&self, schema: &Schema) -> Result<(), String>;
}

/// What a wrapper read from one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extraction<'p> {
    /// The records, in document order.
    pub records: Vec<Record<'p>>,
    /// What the user should hear of; none if all went as learnt.
    pub warnings: Vec<Warning>,
}
