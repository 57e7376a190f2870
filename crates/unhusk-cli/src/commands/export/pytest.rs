//! `unhusk export --to pytest`: a folder with pages, their records and a test that reads them again.

use super::{Args, ReadablePages};
use crate::args::at_hand;
use crate::commands::like::quoted;
use crate::interrupt;
use crate::output::{Reporter, count};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::fs;
use std::path::Path;
use unhusk::Page;
use unhusk::export::pytest::PytestSuite;
use unhusk::wrapper::Wrapper;
use unhusk_io::sink::AtomicFolder;

/// Limit on the pages of a test: it is kept with the wrapper.
const MAX_PAGES: usize = 200;

pub(super) fn write(
    wrapper: &Wrapper,
    args: &Args,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let Some(folder) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        bail!("a test is a folder of files; name it with -o");
    };
    if args.pages.is_empty() {
        bail!(
            "a test needs pages: those that the wrapper was learnt from, and others that it reads right"
        );
    }
    check_replaceable(folder)?;
    let pages = read(args, reporter)?;
    let name = std::path::absolute(folder)?;
    let name =
        name.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let suite = PytestSuite::new(&name, wrapper, &pages)?;
    let atomic = AtomicFolder::create(folder)?;
    for (name, contents) in &suite.files {
        atomic.write(name, contents.as_bytes())?;
    }
    atomic.commit()?;
    interrupt::note_written();
    for name in &suite.empty {
        reporter.warn(format_args!("{name}: no records; the test expects none"));
    }
    reporter.summary(&format!(
        "wrote a test of {} and {} to `{}`",
        count(pages.len(), "page"),
        count(suite.n_records, "record"),
        folder.display()
    ));
    reporter.hint("next:", &format!("python -m pytest {}", quoted(&folder.to_string_lossy())));
    Ok(if suite.n_records == 0 { ExitStatus::No } else { ExitStatus::Done })
}

/// Reads all pages; an unreadable one is an error, since the test must contain them all.
fn read(args: &Args, reporter: &Reporter) -> anyhow::Result<Vec<(String, Page)>> {
    let listed = at_hand(&args.pages, &args.page, reporter);
    if listed.len() > MAX_PAGES {
        bail!(
            "{} are too many for a test that is kept with the wrapper; give at most {MAX_PAGES}",
            count(listed.len(), "page")
        );
    }
    let mut readable = ReadablePages::new(listed, args.page.options(), reporter);
    let pages: Vec<(String, Page)> = readable.by_ref().collect();
    match readable.n_failed {
        0 => Ok(pages),
        n => bail!("nothing was written: {} cannot be read", count(n, "page")),
    }
}

/// Fails if the folder exists and contains files other than those of an earlier test.
fn check_replaceable(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    if !folder.exists() {
        return Ok(());
    }
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read the folder `{shown}`"))?
    {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_program =
            name.starts_with("test_") && Path::new(&name).extension() == Some("py".as_ref());
        let is_known =
            ["wrapper.json", "pages", "__pycache__", ".pytest_cache"].contains(&name.as_str());
        if !is_program && !is_known {
            bail!("`{shown}` has other files than those of a test (`{name}`); name another folder");
        }
    }
    Ok(())
}
