//! `unhusk extract`: runs a saved wrapper on pages.

use crate::args::{
    ColumnChoice, FieldArgs, MeaningArgs, PageArgs, RecordArgs, RunArgs, SinkRequest,
    WrapperAndPages, listed, refuse_own_files,
};
use crate::extraction::{self, Output, RunInput};
use crate::fill;
use crate::interrupt::{NOTHING_WRITTEN, has_written, was_interrupted};
use crate::output::{Reporter, refuse_pages, refuse_same};
use crate::status::ExitStatus;
use crate::unlabelled::spread;
use anyhow::{Context, bail};
use std::path::Path;
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::profile::Profile;
use unhusk_engine::library::Library;
use unhusk_engine::{
    Comparison, Extraction, Identity, Listed, RunResult, WrapperSet, WrapperSummary,
};
use unhusk_io::source::{PageOrigin, PageRef, PageStream, read_small};
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
  unhusk extract shop.json crawl/ -o postgresql://me@localhost/shop --typed  # the same in PostgreSQL
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
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, reporter: &Reporter) -> anyhow::Result<ExitStatus> {
    let outputs = args.records.outputs().chain(args.run.errors.as_deref());
    args.input.check(outputs.clone())?;
    refuse_same(outputs.clone())?;
    refuse_own_files(&args.input.pages)?;
    let mut wrappers = load_wrappers(&args.input.wrapper)?;
    if let Some(wrapper) = wrappers.alone() {
        let mut wrapper = wrapper.clone();
        wrapper.schema = args.meaning.apply(&wrapper.schema, reporter)?;
        wrappers = WrapperSet::one(wrapper);
    }
    let options = args.records.page.options();
    let with_confidence = args.records.output.spans;
    let vocabulary = args.meaning.vocabulary()?;
    let columns = args.fields.choice(args.meaning.typed_fields());
    let run = args.run.clone();
    let read =
        ExtractionPlan { wrappers: &wrappers, options, with_confidence, vocabulary, columns, run };
    let pages = listed(&args.input.pages, reporter);
    refuse_pages(outputs, &pages)?;
    write_records(&read, pages, &args.records, reporter)
}

/// Loads a wrapper file.
pub(crate) fn load_wrapper(path: &str) -> anyhow::Result<Wrapper> {
    let text = read_small(path, Wrapper::MAX_BYTES)?;
    Wrapper::from_json(&text).with_context(|| format!("wrapper `{path}`"))
}

/// Loads a wrapper file, or all wrappers of a library.
pub(crate) fn load_wrappers(path: &str) -> anyhow::Result<WrapperSet> {
    if Path::new(path).is_dir() {
        return Ok(WrapperSet::of_library(&Library::new(path))?);
    }
    load_wrapper(path).map(WrapperSet::one)
}

/// Wrappers, with the options of an extraction.
pub(crate) struct ExtractionPlan<'r> {
    pub(crate) wrappers: &'r WrapperSet,
    pub(crate) options: PageOptions,
    /// Whether to compute confidences for all pages.
    pub(crate) with_confidence: bool,
    /// Vocabularies, if there are more than the embedded ones.
    pub(crate) vocabulary: Option<Vocabulary>,
    /// Columns that are written, and those whose type was given.
    pub(crate) columns: ColumnChoice,
    /// Division and storage of the run.
    pub(crate) run: RunArgs,
}

impl ExtractionPlan<'_> {
    /// Returns a wrapper with the schema of the records that are written, and whether it is the only one.
    fn written_as(&self) -> (Wrapper, bool) {
        let mut wrapper = self.wrappers.wrapper(0).clone();
        let is_alone = self.wrappers.wrappers().count() == 1;
        if !is_alone {
            wrapper.schema = self.wrappers.schema().clone();
            wrapper.profile = None;
        }
        (wrapper, is_alone)
    }
}

/// Runs wrappers on pages and writes the records.
pub(crate) fn write_records(
    read: &ExtractionPlan<'_>,
    pages: Vec<Listed>,
    args: &RecordArgs,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    write_and_summarise(read, pages, args, reporter).map(|(status, _)| status)
}

