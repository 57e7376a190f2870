//! `unhusk extract`: runs a saved wrapper on pages.

use crate::args::{
    ColumnChoice, FieldArgs, MeaningArgs, RecordArgs, SinkRequest, WrapperAndPages, listed,
    refuse_own_files,
};
use crate::extraction::{Extraction, Listed, RunResult};
use crate::fill;
use crate::interrupt::{NOTHING_WRITTEN, has_written, was_interrupted};
use crate::output::Reporter;
use crate::reading::{Comparison, Identity};
use crate::status::ExitStatus;
use crate::unlabelled::spread;
use anyhow::Context;
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::profile::Profile;
use unhusk_io::source::{PageOrigin, PageRef, read_small};
use unhusk_rdf::vocabulary::Vocabulary;

const EXAMPLES: &str = "\
Examples:
  unhusk extract shop.json crawl/ -f csv -o shop.csv
  unhusk extract shop.json crawl/ -o shop.xlsx --typed --fields name,price=cost,link --absolute \
    --base-url https://example.org/
  unhusk extract shop.json 'crawl/2024-*/*.html.gz' --spans | jq .price
  unhusk extract shop.json crawl/ -o shop.csv --check --summary run.json     # a nightly job
  unhusk extract shop.json crawl/ -o shop.parquet --typed                    # for DuckDB, pandas, Spark
  unhusk extract shop.json crawl/ -o shop.sqlite --typed                     # adds to the database
  curl -s https://example.org/list | unhusk extract shop.json -
  unhusk extract talks.json web/ -o talks.ttl --base-url https://example.org/
  unhusk extract talks.json web/ -f ics --class schema:Event --property title=schema:name \\
    --property when=schema:startDate

Exit code: 0 if records were found, 1 if none or if --check finds a field that looks wrong, 2 if all pages (or more than --max-failures) failed.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: WrapperAndPages,
    #[command(flatten)]
    fields: FieldArgs,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    meaning: MeaningArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    args.input.check(args.records.output.output.as_deref())?;
    args.input.check(args.records.check.summary.as_deref())?;
    refuse_own_files(&args.input.pages)?;
    let mut wrapper = load_wrapper(&args.input.wrapper)?;
    wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
    let options = args.records.page.options();
    let with_confidence = args.records.output.spans;
    let vocabulary = args.meaning.vocabulary()?;
    let columns = args.fields.choice(args.meaning.typed_fields());
    let read = ExtractionPlan { wrapper: &wrapper, options, with_confidence, vocabulary, columns };
    write_records(&read, &listed(&args.input.pages, reporter), &args.records, reporter)
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
    /// Columns that are written, and those whose type was given.
    pub(crate) columns: ColumnChoice,
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
    let values = &args.output.values;
    let needs_profile = values.needs_profile(read.wrapper);
    let request = SinkRequest {
        wrapper: read.wrapper,
        profile: needs_profile.then(|| profile_of_sample(read, pages)),
        format,
        options,
        vocabulary: read.vocabulary.clone(),
        columns: &read.columns,
    };
    let context = args.output.setup(request, reporter)?;
    let (base_url, absolute) = (args.output.base_url.as_ref(), values.absolute);
    let identity = Identity { base_url, absolute };
    let extraction = Extraction {
        wrapper: read.wrapper,
        pages,
        options: read.options.clone(),
        with_confidence: read.with_confidence,
        identity: (format.needs_page_identity() || absolute).then_some(identity),
        comparison: if args.check.check { Comparison::All } else { Comparison::Sample },
        n_jobs: args.work.n_jobs(),
        reporter,
    };
    let mut sink = format.sink(&context, &mut destination)?;
    let result = extraction.run(&mut *sink).and_then(|result| {
        // A database keeps what is finished: a run that is stopped or has failed must leave it as it was.
        let is_kept = !was_interrupted() && result.totals.status(&args.work) != ExitStatus::Failed;
        if is_kept || !format.is_database() {
            sink.finish()?;
        }
        Ok(result)
    });
    let warnings = sink.warnings();
    for warning in &warnings {
        reporter.warn(warning);
    }
    drop(sink);
    let RunResult { totals, summary } = result.with_context(|| args.output.name())?;
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
    fill::report(&summary, &warnings, reporter);
    fill::write(&summary, &args.check)?;
    if let Some(empty) = totals.empty_pages() {
        reporter.hint("help:", &empty);
    }
    reporter.summary(&totals.summary(started));
    let looks_wrong = args.check.check && summary.looks_wrong();
    Ok(if looks_wrong && status == ExitStatus::Done { ExitStatus::No } else { status })
}

/// Limit on the pages whose values show the types of the fields.
const MAX_PROFILED: usize = 20;

/// Returns a profile of some of the pages, for the types of fields. Standard input can be read only once, so it is left
/// out.
fn profile_of_sample(read: &ExtractionPlan<'_>, pages: &[Listed]) -> Profile {
    let mut profile = Profile::new(&read.wrapper.schema);
    let is_file = |page: &&PageRef| page.origin != PageOrigin::Stdin;
    let files: Vec<&PageRef> = pages.iter().flatten().filter(is_file).collect();
    for position in spread(files.len(), MAX_PROFILED) {
        if let Ok(page) = files[position].read(&read.options) {
            profile.merge(&read.wrapper.profile_of(&page.page));
        }
    }
    profile
}
