//! Result files under version control.

use anyhow::Context;
use std::path::{Path, PathBuf};

/// Folders of pages and of results.
#[derive(Clone, clap::Args)]
pub(crate) struct Folders {
    /// Folder with the benchmark sets
    #[arg(long, default_value = "../shared/data")]
    pub(crate) data: PathBuf,
    /// Folder for the figures
    #[arg(long, default_value = "crates/unhusk-lab/results")]
    pub(crate) results: PathBuf,
    /// Folder for the tables and plots
    #[arg(long, default_value = "docs/results")]
    pub(crate) report: PathBuf,
    /// Write neither figures nor tables
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// Writes a table as CSV, one line per row.
pub(crate) fn write_csv<T: serde::Serialize>(path: &Path, rows: &[T]) -> anyhow::Result<()> {
    let mut out = csv::Writer::from_path(path).with_context(|| path.display().to_string())?;
    rows.iter().try_for_each(|row| out.serialize(row))?;
    Ok(out.flush()?)
}
