//! Endurance: a million pages in one process, and a library that many programs write to at once.
//!
//! Memory, open files and speed of the process are noted after every tenth of the pages. Speed is by processor time,
//! so that other programs on the machine do not count.

#![expect(clippy::cast_precision_loss, reason = "sizes and counts are far below 2^52")]

mod library;
mod pages;

use crate::results::{Folders, write_csv};
use anyhow::Context;
use pages::Block;
use std::fmt::Write;
use std::fs;

/// Options of the experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folders: Folders,
    /// Pages that one process reads
    #[arg(long, default_value_t = 1_000_000)]
    pages: usize,
    /// Site whose pages are read, again and again
    #[arg(long, default_value = "swde/job/dice")]
    site: String,
    /// Versions that each of eight writers saves into one library, while four readers load from it
    #[arg(long, default_value_t = 1000)]
    saves: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let blocks = pages::read(&args.folders.data.join(&args.site), args.pages)?;
    let library = library::write(args.saves)?;
    let report = format!("{}\n{}\n{library}\n", INTRODUCTION, table(&blocks));
    print!("{report}");
    if args.folders.dry_run {
        return Ok(());
    }
    write_csv(&args.folders.results.join("soak.csv"), &blocks)?;
    let path = args.folders.report.join("soak.md");
    fs::write(&path, report).with_context(|| path.display().to_string())
}

const INTRODUCTION: &str = "\
# Endurance

Made by `unhusk-lab soak`. One process parses pages, reads them with a wrapper and writes the records as JSON \
Lines; after every tenth of the pages, its memory (resident), open files and speed (by processor time) are noted.
";

fn table(blocks: &[Block]) -> String {
    let mut table = String::from(
        "| pages | pages per second | memory in KB | open files |\n| ---: | ---: | ---: | ---: |\n",
    );
    for block in blocks {
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| {} | {:.0} | {} | {} |",
            block.n_pages, block.pages_per_second, block.kilobytes, block.n_files
        );
    }
    table
}
