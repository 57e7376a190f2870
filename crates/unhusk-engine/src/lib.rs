//! Runs a wrapper over any number of pages: in parallel, in order, within bounded memory, and again after a kill.
//!
//! [`Inputs`] are the pages behind a listing, taken one at a time; [`Extraction`] reads them on several threads and
//! hands the [`PageOutcome`]s on in the order of the input; a [`Collector`] writes their records to a sink and sums up
//! the run. [`resume`] puts a folder between the two, so that a run that was killed continues from its last segment.

mod ordered;
mod input;
pub mod library;
mod failure;
mod wrappers;
mod reading;
mod extraction;
mod collect;
pub mod resume;
pub mod follow;
pub mod watch;
#[cfg(test)]
mod testing;

pub use collect::{Collector, RunListener, RunResult, Totals, WrapperSummary};
pub use extraction::Extraction;
pub use failure::{FailureCode, PageFailure};
pub use input::{
    InputPage, Inputs, Listed, OpenArchive, OpenedArchive, PagePosition, Shard, ShardError,
    SkippedRecords,
};
pub use ordered::in_order;
pub use reading::{Comparison, Identity, PageOutcome, PageRecords, owned};
pub use wrappers::{WrapperSet, WrapperSetError};
