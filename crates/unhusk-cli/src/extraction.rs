//! A run over pages on the command line: progress, failures, the summary, and a folder to resume from.

use crate::args::{RunArgs, WorkArgs};
use crate::interrupt::{self, was_interrupted};
use crate::output::{Destination, Reporter, RunProgress, count, time_taken};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;
use unhusk::sink::Sink;
use unhusk_engine::resume::{ResumableRun, RunIdentity};
use unhusk_engine::{
    Collector, Extraction, Inputs, Listed, PageFailure, PageOutcome, RunListener, RunResult, Totals,
};
use unhusk_io::sink::Format;
use unhusk_io::source::{ArchiveOptions, PageOrigin, Skipped};

/// The pages of a run, and the options of reading archives among them.
pub(crate) struct RunInput {
    pub(crate) pages: Vec<Listed>,
    pub(crate) archives: ArchiveOptions,
}

/// Destination of the records, and its name for errors.
pub(crate) struct Output<'a> {
    pub(crate) sink: &'a mut dyn Sink,
    /// ``cannot write `all.csv` ``
    pub(crate) name: String,
}

/// Reads all pages and writes their records to `sink`, in the order of the pages. Reports a page that fails and continues;
/// Ctrl-C ends the run between two pages.
pub(crate) fn run(
    extraction: &Extraction<'_>,
    input: RunInput,
    args: &RunArgs,
    output: &mut Output<'_>,
    reporter: &Reporter,
) -> anyhow::Result<RunResult> {
    match &args.resume {
        None => run_at_once(extraction, input, args, output, reporter),
        Some(folder) => run_in_folder(extraction, input, args, folder, output, reporter),
    }
}

fn run_at_once(
    extraction: &Extraction<'_>,
    input: RunInput,
    args: &RunArgs,
    output: &mut Output<'_>,
    reporter: &Reporter,
) -> anyhow::Result<RunResult> {
    let _guard = interrupt::poll_guard();
    let mut listener = Listener::new(args, reporter)?;
    let inputs = args.inputs(input.pages, input.archives);
    let skipped = inputs.skipped();
    let mut progress = RunProgress::new(inputs.n_bytes());
    let mut collector = Collector::new(extraction, output.sink, &mut listener);
    let mut written = Ok(());
    extraction.read(inputs, |outcome| {
        progress.add(&outcome);
        written = collector.take(outcome);
        reporter.run_progress(&progress);
        if written.is_err() { ControlFlow::Break(()) } else { unless_interrupted() }
    });
    reporter.finish_progress();
    report_skipped(skipped.get(), reporter);
    written.with_context(|| output.name.clone())?;
    let result = collector.finish();
    listener.finish()?;
    Ok(result)
}

/// Reads the pages that are not in the folder yet; if all were read, writes the records of all.
fn run_in_folder(
    extraction: &Extraction<'_>,
    input: RunInput,
    args: &RunArgs,
    folder: &Path,
    output: &mut Output<'_>,
    reporter: &Reporter,
) -> anyhow::Result<RunResult> {
    if input.pages.iter().flatten().any(|page| page.origin == PageOrigin::Stdin) {
        bail!(
            "standard input can be read only once, so --resume cannot go on with it; save it to a file"
        );
    }
    let identity =
        RunIdentity::new(extraction, &input.pages, args.shard(), &format!("{:?}", input.archives));
    let mut run = ResumableRun::open(folder, &identity)?;
    if run.n_pages_done() > 0 {
        let done = count(run.n_pages_done(), "page");
        reporter.hint("note:", &format!("{done} of `{}` are done already", folder.display()));
    }
    let _guard = interrupt::poll_guard();
    let inputs = args.inputs(input.pages, input.archives);
    let skipped = inputs.skipped();
    let mut progress = RunProgress::new(inputs.n_bytes());
    let flow = run.read(extraction, inputs, |outcome| {
        progress.add(outcome);
        reporter.run_progress(&progress);
        unless_interrupted()
    })?;
    reporter.finish_progress();
    report_skipped(skipped.get(), reporter);
    let mut listener = Listener::new(args, reporter)?;
    let mut collector = Collector::new(extraction, output.sink, &mut listener);
    if flow.is_break() {
        let again = "run the same command again to go on";
        reporter.hint("note:", &format!("{} are kept; {again}", count(run.n_pages_done(), "page")));
        return Ok(collector.finish());
    }
    run.replay(|outcome| collector.take(outcome).with_context(|| output.name.clone()))?;
    let result = collector.finish();
    listener.finish()?;
    Ok(result)
}

