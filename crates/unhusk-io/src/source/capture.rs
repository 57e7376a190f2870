//! Place of a page in an archive, and options of reading archives.

use super::read::bytes_for_a_page;
use unhusk::page::Limits;

/// Place of a page in an archive, and its time of capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// The archive as given; for an archive inside another one, `crawl.wacz/archive/data.warc.gz`.
    pub archive: String,
    /// Start of the record of the page in the archive as stored: the compressed member of a WARC archive, the local
    /// header of a zip entry, the row of a table (after unpacking, if the table is compressed).
    pub offset: u64,
    /// Time of capture, in the format of the archive.
    pub date: Option<String>,
}

/// Options of reading archives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArchiveOptions {
    /// Largest page, in decoded bytes; of a larger one, the bytes that [`PageRef::read`](super::PageRef::read) needs
    /// are kept.
    pub max_page_bytes: usize,
    /// The column of JSON Lines and CSV files that contains the HTML; `None` for the first of `html`, `content` and
    /// `body`.
    pub html_column: Option<String>,
    /// The column that contains the URL; `None` for the first of `url`, `uri` and `_page`.
    pub url_column: Option<String>,
}

impl Default for ArchiveOptions {
    fn default() -> Self {
        Self { max_page_bytes: Limits::default().max_bytes, html_column: None, url_column: None }
    }
}

impl ArchiveOptions {
    /// Whether a column of a table was named.
    pub(super) fn names_columns(&self) -> bool {
        self.html_column.is_some() || self.url_column.is_some()
    }

    /// Number of bytes of a page that are kept.
    pub(super) fn max_body_bytes(&self) -> usize {
        bytes_for_a_page(self.max_page_bytes)
    }
}

/// Numbers of records of archives that are no pages, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Responses and files that are not HTML.
    pub not_html: u64,
    /// Responses whose HTTP status is not 2xx.
    pub status: u64,
    /// WARC records that refer to an earlier capture (`revisit`).
    pub revisit: u64,
    /// WARC records of other types: requests, metadata, information about the archive.
    pub other_records: u64,
}

impl Skipped {
    /// Adds other counts.
    pub fn add(&mut self, more: Self) {
        self.not_html += more.not_html;
        self.status += more.status;
        self.revisit += more.revisit;
        self.other_records += more.other_records;
    }

    /// All records that are no pages.
    pub fn total(&self) -> u64 {
        self.not_html + self.status + self.revisit + self.other_records
    }
}
