//! `unhusk induce`: finds the schema and the records of pages without labels.

mod baseline;

use super::extract::{ExtractionPlan, write_records};
use super::save;
use crate::args::{
    CheckArgs, ColumnChoice, FormatParser, OutputArgs, PageArgs, RecordArgs, RunArgs, WorkArgs,
    at_hand, of_ending, page_argument,
};
use crate::output::{OutputFormat, Reporter, count, refuse_input, refuse_pages, time_taken};
use crate::status::ExitStatus;
use crate::unlabelled::spread;
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;
use unhusk::Page;
use unhusk::example::NamedPage;
use unhusk::learn::provenance_of_pages;
use unhusk::learn::template::{InduceSettings, Trained, train};
use unhusk::page::PageOptions;
use unhusk::wrapper::{AnyWrapper, Wrapper};
use unhusk_baselines::BASELINES;
use unhusk_engine::{Listed, WrapperSet};

const EXAMPLES: &str = "\
Examples:
  unhusk induce results.html                   records of one page
  unhusk induce crawl/ -o all.csv              columns of many pages, as a table
  unhusk induce crawl/ -o site.json -o all.csv the same, and a template for other pages
  unhusk induce crawl/ -o site.json && unhusk extract site.json more/

Columns are named after captions on the pages; `unhusk learn --from site.json --name c3=price` renames them.
Exit code: 0 if records were found, 1 if the pages have no data, 2 if pages cannot be read.";

/// Limit on the pages considered for the template; the others are only extracted from.
const MAX_LOOKED_AT: usize = 1000;
/// Limit on the bytes of these pages, which stay in memory.
const MAX_BYTES: usize = 64 << 20;

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    /// Files, folders, quoted patterns, @list.txt or `-`
    #[arg(required = true, value_parser = page_argument())]
    pages: Vec<String>,
    /// Method; those other than `template` are for comparison and make no wrapper
    #[arg(short, long, value_name = "METHOD", default_value = "template", value_parser = methods())]
    method: String,
    /// File: .json, .wrapper or no extension for the template, a wrapper for `extract` and `explain`; any other extension
    /// (.csv, .jsonl, .xlsx, ...) for the records. May be given twice, once for each
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Format of the records [default: by the extension of their file, else `table` on a terminal and `jsonl` elsewhere]
    #[arg(short, long, value_name = "FORMAT", value_parser = FormatParser)]
    format: Option<OutputFormat>,
    /// Replace an older file of records even if no record was found; without this flag, it stays
    #[arg(long)]
    allow_empty: bool,
    /// Include the span of each value, a byte range of the page's decoded source
    #[arg(long)]
    spans: bool,
    /// Write one record per page, with all repeated regions, even those that look irrelevant
    #[arg(long)]
    all: bool,
    /// Include all columns with different values, even those on few pages
    #[arg(long)]
    columns: bool,
    /// Leave out the links and images of records, which otherwise are columns where they differ
    #[arg(long)]
    no_links: bool,
    /// Limit on training pages; the most informative ones are chosen
    #[arg(long, value_name = "N", default_value = "100")]
    max_pages: NonZeroUsize,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    work: WorkArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let files = InducedFiles::of(&args.output)?;
    let outputs = args.output.iter().map(PathBuf::as_path);
    refuse_input(outputs.clone(), &args.pages)?;
    let options = args.page.options();
    // Pages are read twice: to find the template, and to extract.
    let kept = |listed: Listed| listed.and_then(|page| page.kept(options.limits.max_bytes));
    let listed: Vec<Listed> =
        at_hand(&args.pages, &args.page, reporter).into_iter().map(kept).collect();
    refuse_pages(outputs, &listed)?;
    let started = Instant::now();
    let (names, pages) = read_sample(&listed, &options, reporter)?;
    let refs: Vec<&Page> = pages.iter().collect();
    if let Some(baseline) = BASELINES.iter().find(|baseline| baseline.name == args.method) {
        return baseline::run(args, *baseline, (&names, &refs), &files, reporter);
    }
    let mut settings = InduceSettings::default();
    (settings.all_columns, settings.whole_pages) = (args.columns, args.all);
    settings.links = !args.no_links;
    let trained = match train(&refs, &settings, args.max_pages.get()) {
        Ok(trained) => trained,
        Err(error) => {
            reporter.error(&error.to_string());
            return Ok(ExitStatus::No);
        }
    };
    report_template(&trained, pages.len(), started, reporter);
    let listed = without_other_layouts(listed, &trained, &names, reporter);
    let used = trained.used.iter().map(|&at| NamedPage { name: &names[at], page: refs[at] });
    let learnt = provenance_of_pages("template", used);
    let induced = trained.induced;
    let mut wrapper = Wrapper::new(induced.schema, AnyWrapper::from(induced.wrapper), learnt);
    if let Some(path) = &files.wrapper {
        wrapper.record_baseline(trained.used.iter().map(|&at| refs[at]));
        save(&wrapper, Some(path))?;
        reporter.summary(&format!("wrote the wrapper to `{}`", path.display()));
    }
    let mut output = OutputArgs::to_file(files.records.clone(), args.format, args.spans);
    output.allow_empty = args.allow_empty;
    let records = RecordArgs {
        output,
        page: args.page.clone(),
        work: args.work.clone(),
        check: CheckArgs::default(),
    };
    let read = ExtractionPlan {
        wrappers: &WrapperSet::one(wrapper),
        options,
        with_confidence: false,
        vocabulary: None,
        columns: ColumnChoice::default(),
        run: RunArgs::default(),
    };
    let status = write_records(&read, listed, &records, reporter)?;
    if let Some(path) = files.records.filter(|_| status == ExitStatus::Done) {
        reporter.summary(&format!(
            "wrote the records to `{}`; `-o site.json` writes the wrapper",
            path.display()
        ));
    }
    Ok(status)
}

