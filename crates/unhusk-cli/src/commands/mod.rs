//! The verbs, one module each: flags, help and implementation.

pub(crate) mod completions;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod fetch;
pub(crate) mod follow;
pub(crate) mod import;
pub(crate) mod induce;
pub(crate) mod label;
pub(crate) mod learn;
pub(crate) mod library;
pub(crate) mod like;
pub(crate) mod man;
pub(crate) mod mcp;
pub(crate) mod methods;
pub(crate) mod page;
pub(crate) mod query;
pub(crate) mod repair;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod studio;
pub(crate) mod teach;
pub(crate) mod verify;
pub(crate) mod vocabulary;
pub(crate) mod watch;

use crate::args::Command;
use crate::output::{Destination, Reporter};
use crate::status::ExitStatus;
use anyhow::bail;
use std::io::Write;
use std::path::Path;
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::Format;
use unhusk_io::source::{PageRef, list};

/// Runs one verb.
pub(crate) fn run(command: Command, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    match command {
        Command::Like(args) => like::run(&args, reporter),
        Command::Run(args) => run::run(&args, reporter),
        Command::Learn(args) => learn::run(&args, reporter),
        Command::Teach(args) => teach::run(&args, reporter),
        Command::Studio(args) => studio::run(&args, reporter),
        Command::Fetch(args) => fetch::run(&args, reporter),
        Command::Induce(args) => induce::run(&args, reporter),
        Command::Label(args) => label::run(&args, reporter),
        Command::Extract(args) => extract::run(&args, reporter),
        Command::Verify(args) => verify::run(&args, reporter),
        Command::Repair(args) => repair::run(&args, reporter),
        Command::Explain(args) => explain::run(&args, reporter),
        Command::Export(args) => export::run(&args, reporter),
        Command::Import(args) => import::run(&args, reporter),
        Command::Query(args) => query::run(&args, reporter),
        Command::Vocabulary(args) => vocabulary::run(&args, reporter),
        Command::Follow(args) => follow::run(&args, reporter),
        Command::Watch(args) => watch::run(&args, reporter),
        Command::Library(args) => library::run(&args, reporter),
        Command::Eval(args) => eval::run(&args, reporter),
        Command::Mcp(args) => mcp::run(&args, reporter),
        Command::Page(args) => page::run(&args, reporter),
        Command::Methods(args) => methods::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// Returns the page that an argument names; fails if it names several.
fn single_page(argument: &str, verb: &str) -> anyhow::Result<PageRef> {
    let mut pages = list(&[argument]);
    match (pages.pop(), pages.is_empty()) {
        (Some(page), true) => Ok(page?),
        _ => bail!("`{argument}` names {} pages; `{verb}` takes one", pages.len() + 1),
    }
}

/// Writes a wrapper to a file, or to standard output if `path` is `None`.
fn save(wrapper: &Wrapper, path: Option<&Path>) -> anyhow::Result<()> {
    let json = wrapper.to_json();
    // A larger file could not be loaded again.
    if json.len() > Wrapper::MAX_BYTES {
        let (n_bytes, most) = (json.len(), Wrapper::MAX_BYTES);
        bail!(
            "the wrapper was not written: it would have {n_bytes} bytes, and a wrapper file has at most {most}; learn from fewer pages"
        );
    }
    let mut file = Destination::open(path, Format::Json)?;
    file.write_all(json.as_bytes())?;
    file.commit()
}
