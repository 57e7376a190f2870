//! Whole runs of the program: speed beside Python libraries with rules for the same fields, threads, archives, memory,
//! and runs that are killed again and again.

#![expect(clippy::cast_precision_loss, reason = "sizes and counts are far below 2^52")]

mod archive;
mod kills;
mod process;
mod speed;

use crate::results::{Folders, write_csv};
use anyhow::{Context, ensure};
use serde::Serialize;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// Options of the experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    folders: Folders,
    /// The program
    #[arg(long, default_value = "target/dist/unhusk")]
    program: PathBuf,
    /// Folder for archives and output that are made for the experiment
    #[arg(long, default_value = "target/lab-engine")]
    work: PathBuf,
    /// Megabytes of pages per run
    #[arg(long, default_value_t = 120)]
    megabytes: u64,
    /// Gigabytes of pages in the archive with which memory is measured
    #[arg(long, default_value_t = 1.0)]
    gigabytes: f64,
    /// How often a run is killed
    #[arg(long, default_value_t = 40)]
    kills: usize,
    /// Rounds in which everything runs once; the least time of each counts
    #[arg(long, default_value_t = 5)]
    repeat: usize,
}

/// One figure.
#[derive(Debug, Serialize)]
struct Figure {
    what: &'static str,
    subject: String,
    value: f64,
    unit: &'static str,
}

impl Figure {
    fn new(what: &'static str, subject: &str, value: f64, unit: &'static str) -> Self {
        Self { what, subject: subject.to_owned(), value, unit }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    ensure!(
        args.program.is_file(),
        "there is no `{}`; build it with: cargo build --profile dist",
        args.program.display()
    );
    fs::create_dir_all(&args.work).with_context(|| args.work.display().to_string())?;
    let mut figures = Vec::new();
    speed::measure(args, &mut figures)?;
    archive::measure(args, &mut figures)?;
    kills::measure(args, &mut figures)?;
    let table = table(&figures);
    println!("{table}");
    if !args.folders.dry_run {
        write_csv(&args.folders.results.join("engine.csv"), &figures)?;
        let path = args.folders.report.join("engine.md");
        fs::write(&path, format!("{INTRODUCTION}\n{table}"))
            .with_context(|| path.display().to_string())?;
    }
    Ok(())
}

const INTRODUCTION: &str = "\
# Whole runs

`cargo build --profile dist && cargo run --profile dist -p unhusk-lab -- engine` writes this table: it measures what is shipped. Speeds are \
megabytes of HTML per second, the best of several rounds on a machine with two processors, which others use too; compare ratios within the \
table, not figures of different machines. Runs with one thread count by processor time, those with two by the clock; two runs side by side show \
how much of a second processor there was. selectolax and parsel apply the rules that `unhusk export --to css` gives for the same fields to the \
same files, in one thread, reading files and writing JSON Lines included.
";

fn table(figures: &[Figure]) -> String {
    let mut table = String::from("| | | |\n| --- | --- | ---: |\n");
    for Figure { what, subject, value, unit } in figures {
        let number = if *value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") };
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {what} | {subject} | {number} {unit} |");
    }
    table
}
