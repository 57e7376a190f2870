//! `unhusk library`: keeps wrappers in a folder, by name and version, and finds the one for a page.

use super::extract::load_wrapper;
use crate::output::{Escapes, Reporter, count, stdout};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::io::Write;
use std::path::PathBuf;
use unhusk::page::PageOptions;
use unhusk::sink::printable;
use unhusk_engine::library::{Candidate, Library, Match, Replaces, VersionHash};
use unhusk_io::source::PageRef;

const EXAMPLES: &str = "\
Examples:
  unhusk library add wrappers/ shop.json --name example-shop --url 'https://example.org/shop/*'
  unhusk library list wrappers/
  unhusk library match wrappers/ https://example.org/shop/mug
  unhusk library history wrappers/ example-shop
  unhusk extract wrappers/ crawl/ -o all.jsonl       each page is read by the wrapper that fits it

A library is a folder. Every version of a wrapper stays in it; the file CURRENT names the present one.
Exit code: 0 done, 1 if no wrapper is found or something is damaged, 2 if the library cannot be used.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Add a wrapper, or a new version of one
    Add {
        /// Folder of the library; made if it is missing
        library: PathBuf,
        /// Wrapper file
        wrapper: String,
        /// Name in the library [default: the name of the file]
        #[arg(long)]
        name: Option<String>,
        /// Pattern of the addresses that it is for, with `*` for any text [default: as in the wrapper]
        #[arg(long, value_name = "PATTERN")]
        url: Option<String>,
        /// Fail unless this version is the present one; `none` for a wrapper that is new
        #[arg(long, value_name = "HASH", value_parser = replaces)]
        replaces: Option<Replaces>,
    },
    /// List the wrappers
    List {
        /// Folder of the library
        library: PathBuf,
    },
    /// Find the wrapper for an address or a page
    Match {
        /// Folder of the library
        library: PathBuf,
        /// Address; `-` if it is not known
        url: String,
        /// File of the page, to decide between wrappers
        page: Option<PathBuf>,
    },
    /// Check that every version is what it was when it was added
    Verify {
        /// Folder of the library
        library: PathBuf,
    },
    /// Remove a wrapper; its versions stay in the folder
    Remove {
        /// Folder of the library
        library: PathBuf,
        /// Name of the wrapper
        name: String,
    },
    /// List the versions of a wrapper
    History {
        /// Folder of the library
        library: PathBuf,
        /// Name of the wrapper
        name: String,
    },
}

fn replaces(text: &str) -> Result<Replaces, String> {
    if text == "none" {
        return Ok(Replaces::Nothing);
    }
    text.parse::<VersionHash>().map(Replaces::Version)
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    match &args.action {
        Action::Add { library, wrapper, name, url, replaces } => {
            let file = name.as_deref().unwrap_or_else(|| file_stem(wrapper));
            let mut wrapper = load_wrapper(wrapper)?;
            if let Some(url) = url {
                wrapper.applies.url = Some(url.clone());
            }
            let replaces = replaces.unwrap_or(Replaces::Anything);
            let version = Library::new(library).add(file, &wrapper, replaces)?;
            reporter
                .summary(&format!("`{file}` is at version {} ({})", version.number, version.hash));
            if wrapper.applies.url.is_none() {
                reporter.hint(
                    "help:",
                    "it says no addresses; --url 'https://example.org/*' gives them",
                );
            }
            Ok(ExitStatus::Done)
        }
        Action::List { library } => list(&existing(library)?, reporter),
        Action::Match { library, url, page } => {
            find(&existing(library)?, url, page.as_ref(), reporter)
        }
        Action::Verify { library } => verify(&existing(library)?, reporter),
        Action::Remove { library, name } => {
            let is_removed = existing(library)?.remove(name)?;
            reporter.summary(&if is_removed {
                format!("removed `{name}`; its versions stay in the folder")
            } else {
                format!("there is no `{name}` in `{}`", library.display())
            });
            Ok(if is_removed { ExitStatus::Done } else { ExitStatus::No })
        }
        Action::History { library, name } => history(&existing(library)?, name, reporter),
    }
}

/// Returns the library in an existing folder.
fn existing(folder: &PathBuf) -> anyhow::Result<Library> {
    if !folder.is_dir() {
        bail!("there is no library `{}`; `unhusk library add` makes one", folder.display());
    }
    Ok(Library::new(folder))
}

fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".json").unwrap_or(name)
}

fn list(library: &Library, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let entries = library.entries()?;
    if entries.is_empty() {
        reporter.summary("the library is empty; `unhusk library add` adds a wrapper");
        return Ok(ExitStatus::No);
    }
    let mut out = stdout(Escapes::Readable);
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &entries {
        let fields: Vec<&str> =
            entry.wrapper.schema.fields().iter().map(|field| field.name.as_str()).collect();
        let url = entry.wrapper.applies.url.as_deref().unwrap_or("any address");
        writeln!(
            out,
            "{:width$}  version {}  {}  {}  {}",
            entry.name,
            entry.version.number,
            entry.wrapper.class(),
            printable(url),
            printable(&fields.join(", "))
        )?;
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}

fn find(
    library: &Library,
    url: &str,
    page: Option<&PathBuf>,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let entries = library.entries()?;
    let page = page.map(|path| PageRef::file(path).read(&PageOptions::default())).transpose()?;
    let candidates: Vec<Candidate<'_>> = entries
        .iter()
        .map(|entry| Candidate { name: &entry.name, wrapper: &entry.wrapper })
        .collect();
    let url = Some(url).filter(|url| *url != "-");
    let found = Match::find(&candidates, url, page.as_ref().map(|read| &read.page));
    match found {
        Ok(Match { at, why, .. }) => {
            let mut out = stdout(Escapes::Readable);
            writeln!(out, "{}", entries[at].name)?;
            out.flush()?;
            reporter.hint("note:", why);
            Ok(ExitStatus::Done)
        }
        Err(error) => {
            reporter.error(&error.to_string());
            Ok(ExitStatus::No)
        }
    }
}

fn verify(library: &Library, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let damages = library.verify()?;
    for damage in &damages {
        reporter.error(&damage.what);
    }
    if damages.is_empty() {
        reporter.summary("every version is whole");
        return Ok(ExitStatus::Done);
    }
    reporter.summary(&format!("{} damaged", count(damages.len(), "file")));
    Ok(ExitStatus::No)
}

fn history(library: &Library, name: &str, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let versions = library.history(name)?;
    if versions.is_empty() {
        reporter.summary(&format!("`{name}` was never in the library"));
        return Ok(ExitStatus::No);
    }
    let current = library.get(name).context("the present version")?.map(|entry| entry.version);
    let mut out = stdout(Escapes::Readable);
    for version in &versions {
        let mark = if Some(*version) == current { "  present" } else { "" };
        writeln!(out, "{}  {}{mark}", version.number, version.hash)?;
    }
    out.flush()?;
    Ok(ExitStatus::Done)
}
