//! `unhusk extract`: runs a saved wrapper on pages.

use crate::args::{MeaningArgs, RecordArgs, WrapperAndPages, sink_context};
use crate::extraction::{Extraction, Listed};
use crate::interrupt::{NOTHING_WRITTEN, has_written, was_interrupted};
use crate::output::Reporter;
use crate::reading::Identity;
use crate::status::ExitStatus;
use anyhow::Context;
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk_io::source::{list, read_small};
use unhusk_rdf::vocabulary::Vocabulary;

const EXAMPLES: &str = "\
Examples:
  unhusk extract shop.json crawl/ -f csv -o shop.csv
  unhusk extract shop.json 'crawl/2024-*/*.html.gz' --spans | jq .price
  curl -s https://example.org/list | unhusk extract shop.json -
  unhusk extract talks.json web/ -o talks.ttl --base-url https://example.org/
  unhusk extract talks.json web/ -f ics --class schema:Event --property title=schema:name \\
    --property when=schema:startDate

Exit code: 0 if records were found, 1 if none, 2 if all pages (or more than --max-failures) failed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: WrapperAndPages,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    meaning: MeaningArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    args.input.check(args.records.output.output.as_deref())?;
    let mut wrapper = load_wrapper(&args.input.wrapper)?;
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    let options = args.records.page.options();
    let with_confidence = args.records.output.spans;
    let vocabulary = args.meaning.vocabulary()?;
    let read = ExtractionPlan { wrapper: &wrapper, options, with_confidence, vocabulary };
    write_records(&read, &list(&args.input.pages), &args.records, reporter)
}

/// Loads a wrapper file.
pub(crate) fn load_wrapper(path: &str) -> anyhow::Result<Wrapper> {
    let text = read_small(path, Wrapper::MAX_BYTES)?;
    Wrapper::from_json(&text).with_context(|| format!("wrapper `{path}`"))
}

/// A wrapper, with the options of an extraction.
pub(crate) struct ExtractionPlan<'r> {
    pub(crate) wrapper: &'r Wrapper,
    pub(crate) options: PageOptions,
    /// Whether to compute confidences for all pages.
    pub(crate) with_confidence: bool,
    /// Vocabularies, if there are more than the embedded ones.
    pub(crate) vocabulary: Option<Vocabulary>,
}

/// Runs a wrapper on pages and writes the records.
pub(crate) fn write_records(
    read: &ExtractionPlan<'_>,
    pages: &[Listed],
    args: &RecordArgs,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    let started = Instant::now();
    let (mut destination, format, options) = args.output.open()?;
    let context = sink_context(read.wrapper, options, read.vocabulary.clone());
    let identity = Identity { base_url: args.output.base_url.as_ref() };
    let extraction = Extraction {
        wrapper: read.wrapper,
        pages,
        options: read.options.clone(),
        with_confidence: read.with_confidence,
        identity: format.needs_page_identity().then_some(identity),
        n_jobs: args.work.n_jobs(),
        reporter,
    };
    let mut sink = format.sink(&context, &mut destination)?;
    let totals = extraction.run(&mut *sink).and_then(|totals| sink.finish().map(|()| totals));
    sink.warnings().iter().for_each(|warning| reporter.warn(warning));
    drop(sink);
    let totals = totals.with_context(|| args.output.name())?;
    let status = totals.status(&args.work);
    if was_interrupted() {
        destination.stop();
        reporter.summary(&if has_written() {
            format!("stopped: {}", totals.summary(started))
        } else {
            NOTHING_WRITTEN.to_owned()
        });
        return Ok(status);
    }
    // An incomplete file must not replace an older one.
    if status == ExitStatus::Failed {
        destination.give_up(reporter);
    } else {
        destination.commit()?;
    }
    if let Some(doubt) = totals.doubt() {
        reporter.warn(doubt);
    }
    if let Some(empty) = totals.empty_pages() {
        reporter.hint("help:", &empty);
    }
    reporter.summary(&totals.summary(started));
    Ok(status)
}
