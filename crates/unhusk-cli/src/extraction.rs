//! Runs a wrapper over pages and writes the records: the loop behind `extract`, `run` and `induce`.

use crate::args::WorkArgs;
use crate::interrupt::{self, panic_message, was_interrupted};
use crate::ordered::in_order;
use crate::output::{Reporter, count, milliseconds};
use crate::reading::{Comparison, Identity, PageReader, PageRecords, forget_confidence};
use crate::status::ExitStatus;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::record::{Confidence, Record};
use unhusk::sink::Sink;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::summary::{RunObserver, RunSummary};
use unhusk_io::source::{PageRef, SourceError};

/// A page, or the error of an argument that names none.
pub(crate) type Listed = Result<PageRef, SourceError>;

/// Number of pages without records that are named.
const MAX_NAMED: usize = 3;

/// Counts of a run over pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Totals {
    /// Pages, including those that failed.
    pub(crate) n_pages: usize,
    /// Arguments (folders, patterns, lists) without pages.
    pub(crate) n_pageless: usize,
    /// Pages that could not be read.
    pub(crate) n_failed: usize,
    /// Pages that were read and have no records.
    pub(crate) n_empty: usize,
    /// Names of the first of these.
    first_empty: Vec<String>,
    /// Records that were written.
    pub(crate) n_records: usize,
    /// Records with a doubtful value, if confidences are computed for all pages.
    pub(crate) n_doubtful: usize,
}

/// The result of a run over pages.
pub(crate) struct RunResult {
    pub(crate) totals: Totals,
    pub(crate) summary: RunSummary,
}

/// A wrapper, the pages to extract from, and the options.
pub(crate) struct Extraction<'a> {
    pub(crate) wrapper: &'a Wrapper,
    pub(crate) pages: &'a [Listed],
    pub(crate) options: PageOptions,
    /// Whether to compute confidences for all pages.
    pub(crate) with_confidence: bool,
    /// How to identify pages, if the sink requires more than their names.
    pub(crate) identity: Option<Identity<'a>>,
    /// The pages that are checked.
    pub(crate) comparison: Comparison,
    pub(crate) n_jobs: usize,
    pub(crate) reporter: &'a Reporter,
}

impl Extraction<'_> {
    /// Writes the records of all pages to `sink`, in the order of the pages. Reports a page that fails and continues;
    /// Ctrl-C ends the run between two pages.
    pub(crate) fn run(&self, sink: &mut dyn Sink) -> io::Result<RunResult> {
        let _guard = interrupt::poll_guard();
        let mut totals = Totals::default();
        let mut observer = RunObserver::new(self.wrapper);
        let mut n_taken = 0;
        let mut written = Ok(());
        let numbered: Vec<(usize, &Listed)> = self.pages.iter().enumerate().collect();
        let reader = PageReader {
            wrapper: self.wrapper,
            options: &self.options,
            with_confidence: self.with_confidence,
            identity: self.identity,
            comparison: self.comparison,
            has_baseline: observer.compares(),
        };
        let read = |&(at, listed): &(usize, &Listed)| catch_panics(|| reader.read(at, listed));
        in_order(&numbered, self.n_jobs, read, |outcome| {
            let listed = &self.pages[n_taken];
            n_taken += 1;
            if matches!(listed, Err(error) if error.names_no_page()) {
                totals.n_pageless += 1;
            } else {
                totals.n_pages += 1;
                totals.n_failed += usize::from(outcome.is_err());
            }
            written = self.take_page(page_name(listed), outcome, &mut totals, &mut observer, sink);
            self.reporter.progress(n_taken, self.pages.len(), "pages");
            let is_over = written.is_err() || was_interrupted();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.reporter.finish_progress();
        written.map(|()| RunResult { totals, summary: observer.finish() })
    }

    fn take_page(
        &self,
        name: &str,
        outcome: Result<PageRecords, String>,
        totals: &mut Totals,
        observer: &mut RunObserver<'_>,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        let mut page = match outcome {
            Ok(page) => page,
            Err(message) => {
                let is_named = name.is_empty() || message.contains(name);
                self.reporter.error(&if is_named { message } else { format!("{name}: {message}") });
                return Ok(());
            }
        };
        for warning in &page.warnings {
            self.reporter.warn(format_args!("{name}: {warning}"));
        }
        if page.records.is_empty() {
            totals.add_empty(name);
        }
        totals.n_records += page.records.len();
        observer.add(name, &page.records);
        if let Some(observation) = page.observation.take() {
            observer.add_observation(observation);
        }
        if self.with_confidence {
            totals.n_doubtful += page.records.iter().filter(|record| is_doubtful(record)).count();
        } else {
            forget_confidence(&mut page.records);
        }
        if let Some(source) = &page.source {
            sink.begin(source)?;
        }
        page.records.iter().try_for_each(|record| sink.write(name, record))
    }
}

