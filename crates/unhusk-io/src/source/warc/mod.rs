//! WARC archives (1.0 and 1.1, plain, gzip or zstd) -> their pages, one record after the other.
//!
//! [`member`] decodes compressed members, [`cursor`] moves from record to record, [`record`] and [`http`] read headers,
//! [`content`] makes pages; [`pages`] is the entry point for callers with one archive. A broken record is an error of
//! its own, after which reading continues at the next record that can be found.

mod buffer;
mod content;
mod cursor;
mod gzip;
mod http;
mod member;
mod pages;
mod record;
mod recover;
mod zstd;

pub use pages::WarcPages;

use super::capture::{ArchiveOptions, Skipped};
use super::reader::PageReader;
use super::stored::StoredInput;
use super::{PageRef, SourceError};
use content::Content;
use member::{MemberFault, Members};
use record::{RecordHead, RecordKind};
use std::io;

/// First bytes of every record.
const RECORD_START: &[u8] = b"WARC/";

/// Reads the pages of a WARC archive.
pub(super) struct WarcReader {
    archive: String,
    members: Members,
    /// Unread decoded bytes of the record; the bytes after them are in a member that begins a new record.
    n_before_next: Option<usize>,
    max_body_bytes: usize,
    n_pages: u64,
    is_at_end: bool,
}

/// Known facts of the current record.
#[derive(Default)]
struct CurrentRecord {
    offset: u64,
    /// Position at which the search for the next member begins if this one is broken.
    search_offset: u64,
    uri: Option<String>,
    /// Start of its content in a plain archive.
    content_offset: Option<u64>,
}

/// Reason why a record cannot be read.
enum RecordFault {
    Member(MemberFault),
    /// The record contradicts its header, or its page cannot be read.
    Record(String),
    /// The page is broken but the record is intact, so that the next record is in its place.
    Page(String),
}

impl From<MemberFault> for RecordFault {
    fn from(fault: MemberFault) -> Self {
        Self::Member(fault)
    }
}

/// Outcome of reading a record.
enum Walked {
    Page(Box<PageRef>),
    NoPage,
    EndOfArchive,
}

impl WarcReader {
    pub(super) fn new(
        archive: &str,
        stored: StoredInput,
        options: &ArchiveOptions,
    ) -> io::Result<Self> {
        Ok(Self {
            archive: archive.to_owned(),
            members: Members::new(stored)?,
            n_before_next: None,
            max_body_bytes: options.max_body_bytes(),
            n_pages: 0,
            is_at_end: false,
        })
    }

    /// Reads one record.
    fn walk(
        &mut self,
        current: &mut CurrentRecord,
        skipped: &mut Skipped,
    ) -> Result<Walked, RecordFault> {
        self.members.begin_record();
        current.offset = self.members.offset();
        current.search_offset = self.members.search_offset();
        if !self.go_to_record(current)? {
            return Ok(Walked::EndOfArchive);
        }
        current.search_offset = current.offset + 1;
        let head_bytes = self.header_block(0, u64::MAX)?;
        let head = RecordHead::parse(&self.members.unread()[..head_bytes]);
        self.take(head_bytes);
        current.uri.clone_from(&head.uri);
        current.content_offset = self.members.is_plain().then(|| self.members.offset());
        let Some(length) = head.content_length else {
            return Err(RecordFault::Record(
                "its Content-Length is missing or no number".to_owned(),
            ));
        };
        if !head.has_page() {
            let count = match head.kind {
                RecordKind::Revisit => &mut skipped.revisit,
                _ => &mut skipped.other_records,
            };
            *count += 1;
            self.skip(length)?;
            self.end_record()?;
            return Ok(Walked::NoPage);
        }
        self.read_page(current, head, length, skipped)
    }

    /// Reads the content of a record that may contain a page.
    fn read_page(
        &mut self,
        current: &CurrentRecord,
        head: RecordHead,
        length: u64,
        skipped: &mut Skipped,
    ) -> Result<Walked, RecordFault> {
        let (content, n_header) = self.classify(&head, length)?;
        let count = match content {
            Content::Response(_) | Content::Resource => None,
            Content::NotHtml => Some(&mut skipped.not_html),
            Content::Status => Some(&mut skipped.status),
        };
        if let Some(count) = count {
            *count += 1;
            self.skip(length)?;
            self.end_record()?;
            return Ok(Walked::NoPage);
        }
        let max_kept = (self.max_body_bytes + n_header) as u64;
        let n_kept = usize::try_from(length.min(max_kept)).unwrap_or(usize::MAX);
        self.need(n_kept)?;
        let page = self.page(current, head, &content, n_header, n_kept, length);
        self.skip(length)?;
        self.end_record()?;
        let Some(page) = page.map_err(RecordFault::Page)? else {
            skipped.not_html += 1;
            return Ok(Walked::NoPage);
        };
        Ok(Walked::Page(Box::new(page)))
    }
}

impl PageReader for WarcReader {
    fn next_page(&mut self, skipped: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        while !self.is_at_end {
            let mut current = CurrentRecord::default();
            match self.walk(&mut current, skipped) {
                Ok(Walked::Page(page)) => {
                    self.n_pages += 1;
                    return Some(Ok(*page));
                }
                Ok(Walked::NoPage) => {}
                Ok(Walked::EndOfArchive) => self.is_at_end = true,
                Err(fault) => return Some(Err(self.recover(current, fault))),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
