//! Flags about the end of a run.

use clap::Args;
use std::path::PathBuf;

/// What happens at the end of a run.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Checking")]
pub(crate) struct CheckArgs {
    /// Exit with 1 if a field looks wrong as a whole: empty although it never was, missing far more often, unlike the
    /// values that the wrapper was learnt from, or with several odd values that are 5 % of all or more; a single odd value
    /// is a warning only. Compares every page, not only a sample
    #[arg(long)]
    pub(crate) check: bool,
    /// File for the summary of the run as JSON: records, and per field how many are filled, distinct, doubtful and odd
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}
