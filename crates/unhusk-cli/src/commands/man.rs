//! `unhusk man`: prints the manual page of the program or of a verb.

use crate::args::Cli;
use crate::output::{Escapes, stdout};
use crate::status::ExitStatus;
use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  unhusk man | man -l -
  unhusk man extract > /usr/local/share/man/man1/unhusk-extract.1";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Verb [default: the program]
    verb: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitStatus> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.verb {
        None => program,
        Some(verb) => {
            // Manual pages are named `unhusk-learn`.
            let found = program.find_subcommand(verb.strip_prefix("unhusk-").unwrap_or(verb));
            let command = found.with_context(|| {
                format!("there is no verb `{verb}`; `unhusk --help` lists them")
            })?;
            command.clone()
        }
    };
    let mut page = Vec::new();
    Man::new(command).source(concat!("unhusk ", env!("CARGO_PKG_VERSION"))).render(&mut page)?;
    let mut out = stdout(Escapes::Readable);
    out.write_all(&page)?;
    out.flush()?;
    Ok(ExitStatus::Done)
}
