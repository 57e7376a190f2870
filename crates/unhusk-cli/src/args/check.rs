//! Flags about the end of a run.

use clap::Args;
use std::path::PathBuf;

/// What happens at the end of a run.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Checking")]
pub(crate) struct CheckArgs {
    /// Exit with 1 if a field looks wrong: empty although it never was, or unlike the values that the wrapper was learnt
    /// from; compares every page, not only a sample
    #[arg(long)]
    pub(crate) check: bool,
    /// File for the summary of the run as JSON: records, and per field how many are filled, distinct, doubtful and odd
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}
