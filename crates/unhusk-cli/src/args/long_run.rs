//! Flags of long runs: parts, a folder to resume from, a file of failures.

use crate::parquet;
use clap::Args;
use std::path::PathBuf;
use unhusk_engine::{Inputs, Listed, Shard};
use unhusk_io::source::ArchiveOptions;

/// How a run over many pages is cut up and kept.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Long runs")]
pub(crate) struct RunArgs {
    /// Folder that keeps what was read, so that the same command goes on after a kill; the result is that of a run that
    /// was never stopped
    #[arg(long, value_name = "DIR")]
    pub(crate) resume: Option<PathBuf>,
    /// Read only one part of the pages, such as 1/4: every fourth file or, of a single archive, every fourth page
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<Shard>,
    /// File for the pages that failed, one JSON object per line with a reason code [default: errors.jsonl in the folder of
    /// --resume]
    #[arg(long, value_name = "FILE")]
    pub(crate) errors: Option<PathBuf>,
}

impl RunArgs {
    /// Returns the pages of this part.
    pub(crate) fn inputs(&self, pages: Vec<Listed>, archives: ArchiveOptions) -> Inputs {
        Inputs::new(pages, archives).opening(parquet::open).shard(self.shard())
    }

    /// Returns the part that is read.
    pub(crate) fn shard(&self) -> Shard {
        self.shard.unwrap_or_default()
    }

    /// Returns the file for failures.
    pub(crate) fn errors(&self) -> Option<PathBuf> {
        let in_folder = || self.resume.as_ref().map(|folder| folder.join("errors.jsonl"));
        self.errors.clone().or_else(in_folder)
    }
}
