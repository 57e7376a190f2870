//! `unhusk extract`: a saved wrapper reads pages.

use crate::args::RecordArgs;
use crate::extraction::{Extraction, Listed};
use crate::interrupt::was_interrupted;
use crate::output::{Talk, refuse_input};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::wrapper::WrapperFile;
use unhusk_io::source::{list, read_small};

const EXAMPLES: &str = "\
Examples:
  unhusk extract shop.json crawl/ -f csv -o shop.csv
  unhusk extract shop.json 'crawl/2024-*/*.html.gz' --spans | jq .price
  curl -s https://example.org/list | unhusk extract shop.json -

Exit code: 0 if records were found, 1 if none, 2 if all pages (or more than --max-failures) failed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Wrapper file, from `unhusk learn`; `-` is standard input
    #[arg(value_name = "W.json")]
    wrapper: String,
    /// Files, folders, quoted patterns, @list.txt or `-`
    #[arg(required = true)]
    pages: Vec<String>,
    #[command(flatten)]
    records: RecordArgs,
}

pub(crate) fn run(args: &Args, talk: &Talk) -> anyhow::Result<ExitStatus> {
    if args.wrapper == "-" && args.pages.iter().any(|page| page == "-" || page == "@-") {
        bail!("the wrapper and a page cannot both come from standard input");
    }
    refuse_input(args.records.output.output.as_deref(), args.pages.iter().chain([&args.wrapper]))?;
    let wrapper = load_wrapper(&args.wrapper)?;
    let options = args.records.page.options();
    let is_weighed = args.records.output.spans;
    write_records(&wrapper, &list(&args.pages), options, is_weighed, &args.records, talk)
}

/// Loads a wrapper file.
pub(crate) fn load_wrapper(path: &str) -> anyhow::Result<WrapperFile> {
    let text = read_small(path, WrapperFile::MAX_BYTES)?;
    WrapperFile::from_json(&text).with_context(|| format!("wrapper `{path}`"))
}

/// Runs a wrapper over pages and writes what it reads; `weighed` tells how sure the values are.
pub(crate) fn write_records(
    wrapper: &WrapperFile,
    pages: &[Listed],
    page_options: PageOptions,
    weighed: bool,
    args: &RecordArgs,
    talk: &Talk,
) -> anyhow::Result<ExitStatus> {
    let started = Instant::now();
    let (mut destination, format, options) = args.output.open()?;
    let n_jobs = args.work.n_jobs();
    let extraction = Extraction { wrapper, pages, options: page_options, weighed, n_jobs, talk };
    let mut sink = format.sink(&wrapper.schema, &options, &mut destination);
    let totals = extraction.run(&mut *sink).and_then(|totals| sink.finish().map(|()| totals));
    drop(sink);
    let totals = totals.with_context(|| args.output.name())?;
    let status = totals.status(&args.work);
    // An older file is worth more than a part of a new one, or than none of it.
    if was_interrupted() || status == ExitStatus::Failed {
        destination.give_up(talk);
    } else {
        destination.commit()?;
    }
    if let Some(doubt) = totals.doubt() {
        talk.warn(doubt);
    }
    let ending = if was_interrupted() { "interrupted: " } else { "" };
    talk.summary(&format!("{ending}{}", totals.summary(started)));
    Ok(status)
}
