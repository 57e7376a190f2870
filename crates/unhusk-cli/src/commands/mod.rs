//! One file per verb: its flags, its help, what it does.

pub(crate) mod completions;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod import;
pub(crate) mod induce;
pub(crate) mod label;
pub(crate) mod learn;
pub(crate) mod like;
pub(crate) mod man;
pub(crate) mod methods;
pub(crate) mod page;
pub(crate) mod query;
pub(crate) mod repair;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod teach;
pub(crate) mod verify;
pub(crate) mod vocabulary;

use crate::args::Command;
use crate::output::{Destination, Talk};
use crate::status::ExitStatus;
use anyhow::bail;
use std::io::Write;
use std::path::Path;
use unhusk::wrapper::WrapperFile;
use unhusk_io::sink::Format;
use unhusk_io::source::{PageRef, list};

/// Runs one verb.
pub(crate) fn run(command: Command, talk: &Talk) -> anyhow::Result<ExitStatus> {
    match command {
        Command::Like(args) => like::run(&args, talk),
        Command::Run(args) => run::run(&args, talk),
        Command::Learn(args) => learn::run(&args, talk),
        Command::Teach(args) => teach::run(&args, talk),
        Command::Induce(args) => induce::run(&args, talk),
        Command::Label(args) => label::run(&args, talk),
        Command::Extract(args) => extract::run(&args, talk),
        Command::Verify(args) => verify::run(&args, talk),
        Command::Repair(args) => repair::run(&args, talk),
        Command::Explain(args) => explain::run(&args),
        Command::Export(args) => export::run(&args, talk),
        Command::Import(args) => import::run(&args, talk),
        Command::Query(args) => query::run(&args, talk),
        Command::Vocabulary(args) => vocabulary::run(&args, talk),
        Command::Eval(args) => eval::run(&args, talk),
        Command::Page(args) => page::run(&args, talk),
        Command::Methods(args) => methods::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// The one page that an argument names.
fn single_page(argument: &str, verb: &str) -> anyhow::Result<PageRef> {
    let mut pages = list(&[argument]);
    match (pages.pop(), pages.is_empty()) {
        (Some(page), true) => Ok(page?),
        _ => bail!("`{argument}` names {} pages; `{verb}` takes one", pages.len() + 1),
    }
}

/// Keeps a wrapper in a file, or writes it to standard output.
fn save(wrapper: &WrapperFile, path: Option<&Path>) -> anyhow::Result<()> {
    let json = wrapper.to_json();
    // What cannot be loaded again is not worth keeping.
    if json.len() > WrapperFile::MAX_BYTES {
        let (n_bytes, most) = (json.len(), WrapperFile::MAX_BYTES);
        bail!(
            "the wrapper was not written: it would have {n_bytes} bytes, and a wrapper file has at most {most}; learn from fewer pages"
        );
    }
    let mut file = Destination::open(path, Format::Json)?;
    file.write_all(json.as_bytes())?;
    file.commit()
}
