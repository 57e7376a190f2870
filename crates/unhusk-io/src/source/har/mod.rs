//! HAR, the network log of browsers (HTTP Archive 1.2) -> the HTML pages among its responses.
//!
//! Entries are read one by one. Cookies, request bodies and headers of entries are never kept.

mod scan;

use super::base64;
use super::capture::{ArchiveOptions, Capture, Skipped};
use super::headers::MediaType;
use super::reader::PageReader;
use super::stored::StoredInput;
use super::{PageRef, SourceError};
use scan::{EntryScanner, Scanned};
use serde::Deserialize;
use std::borrow::Cow;

/// Most bytes of an entry beside its HTML.
const MAX_OTHER_BYTES: usize = 4 << 20;

/// Reads the pages of a HAR file.
pub(super) struct HarReader {
    archive: String,
    entries: EntryScanner,
    max_body_bytes: usize,
    n_pages: u64,
    is_at_end: bool,
}

#[derive(Deserialize)]
struct Entry<'e> {
    #[serde(rename = "startedDateTime")]
    date: Option<String>,
    request: Option<Request>,
    #[serde(borrow)]
    response: Option<Response<'e>>,
}

#[derive(Deserialize)]
struct Request {
    url: Option<String>,
}

#[derive(Deserialize)]
struct Response<'e> {
    status: Option<f64>,
    #[serde(borrow)]
    content: Option<Content<'e>>,
}

#[derive(Deserialize)]
struct Content<'e> {
    #[serde(rename = "mimeType")]
    mime_type: Option<String>,
    #[serde(borrow)]
    text: Option<Cow<'e, str>>,
    encoding: Option<String>,
}

impl HarReader {
    pub(super) fn new(archive: &str, input: StoredInput, options: &ArchiveOptions) -> Self {
        let max_body_bytes = options.max_body_bytes();
        Self {
            archive: archive.to_owned(),
            // Base64 and escapes of JSON take more room than the page.
            entries: EntryScanner::new(input, max_body_bytes.saturating_mul(2) + MAX_OTHER_BYTES),
            max_body_bytes,
            n_pages: 0,
            is_at_end: false,
        }
    }

    /// The page of an entry; `None` if it has none, which is counted.
    fn page(
        &self,
        entry: &[u8],
        offset: u64,
        skipped: &mut Skipped,
    ) -> Result<Option<PageRef>, SourceError> {
        let failed = |uri: Option<String>, why: String| SourceError::Record {
            archive: self.archive.clone(),
            offset,
            uri,
            why,
        };
        let entry: Entry<'_> = serde_json::from_slice(entry)
            .map_err(|error| failed(None, format!("its entry cannot be read ({error})")))?;
        let uri = entry.request.and_then(|request| request.url);
        let Some(response) = entry.response else {
            skipped.other_records += 1;
            return Ok(None);
        };
        let Some(content) = response.content.filter(Content::is_html) else {
            skipped.not_html += 1;
            return Ok(None);
        };
        if !response.status.is_none_or(|status| (200.0..300.0).contains(&status)) {
            skipped.status += 1;
            return Ok(None);
        }
        let Some(text) = &content.text else {
            return Err(failed(
                uri,
                "the log was saved without the content of responses".to_owned(),
            ));
        };
        let is_base64 =
            content.encoding.as_deref().is_some_and(|name| name.eq_ignore_ascii_case("base64"));
        let mut body = if is_base64 {
            base64::decoded(text.as_bytes()).into()
        } else {
            Cow::Borrowed(text.as_bytes())
        };
        if body.len() > self.max_body_bytes {
            body.to_mut().truncate(self.max_body_bytes);
        }
        let capture = Capture { archive: self.archive.clone(), offset, date: entry.date };
        let mut page = PageRef::captured(uri, self.n_pages + 1, &body, capture);
        // Text in JSON was decoded by the browser; base64 holds the bytes of the server.
        page.charset =
            if is_base64 { content.media_type().charset() } else { Some("utf-8".to_owned()) };
        Ok(Some(page))
    }
}

impl Content<'_> {
    fn media_type(&self) -> MediaType {
        MediaType::parse(self.mime_type.as_deref().unwrap_or_default().as_bytes())
    }

    fn is_html(&self) -> bool {
        self.media_type().is_html()
    }
}

impl PageReader for HarReader {
    fn next_page(&mut self, skipped: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        while !self.is_at_end {
            let scanned = self.entries.next_entry();
            match scanned {
                Ok(Scanned::Entry { offset }) => {
                    match self.page(self.entries.entry(), offset, skipped) {
                        Ok(None) => {}
                        page => {
                            self.n_pages += u64::from(page.is_ok());
                            return page.transpose();
                        }
                    }
                }
                Ok(Scanned::TooLong { offset }) => {
                    let (archive, why) = (self.archive.clone(), "its entry is too long".to_owned());
                    return Some(Err(SourceError::Record { archive, offset, uri: None, why }));
                }
                Ok(Scanned::End) => self.is_at_end = true,
                Err(why) => {
                    self.is_at_end = true;
                    let (archive, offset) = (self.archive.clone(), self.entries.offset());
                    return Some(Err(SourceError::Archive {
                        archive,
                        offset,
                        n_pages: self.n_pages,
                        why,
                    }));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