/// Reports the number of records of archives that were no pages.
fn report_skipped(skipped: Skipped, reporter: &Reporter) {
    let kinds = [
        (skipped.not_html, "not HTML"),
        (skipped.status, "with another status than 2xx"),
        (skipped.revisit, "captured before"),
        (skipped.other_records, "requests and other records"),
    ];
    let kinds: Vec<String> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if !kinds.is_empty() {
        reporter
            .hint("note:", &format!("records of archives that are no pages: {}", kinds.join(", ")));
    }
}

fn unless_interrupted() -> ControlFlow<()> {
    if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Reports failures and warnings, and writes the failures to a file if the user named one.
struct Listener<'a> {
    reporter: &'a Reporter,
    errors: Option<Destination>,
}

impl<'a> Listener<'a> {
    fn new(args: &RunArgs, reporter: &'a Reporter) -> anyhow::Result<Self> {
        let errors = args.errors();
        let errors = errors.map(|path| Destination::open(Some(&path), Format::JsonLines));
        Ok(Self { reporter, errors: errors.transpose()? })
    }

    /// Commits the file of failures, unless the run was stopped.
    fn finish(self) -> anyhow::Result<()> {
        self.errors.filter(|_| !was_interrupted()).map_or(Ok(()), Destination::commit)
    }
}

impl RunListener for Listener<'_> {
    fn failure(&mut self, failure: &PageFailure) -> io::Result<()> {
        self.reporter.error(&failure.named_message());
        if let Some(errors) = &mut self.errors {
            serde_json::to_writer(&mut *errors, failure)?;
            errors.write_all(b"\n")?;
        }
        Ok(())
    }

    fn warning(&mut self, page: &str, warning: &str) {
        self.reporter.warn(format_args!("{page}: {warning}"));
    }
}

/// Reads pages and passes their names and outcomes to `take`, in the order of the pages; progress is shown.
pub(crate) fn read(
    extraction: &Extraction<'_>,
    inputs: Inputs,
    reporter: &Reporter,
    mut take: impl FnMut(PageOutcome),
) {
    let mut progress = RunProgress::new(inputs.n_bytes());
    extraction.read(inputs, |outcome| {
        progress.add(&outcome);
        take(outcome);
        reporter.run_progress(&progress);
        unless_interrupted()
    });
    reporter.finish_progress();
}

/// Returns the names of pages without records, with advice: `no records on a.html, b.html: these look different; label one
/// of them`.
pub(crate) fn empty_pages(totals: &Totals) -> Option<String> {
    let names = totals.first_empty.join(", ");
    match totals.n_empty {
        0 => None,
        1 => Some(format!("no records on {names}: it looks different; label it and learn again")),
        n => {
            let more = n - totals.first_empty.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            Some(format!(
                "no records on {names}{more}: these look different; label one of them and learn again"
            ))
        }
    }
}

/// Returns the counts as one line: `12 records from 3 pages in 4 ms; 1 page failed`.
pub(crate) fn summary_line(totals: &Totals, started: Instant) -> String {
    let found = format!(
        "{} from {} in {}",
        count(totals.n_records, "record"),
        count(totals.n_pages, "page"),
        time_taken(started.elapsed())
    );
    let clause = |n: usize, noun: &str, what: &str| {
        if n == 0 { String::new() } else { format!("; {} {what}", count(n, noun)) }
    };
    let pageless = if totals.n_pageless == 1 { "names no page" } else { "name no page" };
    found
        + &clause(totals.n_doubtful, "record", "in doubt")
        + &clause(totals.n_empty, "page", "without records")
        + &clause(totals.n_failed, "page", "failed")
        + &clause(totals.n_pageless, "argument", pageless)
}

/// Returns the exit status: failed if too many pages failed, negative if there are no records.
pub(crate) fn status(totals: &Totals, work: &WorkArgs) -> ExitStatus {
    let n_failures = totals.n_failed + totals.n_pageless;
    if work.has_failed(n_failures, totals.n_pages - totals.n_failed) {
        ExitStatus::Failed
    } else if totals.n_records == 0 {
        ExitStatus::No
    } else {
        ExitStatus::Done
    }
}
