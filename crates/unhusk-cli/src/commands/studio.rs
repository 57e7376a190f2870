//! `unhusk studio`: teaches by clicking, in a browser.

use super::extract::load_wrapper;
use crate::args::{PageArgs, at_hand, page_argument};
use crate::interrupt;
use crate::output::{Escapes, Reporter, count, stdout};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use unhusk_io::source::PageRef;
use unhusk_studio::server::serve;
use unhusk_studio::studio::{Studio, StudioOptions};

const EXAMPLES: &str = "\
Examples:
  unhusk studio pages/                       teach on the pages of a folder
  unhusk studio list.html --task shop        keep the task in the folder `shop`
  unhusk studio pages/ --wrapper shop.json   begin with what a saved wrapper reads
  unhusk studio pages/ --port 8080 --no-open

The address that is printed opens the studio; it has a token, so that no other program and no web site can use it.
The studio listens on this machine alone. Nothing of a page runs or loads.
The folder of the task holds plain files: task.jsonl (every step), labels.json, wrapper.json, records.*.
Exit code: 130 after Ctrl-C, 2 if the pages, the folder or the port cannot be used.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, folders, quoted patterns or @list.txt
    #[arg(value_parser = page_argument())]
    pages: Vec<String>,
    /// Folder of the task [default: beside the pages, NAME.studio]
    #[arg(long, value_name = "DIR")]
    task: Option<PathBuf>,
    /// Wrapper to begin with: what it reads on the first page that it fits is accepted, and can be corrected
    #[arg(long, value_name = "W.json")]
    wrapper: Option<String>,
    /// Port of the studio; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Only print the address; do not open a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    page: PageArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let pages = readable(args, reporter)?;
    let folder = args.task.clone().unwrap_or_else(|| default_folder(&args.pages));
    let wrapper = args.wrapper.as_deref().map(load_wrapper).transpose()?;
    let options =
        StudioOptions { folder: folder.clone(), pages, page: args.page.options(), wrapper };
    let n_pages = options.pages.len();
    let studio = Arc::new(Studio::open(options)?);
    // Every step is written to the log at once: an interrupt loses nothing.
    interrupt::note_written();
    let is_opened = !args.no_open && io::stdout().is_terminal();
    let ready = |address: &str| {
        let mut out = stdout(Escapes::Readable);
        writeln!(out, "{address}")?;
        out.flush()?;
        reporter.summary(&format!(
            "{}; the task is in {}",
            count(n_pages, "page"),
            folder.display()
        ));
        for note in studio.notes() {
            reporter.warn(note);
        }
        if is_opened && !open(address) {
            reporter.hint("help:", "open this address in a browser");
        }
        reporter.hint("note:", "press Ctrl-C to stop; every step is saved");
        Ok(())
    };
    serve(&studio, args.port, ready).with_context(|| format!("port {}", args.port))?;
    Ok(ExitStatus::Done)
}

/// Returns the pages that can be read later; reports the others.
fn readable(args: &Args, reporter: &Reporter) -> anyhow::Result<Vec<PageRef>> {
    if args.pages.iter().any(|name| name == "-" || name == "@-") {
        bail!("the studio shows files and folders, not standard input; save the page to a file");
    }
    let mut pages = Vec::new();
    for page in at_hand(&args.pages, &args.page, reporter) {
        match page {
            Ok(page) => pages.push(page),
            Err(error) => reporter.error(&error.to_string()),
        }
    }
    if pages.is_empty() && !args.pages.is_empty() {
        bail!("none of the pages can be read");
    }
    Ok(pages)
}

/// Returns the folder beside the first argument: `pages/` -> `pages.studio`, `list.html` -> `list.studio`.
fn default_folder(names: &[String]) -> PathBuf {
    let first =
        names.first().map_or(Path::new("unhusk"), |name| Path::new(name.trim_start_matches('@')));
    let whole = first.canonicalize().unwrap_or_else(|_| first.to_owned());
    match (first.exists(), whole.file_stem()) {
        (true, Some(stem)) => whole.with_file_name(format!("{}.studio", stem.to_string_lossy())),
        _ => PathBuf::from("unhusk.studio"),
    }
}

/// Opens an address in the browser of the desktop.
fn open(address: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::default_folder;

    #[test]
    fn a_task_is_beside_its_pages() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pages = folder.path().join("pages");
        std::fs::create_dir(&pages).expect("a folder");
        let task = default_folder(&[pages.to_string_lossy().into_owned()]);
        assert_eq!(task.file_name().and_then(|name| name.to_str()), Some("pages.studio"));
        assert_eq!(default_folder(&["crawl/*.html".to_owned()]).to_str(), Some("unhusk.studio"));
    }
}
