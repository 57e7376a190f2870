//! Progress of a run over pages.

use super::count;
use std::fmt;
use std::time::Instant;
use unhusk_engine::PageOutcome;

/// Counts of a run in progress.
pub(crate) struct RunProgress {
    started: Instant,
    n_pages: usize,
    n_records: usize,
    pub(crate) n_bytes_done: u64,
    /// The size of the input; `None` if it is not known.
    pub(crate) n_bytes: Option<u64>,
}

impl RunProgress {
    /// Begins a run over `n_bytes`.
    pub(crate) fn new(n_bytes: Option<u64>) -> Self {
        Self { started: Instant::now(), n_pages: 0, n_records: 0, n_bytes_done: 0, n_bytes }
    }

    /// Adds a page. An argument that names no page counts as none, as in the line at the end of the run.
    pub(crate) fn add(&mut self, outcome: &PageOutcome) {
        match &outcome.result {
            Ok(page) => {
                self.n_pages += 1;
                self.n_records += page.records.len();
            }
            Err(failure) => self.n_pages += usize::from(!failure.names_no_page),
        }
        self.n_bytes_done = outcome.n_bytes_before;
    }
}

impl fmt::Display for RunProgress {
    /// `1200 pages, 48000 records, 310 pages/s`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pages, records) = (count(self.n_pages, "page"), count(self.n_records, "record"));
        let milliseconds = self.started.elapsed().as_millis().max(1);
        write!(f, "{pages}, {records}, {} pages/s", self.n_pages as u128 * 1000 / milliseconds)
    }
}