/// Runs wrappers on pages and writes the records; returns also the summary of each wrapper.
pub(crate) fn write_and_summarise(
    read: &ExtractionPlan<'_>,
    pages: Vec<Listed>,
    args: &RecordArgs,
    reporter: &Reporter,
) -> anyhow::Result<(ExitStatus, Vec<WrapperSummary>)> {
    let started = Instant::now();
    let (mut destination, format, options) = args.output.open()?;
    let summary_file = fill::open(&args.check)?;
    args.output.remove_abandoned(reporter);
    let keeps_older = !args.output.allow_empty && destination.replaces_content();
    let values = &args.output.values;
    let (wrapper, is_alone) = read.written_as();
    if !is_alone && format.needs_page_identity() {
        bail!("`{format}` is written with one wrapper at a time; name its file in the library");
    }
    let needs_profile = is_alone && values.needs_profile(&wrapper);
    let request = SinkRequest {
        wrapper: &wrapper,
        profile: needs_profile.then(|| profile_of_sample(&wrapper, read, &pages, &args.page)),
        format,
        options,
        vocabulary: read.vocabulary.clone(),
        columns: &read.columns,
    };
    let context = args.output.setup(request, reporter)?;
    let (base_url, absolute) = (args.output.base_url.as_ref(), values.absolute);
    let identity = Identity { base_url, absolute };
    let extraction = Extraction {
        wrappers: read.wrappers,
        options: read.options.clone(),
        with_confidence: read.with_confidence,
        identity: (format.needs_page_identity() || absolute).then_some(identity),
        comparison: if args.check.check { Comparison::All } else { Comparison::Sample },
        n_jobs: args.work.n_jobs(),
    };
    let mut sink = format.sink(&context, &mut destination)?;
    let input = RunInput { pages, archives: args.page.archives() };
    let mut output = Output { sink: &mut *sink, name: args.output.name() };
    let result = extraction::run(&extraction, input, &read.run, &mut output, reporter);
    let result = result.and_then(|result| {
        let has_failed = extraction::status(&result.totals, &args.work) == ExitStatus::Failed;
        let is_older_kept = keeps_older && result.totals.n_records == 0;
        // A database keeps finished records: a run that is stopped, has failed or found nothing must leave it unchanged.
        if !format.is_transaction() || !(was_interrupted() || has_failed || is_older_kept) {
            sink.finish().with_context(|| args.output.name())?;
        }
        Ok(result)
    });
    let warnings = sink.warnings();
    for warning in &warnings {
        reporter.warn(warning);
    }
    drop(sink);
    let RunResult { totals, summaries } = result?;
    let status = extraction::status(&totals, &args.work);
    if was_interrupted() {
        destination.stop();
        reporter.summary(&if has_written() {
            format!("stopped: {}", extraction::summary_line(&totals, started))
        } else {
            NOTHING_WRITTEN.to_owned()
        });
        return Ok((status, summaries));
    }
    // An incomplete file must not replace an older one.
    if status == ExitStatus::Failed {
        destination.give_up(reporter);
    } else {
        destination.commit_records(totals.n_records, args.output.allow_empty, reporter)?;
    }
    for of in &summaries {
        fill::report(of, &warnings, reporter);
    }
    fill::write(&summaries, summary_file, &args.check)?;
    if let Some(empty) = extraction::empty_pages(&totals) {
        reporter.hint("help:", &empty);
    }
    reporter.summary(&extraction::summary_line(&totals, started));
    let looks_wrong = args.check.check && summaries.iter().any(|of| of.summary.looks_wrong());
    let status = if looks_wrong && status == ExitStatus::Done { ExitStatus::No } else { status };
    Ok((status, summaries))
}

/// Limit on the files whose pages determine the types of the fields, and on the pages of each archive.
const MAX_PROFILED: usize = 20;

/// Returns a profile of some of the pages, for the types of fields. Standard input can be read only once, so it is left
/// out.
fn profile_of_sample(
    wrapper: &Wrapper,
    read: &ExtractionPlan<'_>,
    pages: &[Listed],
    args: &PageArgs,
) -> Profile {
    let mut profile = Profile::new(&wrapper.schema);
    let is_file = |page: &&PageRef| page.origin != PageOrigin::Stdin;
    let files: Vec<&PageRef> = pages.iter().flatten().filter(is_file).collect();
    for position in spread(files.len(), MAX_PROFILED) {
        let inside = PageStream::new([Ok(files[position].clone())], args.archives());
        for page in inside.flatten().take(MAX_PROFILED / files.len().min(MAX_PROFILED)) {
            if let Ok(page) = page.read(&read.options) {
                profile.merge(&wrapper.profile_of(&page.page));
            }
        }
    }
    profile
}