/// Files of `-o`, distinguished by their extensions.
struct InducedFiles {
    wrapper: Option<PathBuf>,
    records: Option<PathBuf>,
}

impl InducedFiles {
    fn of(files: &[PathBuf]) -> anyhow::Result<Self> {
        let mut found = Self { wrapper: None, records: None };
        for file in files {
            let (place, what) = if is_wrapper_name(file)? {
                (&mut found.wrapper, "the wrapper")
            } else {
                (&mut found.records, "the records")
            };
            if let Some(other) = place.replace(file.clone()) {
                bail!(
                    "`{}` and `{}` are both for {what}; give one of them",
                    other.display(),
                    file.display()
                );
            }
        }
        Ok(found)
    }
}

/// Whether a file is for the wrapper; fails if its extension is not known.
fn is_wrapper_name(file: &Path) -> anyhow::Result<bool> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        None | Some("json" | "wrapper") => Ok(true),
        Some(_) => of_ending(file).map(|_| false),
    }
}

/// Returns a parser for the names of methods, so that help lists them and a typo is answered with the nearest name.
fn methods() -> PossibleValuesParser {
    PossibleValuesParser::new(["template"].into_iter().chain(BASELINES.iter().map(|one| one.name)))
}

/// Reads some of the pages, spread evenly over the list. Skips unreadable pages; they are reported when records are
/// extracted.
fn read_sample(
    listed: &[Listed],
    options: &PageOptions,
    reporter: &Reporter,
) -> anyhow::Result<(Vec<String>, Vec<Page>)> {
    let (mut names, mut pages, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    for position in spread(listed.len(), MAX_LOOKED_AT) {
        if let Ok(page) = &listed[position]
            && let Ok(read) = page.read(options)
        {
            n_bytes += read.page.source().len();
            names.push(page.name.clone());
            pages.push(read.page);
        }
        reporter.progress(position + 1, listed.len(), "pages");
        if n_bytes >= MAX_BYTES {
            break;
        }
    }
    reporter.finish_progress();
    if pages.is_empty() {
        match listed.iter().find_map(|listed| listed.as_ref().err()) {
            Some(error) => bail!("{error}"),
            None => bail!("none of the pages can be read"),
        }
    }
    Ok((names, pages))
}

/// Limit on the pages that a warning names.
const MAX_NAMED: usize = 5;

/// Removes pages with another template, with a warning.
fn without_other_layouts(
    mut listed: Vec<Listed>,
    trained: &Trained,
    names: &[String],
    reporter: &Reporter,
) -> Vec<Listed> {
    let strangers: Vec<&str> = trained.strangers.iter().map(|&at| names[at].as_str()).collect();
    if strangers.is_empty() {
        return listed;
    }
    let some = strangers[..strangers.len().min(MAX_NAMED)].join(", ");
    let more = if strangers.len() > MAX_NAMED { ", ..." } else { "" };
    let (have, them) = if strangers.len() == 1 { ("has", "it") } else { ("have", "them") };
    reporter.warn(format_args!(
        "{} of {} {have} another template than most and {have} been skipped: {some}{more}; run `induce` on {them} separately",
        strangers.len(),
        count(names.len(), "page"),
    ));
    listed.retain(|page| page.as_ref().map_or(true, |page| !strangers.contains(&&*page.name)));
    listed
}

/// Prints the size of the template, and the number of pages that do not fit it.
fn report_template(trained: &Trained, n_pages: usize, started: Instant, reporter: &Reporter) {
    let Trained { induced, used, misfits, .. } = trained;
    induced.warnings.iter().for_each(|warning| reporter.warn(warning));
    let what = if induced.wrapper.records().is_some() { "records" } else { "pages" };
    reporter.summary(&format!(
        "found {} of {what} on {} of {} in {}",
        count(induced.schema.fields().len(), "column"),
        used.len(),
        count(n_pages, "page"),
        time_taken(started.elapsed()),
    ));
    if !misfits.is_empty() {
        let fit = if misfits.len() == 1 { "does not fit" } else { "do not fit" };
        reporter.summary(&format!(
            "{} {fit} the template; a larger --max-pages may help",
            count(misfits.len(), "page")
        ));
    }
}
