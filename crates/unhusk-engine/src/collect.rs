//! Outcomes -> records in a sink, counts, and the summary of the run.

use crate::extraction::Extraction;
use crate::failure::PageFailure;
use crate::reading::{PageOutcome, PageRecords};
use crate::wrappers::WrapperSet;
use std::io;
use unhusk::record::{Cell, Confidence, Record, Value};
use unhusk::sink::Sink;
use unhusk::wrapper::summary::{RunObserver, RunSummary};

/// Names of pages without records that are kept.
const MAX_NAMED: usize = 3;

/// Counts of a run over pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// Pages, including those that failed.
    pub n_pages: usize,
    /// Arguments (folders, patterns, lists) without pages.
    pub n_pageless: usize,
    /// Pages that could not be read.
    pub n_failed: usize,
    /// Pages that were read and have no records.
    pub n_empty: usize,
    /// The names of the first pages without records.
    pub first_empty: Vec<String>,
    /// Records that were written.
    pub n_records: usize,
    /// Records with a doubtful value, if confidences are computed for all pages.
    pub n_doubtful: usize,
}

/// The result of a run over pages.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// Counts.
    pub totals: Totals,
    /// Summary of each wrapper, field by field; a wrapper that read no page has none, unless it is the only one.
    pub summaries: Vec<WrapperSummary>,
}

/// Summary of a wrapper in a run.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapperSummary {
    /// Its name; empty for a wrapper that runs alone.
    pub name: String,
    /// Statistics of its records.
    pub summary: RunSummary,
}

/// Receives reports during a run.
pub trait RunListener {
    /// A page that could not be read.
    fn failure(&mut self, failure: &PageFailure) -> io::Result<()>;

    /// Reports a warning about a page, for people.
    fn warning(&mut self, page: &str, warning: &str);
}

/// Writes the records of pages and sums up the run.
pub struct Collector<'a> {
    totals: Totals,
    wrappers: &'a WrapperSet,
    /// One for each wrapper.
    observers: Vec<RunObserver<'a>>,
    /// Whether confidences are written.
    with_confidence: bool,
    sink: &'a mut dyn Sink,
    listener: &'a mut dyn RunListener,
}

impl<'a> Collector<'a> {
    /// A collector for the records of an extraction.
    pub fn new(
        extraction: &Extraction<'a>,
        sink: &'a mut dyn Sink,
        listener: &'a mut dyn RunListener,
    ) -> Self {
        let wrappers = extraction.wrappers;
        let observers = wrappers.wrappers().map(|(_, wrapper)| RunObserver::new(wrapper)).collect();
        let with_confidence = extraction.with_confidence;
        Self { totals: Totals::default(), wrappers, observers, with_confidence, sink, listener }
    }

    /// Takes the outcome of the next page.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn take(&mut self, outcome: PageOutcome) -> io::Result<()> {
        match outcome.result {
            Ok(page) => self.take_page(&outcome.name, page),
            Err(failure) => self.take_failure(&failure),
        }
    }

    /// The counts so far.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The result of the run. The sink is not finished by this.
    pub fn finish(self) -> RunResult {
        let is_alone = self.observers.len() == 1;
        let summaries = self.wrappers.wrappers().zip(self.observers);
        let summaries = summaries
            .map(|((name, _), observer)| WrapperSummary {
                name: name.to_owned(),
                summary: observer.finish(),
            })
            .filter(|of| is_alone || of.summary.pages > 0);
        RunResult { totals: self.totals, summaries: summaries.collect() }
    }

    fn take_failure(&mut self, failure: &PageFailure) -> io::Result<()> {
        if failure.names_no_page {
            self.totals.n_pageless += 1;
        } else {
            self.totals.n_pages += 1;
            self.totals.n_failed += 1;
        }
        self.listener.failure(failure)
    }

    fn take_page(&mut self, name: &str, mut page: PageRecords) -> io::Result<()> {
        self.totals.n_pages += 1;
        for warning in &page.warnings {
            self.listener.warning(name, warning);
        }
        if page.records.is_empty() {
            self.totals.add_empty(name);
        }
        self.totals.n_records += page.records.len();
        let observer = &mut self.observers[page.wrapper];
        observer.add(name, &page.records);
        if let Some(observation) = page.observation {
            observer.add_observation(observation);
        }
        if self.with_confidence {
            let doubtful = page.records.iter().filter(|record| is_doubtful(record));
            self.totals.n_doubtful += doubtful.count();
        } else {
            forget_confidence(&mut page.records);
        }
        if let Some(source) = &page.source {
            self.sink.begin(source)?;
        }
        for record in page.records {
            self.sink.write(name, &self.wrappers.placed(page.wrapper, record))?;
        }
        Ok(())
    }
}

impl Totals {
    fn add_empty(&mut self, name: &str) {
        self.n_empty += 1;
        if self.first_empty.len() < MAX_NAMED {
            self.first_empty.push(name.to_owned());
        }
    }
}

/// Whether the confidence of a record is below the threshold for doubt.
fn is_doubtful(record: &Record<'_>) -> bool {
    record.confidence().is_some_and(|confidence| confidence < Confidence::DOUBT)
}

/// Removes confidences that were computed only to check the page.
fn forget_confidence(records: &mut [Record<'static>]) {
    for value in records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut) {
        value.confidence = None;
    }
}

/// Returns the values of a cell and of its nested records. Recurses on the nesting of the schema, which is limited.
fn values_mut<'c>(cell: &'c mut Cell<'static>) -> Vec<&'c mut Value<'static>> {
    match cell {
        Cell::Absent => Vec::new(),
        Cell::One(value) => vec![value],
        Cell::Many(values) => values.iter_mut().collect(),
        Cell::Nested(records) => {
            records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut).collect()
        }
    }
}
