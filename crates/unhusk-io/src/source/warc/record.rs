//! The header of a WARC record -> the fields that are used.

use super::super::headers::{MediaType, fields, text};

/// Kind of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum RecordKind {
    /// An HTTP response.
    Response,
    /// A file without HTTP.
    Resource,
    /// A reference to an earlier record.
    Revisit,
    /// Anything else.
    #[default]
    Other,
}

/// The header of a record.
#[derive(Debug, Clone, Default)]
pub(super) struct RecordHead {
    pub(super) kind: RecordKind,
    pub(super) content_length: Option<u64>,
    /// `None` except for responses and resources, as are the fields below.
    pub(super) uri: Option<String>,
    pub(super) date: Option<String>,
    pub(super) content_type: Option<MediaType>,
    /// Media type of the payload as the crawler identified it.
    pub(super) identified_type: Option<MediaType>,
    /// Reason why the record contains only a part of the page.
    pub(super) truncated: Option<String>,
}

impl RecordHead {
    /// Reads the header, from its version line to its empty line.
    pub(super) fn parse(block: &[u8]) -> Self {
        let mut head = Self::default();
        for (name, value) in fields(block) {
            match name.len() {
                9 if is(name, "WARC-Type") => head.kind = kind(value),
                14 if is(name, "Content-Length") => head.content_length = number(value),
                _ => {}
            }
        }
        if head.has_page() {
            head.read_details(block);
        }
        head
    }

    /// Whether the record may contain a page.
    pub(super) fn has_page(&self) -> bool {
        matches!(self.kind, RecordKind::Response | RecordKind::Resource)
    }

    fn read_details(&mut self, block: &[u8]) {
        for (name, value) in fields(block) {
            if is(name, "WARC-Target-URI") {
                self.uri = target_uri(value);
            } else if is(name, "WARC-Date") {
                self.date = Some(text(value).into_owned());
            } else if is(name, "Content-Type") {
                self.content_type = MediaType::parse_known(value);
            } else if is(name, "WARC-Identified-Payload-Type") {
                self.identified_type = MediaType::parse_known(value);
            } else if is(name, "WARC-Truncated") {
                self.truncated = Some(text(value).into_owned());
            }
        }
    }
}

fn is(name: &[u8], expected: &str) -> bool {
    name.eq_ignore_ascii_case(expected.as_bytes())
}

fn kind(value: &[u8]) -> RecordKind {
    match value.to_ascii_lowercase().as_slice() {
        b"response" => RecordKind::Response,
        b"resource" => RecordKind::Resource,
        b"revisit" => RecordKind::Revisit,
        _ => RecordKind::Other,
    }
}

fn number(value: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(value).ok()?;
    // `parse` alone would accept `+1`.
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// Returns the target URI. WARC 1.0 puts it in angle brackets, by an error of its grammar that many writers follow.
fn target_uri(value: &[u8]) -> Option<String> {
    let uri = text(value);
    let bare = uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(&uri).trim();
    (!bare.is_empty()).then(|| bare.to_owned())
}
