//! Experiments: each prints a table, and writes its figures where they are kept under version control.
//!
//! `results/*.csv` beside this crate holds one file per experiment; `docs/results` the tables for people.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the lab is a program that reports to people"
)]

mod parse;

use clap::Parser;

/// Experiments on unhusk.
#[derive(Parser)]
#[command(version, about)]
enum Experiment {
    /// Speed of parsing, beside html5ever and lexbor, on real pages
    Parse(parse::Args),
}

fn main() -> anyhow::Result<()> {
    match Experiment::parse() {
        Experiment::Parse(args) => parse::run(&args),
    }
}
