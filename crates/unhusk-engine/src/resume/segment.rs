//! A segment: the outcomes of some pages, one line each, written in one step.

use super::page_line::PageLine;
use crate::input::PagePosition;
use crate::reading::PageOutcome;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use unhusk_io::sink::AtomicFile;

/// A segment ends when it has this many pages,
const MAX_PAGES: usize = 1000;
/// or this many bytes,
const MAX_BYTES: usize = 4 << 20;
/// or after this time, which bounds the loss at a kill. Segments are joined in the end, so that the result does not
/// depend on their borders.
const MAX_TIME: Duration = Duration::from_secs(2);

/// The outcomes that are not on the disk yet.
pub(super) struct Segment {
    pub(super) bytes: Vec<u8>,
    pub(super) n_pages: usize,
    pub(super) n_records: usize,
    pub(super) next: PagePosition,
    begun: Instant,
}

impl Segment {
    pub(super) fn begin(next: PagePosition) -> Self {
        Self { bytes: Vec::new(), n_pages: 0, n_records: 0, next, begun: Instant::now() }
    }

    pub(super) fn add(&mut self, outcome: PageOutcome) -> io::Result<()> {
        let PagePosition { entry, page } = outcome.position;
        self.next = PagePosition { entry, page: page + 1 };
        self.n_pages += 1;
        self.n_records += outcome.result.as_ref().map_or(0, |page| page.records.len());
        serde_json::to_writer(&mut self.bytes, &PageLine::new(outcome))?;
        self.bytes.push(b'\n');
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        self.n_pages >= MAX_PAGES
            || self.bytes.len() >= MAX_BYTES
            || self.begun.elapsed() >= MAX_TIME
    }
}

/// The name of a segment.
pub(super) fn segment_name(number: usize) -> String {
    format!("seg-{number:05}.jsonl")
}

/// Writes a file that is complete or absent.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path).map_err(|error| error.cause)?;
    file.write_all(bytes)?;
    file.commit().map_err(|error| error.cause)
}
