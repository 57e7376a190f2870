//! MHTML, "web page, single file" of browsers (RFC 2557) -> its page: the root part of a MIME message.
//!
//! The file is small enough to be read at once: its parts are the page and its resources.

mod encoding;
mod part;

use super::capture::{ArchiveOptions, Capture, Skipped};
use super::headers::{field, text};
use super::reader::PageReader;
use super::sniff::looks_like_html;
use super::stored::StoredInput;
use super::{PageRef, SourceError};
use part::{Part, root_part};
use std::io::Read;

/// Largest file: that of a page with its images is a few megabytes.
const MAX_FILE_BYTES: usize = 256 << 20;

/// Reads the page of an MHTML file.
pub(super) struct MhtmlReader {
    listed: PageRef,
    /// `None` once it was read.
    input: Option<StoredInput>,
    max_body_bytes: usize,
}

impl MhtmlReader {
    pub(super) fn new(listed: &PageRef, input: StoredInput, options: &ArchiveOptions) -> Self {
        Self {
            listed: listed.clone(),
            input: Some(input),
            max_body_bytes: options.max_body_bytes(),
        }
    }

    fn read(&self, input: StoredInput) -> Result<PageRef, SourceError> {
        let mut message = Vec::new();
        let archive = || self.listed.name.clone();
        let read = input.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut message);
        read.map_err(|cause| SourceError::Io { path: archive(), near: None, cause })?;
        if message.len() > MAX_FILE_BYTES {
            return Err(SourceError::TooLarge { path: archive(), limit: MAX_FILE_BYTES });
        }
        let failed = |why| SourceError::Archive { archive: archive(), offset: 0, n_pages: 0, why };
        let whole = Part::parse(&message, 0);
        let root = match root_part(&message) {
            // The file is HTML, despite its name.
            Err(_) if looks_like_html(&message) => Part::without_header(&message),
            root => root.map_err(failed)?,
        };
        let mut body = encoding::decoded(root.body, root.transfer_encoding());
        body.truncate(self.max_body_bytes);
        Ok(self.page(&whole, &root, &body))
    }

    /// Returns the page, which keeps the name of its file: a file has one page.
    fn page(&self, whole: &Part<'_>, root: &Part<'_>, body: &[u8]) -> PageRef {
        let location = field(whole.header, "Snapshot-Content-Location")
            .or_else(|| field(root.header, "Content-Location"))
            .or_else(|| field(whole.header, "Content-Location"));
        let url = location.map(|url| text(url).into_owned()).filter(|url| !url.is_empty());
        let capture = Capture {
            archive: self.listed.name.clone(),
            offset: root.offset as u64,
            date: field(whole.header, "Date").map(|date| text(date).into_owned()),
        };
        let mut page = PageRef::captured(url, 1, body, capture);
        page.name.clone_from(&self.listed.name);
        page.address.clone_from(&self.listed.address);
        page.charset = root.media_type.charset();
        page
    }
}

impl PageReader for MhtmlReader {
    fn next_page(&mut self, _: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        self.input.take().map(|input| self.read(input))
    }
}

#[cfg(test)]
mod tests;
