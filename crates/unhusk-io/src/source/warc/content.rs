//! The content of a record -> its kind, and its page.

use super::super::PageRef;
use super::super::capture::Capture;
use super::super::headers::MediaType;
use super::super::sniff::looks_like_html;
use super::http::ResponseHead;
use super::record::{RecordHead, RecordKind};
use super::{CurrentRecord, RecordFault, WarcReader};

/// Kind of content, known once the headers are read.
pub(super) enum Content {
    Response(ResponseHead),
    Resource,
    NotHtml,
    Status,
}

impl WarcReader {
    /// Returns the kind of content, and the length of its HTTP header.
    pub(super) fn classify(
        &mut self,
        head: &RecordHead,
        length: u64,
    ) -> Result<(Content, usize), RecordFault> {
        let is_http = head.content_type.as_ref().is_none_or(|media_type| {
            media_type.essence == "application/http"
                && media_type
                    .parameter("msgtype")
                    .is_none_or(|kind| kind.eq_ignore_ascii_case("response"))
        });
        if head.kind == RecordKind::Resource {
            let media_type = head.identified_type.as_ref().or(head.content_type.as_ref());
            let is_html = media_type.is_none_or(MediaType::is_html);
            return Ok((if is_html { Content::Resource } else { Content::NotHtml }, 0));
        }
        if !is_http {
            return Ok((Content::NotHtml, 0));
        }
        let n_header = self.header_block(0, length)?;
        let Some(response) = ResponseHead::parse(&self.members.unread()[..n_header]) else {
            // The record may be intact; its end shows whether it is.
            self.skip(length)?;
            self.end_record()?;
            return Err(RecordFault::Page("it does not begin with an HTTP status".to_owned()));
        };
        let media_type = head.identified_type.as_ref().or(response.content_type.as_ref());
        let content = if !(200..300).contains(&response.status) {
            Content::Status
        } else if media_type.is_none_or(MediaType::is_html) {
            Content::Response(response)
        } else {
            Content::NotHtml
        };
        Ok((content, n_header))
    }

    /// Makes a page of the buffered content; `None` if it neither has the type of HTML nor looks like HTML.
    pub(super) fn page(
        &self,
        current: &CurrentRecord,
        head: RecordHead,
        content: &Content,
        n_header: usize,
        n_kept: usize,
        length: u64,
    ) -> Result<Option<PageRef>, String> {
        let body = &self.members.unread()[n_header..n_kept];
        let (decoded, own_type) = match content {
            Content::Response(response) => {
                (response.body(body, self.max_body_bytes)?, response.content_type.as_ref())
            }
            _ => (body.into(), head.content_type.as_ref()),
        };
        let is_typed = own_type.is_some() || head.identified_type.is_some();
        if !is_typed && !looks_like_html(&decoded.bytes) {
            return Ok(None);
        }
        let capture =
            Capture { archive: self.archive.clone(), offset: current.offset, date: head.date };
        let mut page = PageRef::captured(head.uri, self.n_pages + 1, &decoded.bytes, capture);
        page.charset = own_type.and_then(MediaType::charset);
        if let Some(reason) = head.truncated {
            page.notes.push(format!(
                "the archive has only the beginning of the page (WARC-Truncated: {reason})"
            ));
        }
        page.notes.extend(decoded.note.map(|note| format!("the page may be incomplete: {note}")));
        if n_kept as u64 != length && decoded.bytes.len() < self.max_body_bytes {
            page.notes.push(format!(
                "only the first {} bytes of the page were kept",
                decoded.bytes.len()
            ));
        }
        Ok(Some(page))
    }
}
