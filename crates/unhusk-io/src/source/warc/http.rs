//! An HTTP response in a record -> its status, the type of its body, and the body without its codings.
//!
//! No other field is kept: cookies and credentials of a capture stay in the archive.

use super::super::coding::{DecodedBody, without_chunks, without_codings};
use super::super::headers::{MediaType, fields, text};

/// The header of a response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ResponseHead {
    pub(super) status: u16,
    pub(super) content_type: Option<MediaType>,
    /// Content codings in the order in which they were applied.
    content_codings: String,
    is_chunked: bool,
}

impl ResponseHead {
    /// Reads the header; `None` if it does not begin with a status line.
    pub(super) fn parse(block: &[u8]) -> Option<Self> {
        let mut head = Self { status: status(block)?, ..Self::default() };
        for (name, value) in fields(block) {
            if name.eq_ignore_ascii_case(b"content-type") {
                head.content_type = MediaType::parse_known(value);
            } else if name.eq_ignore_ascii_case(b"content-encoding") {
                head.add_codings(&text(value));
            } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
                head.add_transfer_codings(&text(value));
            }
        }
        Some(head)
    }

    fn add_codings(&mut self, codings: &str) {
        self.content_codings.push(',');
        self.content_codings.push_str(codings);
    }

    /// Adds transfer codings other than chunks to the content codings, as which they are removed.
    fn add_transfer_codings(&mut self, codings: &str) {
        for coding in codings.split(',').map(str::trim) {
            if coding.eq_ignore_ascii_case("chunked") {
                self.is_chunked = true;
            } else {
                self.add_codings(coding);
            }
        }
    }

    /// The body without its codings.
    ///
    /// # Errors
    /// The problem of the body, for a message.
    pub(super) fn body<'b>(
        &self,
        body: &'b [u8],
        max_bytes: usize,
    ) -> Result<DecodedBody<'b>, String> {
        let whole = if self.is_chunked { without_chunks(body, max_bytes) } else { body.into() };
        let mut decoded = without_codings(whole.bytes, &self.content_codings, max_bytes)?;
        decoded.note = whole.note.or(decoded.note);
        Ok(decoded)
    }
}

/// The status of `HTTP/1.1 200 OK`.
fn status(block: &[u8]) -> Option<u16> {
    let line = block.split(|&byte| byte == b'\n').next()?;
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().filter(|word| word.starts_with(b"HTTP/"))?;
    std::str::from_utf8(words.next()?).ok()?.parse().ok()
}
