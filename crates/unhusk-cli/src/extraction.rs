//! Wrapper x pages -> records: the loop behind `extract`, `run` and `like`.

use crate::args::WorkArgs;
use crate::interrupt::{self, panic_message, was_interrupted};
use crate::ordered::in_order;
use crate::output::{Reporter, count, milliseconds};
use crate::reading::{ConfidenceSample, Identity, PageReader, PageRecords};
use crate::status::ExitStatus;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use unhusk::page::PageOptions;
use unhusk::record::{Confidence, Record};
use unhusk::sink::Sink;
use unhusk::wrapper::Wrapper;
use unhusk_io::source::{PageRef, SourceError};

/// A page, or why there is none.
pub(crate) type Listed = Result<PageRef, SourceError>;

/// What a run over pages came to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Totals {
    /// Pages that were named, those that failed included.
    pub(crate) n_pages: usize,
    /// Folders, patterns and lists that name no page.
    pub(crate) n_pageless: usize,
    /// Pages that could not be read.
    pub(crate) n_failed: usize,
    /// Pages that were read and have no records.
    pub(crate) n_empty: usize,
    /// Records that were written.
    pub(crate) n_records: usize,
    /// Records that hold a value which may well be wrong.
    pub(crate) n_doubtful: usize,
    /// What was found on the first pages, where values are not weighed anyway.
    sample: ConfidenceSample,
}

/// A wrapper, the pages it is to read, and how.
pub(crate) struct Extraction<'a> {
    pub(crate) wrapper: &'a Wrapper,
    pub(crate) pages: &'a [Listed],
    pub(crate) options: PageOptions,
    /// Whether to tell how sure the values are.
    pub(crate) with_confidence: bool,
    /// Whether the sink is to hear more of pages than their names, and where they are.
    pub(crate) identity: Option<Identity<'a>>,
    pub(crate) n_jobs: usize,
    pub(crate) reporter: &'a Reporter,
}

impl Extraction<'_> {
    /// Reads the records of all pages into `sink`, in the order of the pages. A page that fails is reported and
    /// the run goes on; Ctrl-C ends it between two pages.
    pub(crate) fn run(&self, sink: &mut dyn Sink) -> io::Result<Totals> {
        let _guard = interrupt::poll_guard();
        let mut totals = Totals::default();
        let mut n_taken = 0;
        let mut written = Ok(());
        let numbered: Vec<(usize, &Listed)> = self.pages.iter().enumerate().collect();
        let reader = PageReader {
            wrapper: self.wrapper,
            options: &self.options,
            with_confidence: self.with_confidence,
            identity: self.identity,
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
            written = self.take_page(page_name(listed), outcome, &mut totals, sink);
            self.reporter.progress(n_taken, self.pages.len(), "pages");
            let is_over = written.is_err() || was_interrupted();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.reporter.finish_progress();
        written.map(|()| totals)
    }

    fn take_page(
        &self,
        name: &str,
        outcome: Result<PageRecords, String>,
        totals: &mut Totals,
        sink: &mut dyn Sink,
    ) -> io::Result<()> {
        let page = match outcome {
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
        totals.n_empty += usize::from(page.records.is_empty());
        totals.n_records += page.records.len();
        totals.n_doubtful += page.records.iter().filter(|record| is_doubtful(record)).count();
        if let Some(source) = &page.source {
            sink.begin(source)?;
        }
        totals.sample.add(page.sample);
        page.records.iter().try_for_each(|record| sink.write(name, record))
    }
}

impl Totals {
    /// A warning if most values on the first pages may well be wrong, as on pages of another site.
    pub(crate) fn doubt(&self) -> Option<String> {
        self.sample.doubt()
    }

    /// One line for the person.
    pub(crate) fn summary(&self, started: Instant) -> String {
        let found = format!(
            "{} from {} in {}",
            count(self.n_records, "record"),
            count(self.n_pages, "page"),
            milliseconds(started.elapsed())
        );
        let told = |n: usize, noun: &str, what: &str| {
            if n == 0 { String::new() } else { format!("; {} {what}", count(n, noun)) }
        };
        let pageless = if self.n_pageless == 1 { "names no page" } else { "name no page" };
        found
            + &told(self.n_doubtful, "record", "in doubt")
            + &told(self.n_empty, "page", "without records")
            + &told(self.n_failed, "page", "failed")
            + &told(self.n_pageless, "argument", pageless)
    }

    /// 2 if too many pages failed, 1 if nothing was found.
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

fn page_name(listed: &Listed) -> &str {
    listed.as_ref().map_or("", |page| &page.name)
}

/// A bug that one page brings out costs that page, not the run.
pub(crate) fn catch_panics<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panic_message(panic.as_ref())))
}

/// Whether some value of a record may well be wrong.
fn is_doubtful(record: &Record<'_>) -> bool {
    record.confidence().is_some_and(|confidence| confidence < Confidence::DOUBT)
}

#[cfg(test)]
mod tests {
    use super::catch_panics;

    #[test]
    fn a_bug_costs_one_page() {
        let outcome: Result<(), String> = catch_panics(|| panic!("index 7 is out of range"));
        let expected =
            "a bug in unhusk stopped this: index 7 is out of range; please report it with the page";
        assert_eq!(outcome, Err(expected.to_owned()));
    }
}