impl Totals {
    fn add_empty(&mut self, name: &str) {
        self.n_empty += 1;
        if self.first_empty.len() < MAX_NAMED {
            self.first_empty.push(name.to_owned());
        }
    }

    /// Returns the names of pages without records, with advice: `no records on a.html, b.html: these look different;
    /// label one of them`.
    pub(crate) fn empty_pages(&self) -> Option<String> {
        let names = self.first_empty.join(", ");
        match self.n_empty {
            0 => None,
            1 => {
                Some(format!("no records on {names}: it looks different; label it and learn again"))
            }
            n => {
                let more = n - self.first_empty.len();
                let more = if more == 0 { String::new() } else { format!(" and {more} more") };
                Some(format!(
                    "no records on {names}{more}: these look different; label one of them and learn again"
                ))
            }
        }
    }

    /// Returns the counts as one line: `12 records from 3 pages in 4 ms; 1 page failed`.
    pub(crate) fn summary(&self, started: Instant) -> String {
        let found = format!(
            "{} from {} in {}",
            count(self.n_records, "record"),
            count(self.n_pages, "page"),
            milliseconds(started.elapsed())
        );
        let clause = |n: usize, noun: &str, what: &str| {
            if n == 0 { String::new() } else { format!("; {} {what}", count(n, noun)) }
        };
        let pageless = if self.n_pageless == 1 { "names no page" } else { "name no page" };
        found
            + &clause(self.n_doubtful, "record", "in doubt")
            + &clause(self.n_empty, "page", "without records")
            + &clause(self.n_failed, "page", "failed")
            + &clause(self.n_pageless, "argument", pageless)
    }

    /// Returns the exit status: failed if too many pages failed, negative if there are no records.
    pub(crate) fn status(&self, work: &WorkArgs) -> ExitStatus {
        let n_failures = self.n_failed + self.n_pageless;
        if work.has_failed(n_failures, self.n_pages - self.n_failed) {
            ExitStatus::Failed
        } else if self.n_records == 0 {
            ExitStatus::No
        } else {
            ExitStatus::Done
        }
    }
}

pub(crate) fn page_name(listed: &Listed) -> &str {
    listed.as_ref().map_or("", |page| &page.name)
}

/// Runs `work` and turns a panic into an error, so that a bug costs one page, not the run.
pub(crate) fn catch_panics<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panic_message(panic.as_ref())))
}

/// Whether the confidence of a record is below the threshold for doubt.
fn is_doubtful(record: &Record<'_>) -> bool {
    record.confidence().is_some_and(|confidence| confidence < Confidence::DOUBT)
}

#[cfg(test)]
mod tests {
    use super::catch_panics;

    #[test]
    fn a_bug_costs_one_page() {
        let outcome: Result<(), String> = catch_panics(|| panic!("index 7 is out of range"));
        let expected = "internal error: index 7 is out of range; please report this with the page";
        assert_eq!(outcome, Err(expected.to_owned()));
    }
}
