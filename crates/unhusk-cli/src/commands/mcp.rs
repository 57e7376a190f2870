//! `unhusk mcp`: the verbs as tools for agents, over standard input and output.

use crate::output::Reporter;
use crate::status::ExitStatus;
use std::path::PathBuf;
use unhusk_mcp::{Folders, serve};

const EXAMPLES: &str = "\
Examples:
  unhusk mcp --folder crawl/
  unhusk mcp --folder crawl/ --folder wrappers/
  claude mcp add unhusk -- unhusk mcp --folder /home/ann/crawl

A server of the Model Context Protocol for one client, which starts it. Its tools are learn, like, induce, extract, verify, \
repair and explain. Values that a model gives as labels are checked against the page: those that are not there are \
refused by name, and the rest is learnt, so that a model is asked once and every further page costs nothing.
Only files below the folders are read and written: no `..`, no symbolic links, no hidden files.
Exit code: 0 when the input ends, 2 if a folder cannot be used or the client does not speak the protocol.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Folder that the tools may read and write (may be repeated); new files go to the first one
    #[arg(long, value_name = "DIR", required = true)]
    folder: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let folders = Folders::new(&args.folder)?;
    // Standard output belongs to the protocol; clients log standard error.
    reporter.hint("note:", "waiting for a client on standard input; Ctrl-C ends the server");
    serve(folders)?;
    Ok(ExitStatus::Done)
}
