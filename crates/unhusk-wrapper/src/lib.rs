//! Wrapper x page -> records: every wrapper class and how it runs, the saved file, and whether records look healthy.
//!
//! One folder per family of wrapper classes. A wrapper is a value: equal wrappers read equal records, and running one
//! needs no learner. The modules are in the order of the flow.
#![warn(clippy::disallowed_methods)]

pub mod json;
mod nearest;
mod literal;
mod sort;

pub mod record;
pub mod align;

mod extract;
mod extraction;
mod explain;
pub mod delimiter;
pub mod context;
pub mod landmark;
pub mod boundary;
pub mod site;
pub mod pattern;
pub mod template;
mod any;
#[cfg(debug_assertions)]
mod trace;

mod file;
pub mod profile;
pub mod verify;
pub mod summary;
pub mod sink;

pub use any::AnyWrapper;
pub use explain::Explain;
pub use extract::{Extract, RawExtraction};
pub use extraction::{Doubt, Extraction};
pub use file::{
    Agreement, Applies, Choice, DelimiterSide, LengthRange, LoadError, PageChange, Provenance,
    Slack, TrainingPage,
};
pub use file::{Robustness, RunnerUp, Survival, Wrapper};

/// Shared with the learners: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub use crate::literal::xpath_string;
    pub use crate::nearest::nearest;
    #[cfg(debug_assertions)]
    pub use crate::trace::{PageRead, identity, record_reads};

    /// Sorting that is quick to compile.
    pub mod sort {
        pub use crate::sort::{ascending, by, by_cached_key, by_key};
    }
}
