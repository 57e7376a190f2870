//! Where a page of an archive was found, and how archives are read.

use super::read::bytes_for_a_page;
use unhusk::page::Limits;

/// Where in an archive a page was found, and when it was captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// The archive as given; for an archive inside another one, `crawl.wacz/archive/data.warc.gz`.
    pub archive: String,
    /// Where the record of the page begins in the archive as it is stored: the compressed member of a WARC archive,
    /// the local header of a zip entry, the row of a table (after unpacking, if the table is compressed).
    pub offset: u64,
    /// When the page was captured, as the archive says it.
    pub date: Option<String>,
}

/// How archives are read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArchiveOptions {
    /// Largest page, in decoded bytes; of a larger one as much is kept as [`PageRef::read`](super::PageRef::read) needs.
    pub max_page_bytes: usize,
    /// The column of JSON Lines and CSV files that has the HTML; `None` for the first of `html`, `content` and `body`.
    pub html_column: Option<String>,
    /// The column that has the URL; `None` for the first of `url`, `uri` and `_page`.
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

    /// How many bytes of a page are kept.
    pub(super) fn max_body_bytes(&self) -> usize {
        bytes_for_a_page(self.max_page_bytes)
    }
}

/// How many records of archives are no pages, by reason.
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
