//! The program `unhusk`: parses the command line, runs one verb and reports errors.
//!
//! Records go to standard output, messages to standard error. The exit code is 0 for success, 1 for a negative
//! result (nothing found, no wrapper fits), 2 for failure, and 130 after an interrupt. A closed pipe is not a failure:
//! `unhusk ... | head` exits with 0.

mod args;
mod commands;
mod conflict;
mod extraction;
mod fill;
mod interrupt;
mod learning;
mod output;
mod parquet;
mod status;
mod training;
mod unlabelled;
mod usage;

use args::Cli;
use clap::Parser;
use mimalloc::MiMalloc;
use output::{Reporter, stdout_was_closed};
use status::ExitStatus;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::answer(&error).into(),
    };
    let reporter = Reporter::new(&cli.common);
    interrupt::install();
    interrupt::quiet_panics();
    let outcome = catch_unwind(AssertUnwindSafe(|| commands::run(cli.command, &reporter)));
    let status = match outcome {
        Ok(Ok(status)) => status,
        Ok(Err(_)) | Err(_) if stdout_was_closed() => ExitStatus::Done,
        Ok(Err(error)) => report(&error, &reporter),
        Err(panic) => {
            reporter.error(&interrupt::panic_message(panic.as_ref()));
            ExitStatus::Failed
        }
    };
    if interrupt::was_interrupted() { ExitStatus::Interrupted.into() } else { status.into() }
}

/// Prints an error and its causes on one line, outermost first. Skips a cause whose text is already part of the line.
fn report(error: &anyhow::Error, reporter: &Reporter) -> ExitStatus {
    // Errors of files have a context with the path, so an I/O error without one is from standard output.
    let is_bare = error.chain().len() == 1 && error.is::<io::Error>();
    let mut message =
        if is_bare { "cannot write to standard output".to_owned() } else { String::new() };
    for cause in error.chain().map(ToString::to_string) {
        if message.is_empty() {
            message = cause;
        } else if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    reporter.error(&message);
    ExitStatus::Failed
}
