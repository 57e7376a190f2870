//! `unhusk completions`: prints a completion script for a shell.

use crate::args::Cli;
use crate::output::{Escapes, stdout};
use crate::status::ExitStatus;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  unhusk completions bash > ~/.local/share/bash-completion/completions/unhusk
  unhusk completions zsh > ~/.zfunc/_unhusk
  unhusk completions fish > ~/.config/fish/completions/unhusk.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitStatus> {
    // Buffered first: the generator panics if the pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "unhusk", &mut script);
    let mut out = stdout(Escapes::Readable);
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitStatus::Done)
}
