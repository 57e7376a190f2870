//! The parts of a MIME message, and the choice of the one that is the page.

use super::super::headers::{MediaType, block_end, field, text};
use memchr::memmem;

/// Most parts that are read; a page with all of its images has hundreds.
const MAX_PARTS: usize = 10_000;
/// Greatest nesting of parts; messages have two levels.
const MAX_DEPTH: usize = 16;

/// A part of a message.
#[derive(Debug, Clone)]
pub(super) struct Part<'m> {
    pub(super) header: &'m [u8],
    pub(super) body: &'m [u8],
    pub(super) media_type: MediaType,
    /// Start of the part in the message.
    pub(super) offset: usize,
}

impl<'m> Part<'m> {
    /// Splits a part into header and body.
    pub(super) fn parse(bytes: &'m [u8], offset: usize) -> Self {
        let start = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        // A part without a header begins with the empty line.
        let n_header = match start {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => block_end(start, 0).unwrap_or(start.len()),
        };
        let (header, body) = start.split_at(n_header);
        let media_type = field(header, "Content-Type").map(MediaType::parse).unwrap_or_default();
        Self { header, body, media_type, offset }
    }

    /// A message that is all body.
    pub(super) fn without_header(body: &'m [u8]) -> Self {
        Self { header: &[], body, media_type: MediaType::default(), offset: 0 }
    }

    pub(super) fn transfer_encoding(&self) -> &'m [u8] {
        field(self.header, "Content-Transfer-Encoding").unwrap_or_default()
    }

    /// Whether this is the part that the parameter `start` names.
    fn has_id(&self, id: &str) -> bool {
        field(self.header, "Content-ID").is_some_and(|found| text(found) == id)
    }
}

/// Returns the part that is the page: the one that `start` names, else the first one that is HTML. Nested parts are
/// searched in their place.
///
/// # Errors
/// The reason why there is none, for a message.
pub(super) fn root_part(message: &[u8]) -> Result<Part<'_>, String> {
    let mut waiting = vec![(Part::parse(message, 0), 0)];
    let mut n_parts = 0;
    let mut start_id: Option<String> = None;
    let mut first_html = None;
    while let Some((part, depth)) = waiting.pop() {
        n_parts += 1;
        if n_parts > MAX_PARTS || depth > MAX_DEPTH {
            return Err(format!(
                "it has more than {MAX_PARTS} parts, or parts more than {MAX_DEPTH} deep"
            ));
        }
        if part.media_type.essence.starts_with("multipart/") {
            start_id = start_id.or_else(|| part.media_type.parameter("start").map(str::to_owned));
            let Some(boundary) = part.media_type.parameter("boundary") else {
                return Err("a part of several parts does not name its boundary".to_owned());
            };
            let inner = parts_between(&part, boundary, MAX_PARTS - n_parts);
            waiting.extend(inner.into_iter().rev().map(|inner| (inner, depth + 1)));
        } else if part.media_type.is_html() {
            if start_id.as_deref().is_none_or(|id| part.has_id(id)) {
                return Ok(part);
            }
            first_html = first_html.or(Some(part));
        }
    }
    first_html.ok_or_else(|| "none of its parts is HTML".to_owned())
}

/// The parts between the lines of a boundary, at most `max_parts`.
fn parts_between<'m>(whole: &Part<'m>, boundary: &str, max_parts: usize) -> Vec<Part<'m>> {
    let line = format!("--{boundary}");
    let body_offset = whole.offset + whole.header.len();
    let mut parts = Vec::new();
    let mut part_start = None;
    for at in memmem::find_iter(whole.body, line.as_bytes()) {
        let before = &whole.body[..at];
        let after = &whole.body[at + line.len()..];
        let ends_all = after.starts_with(b"--");
        let is_line = (at == 0 || before.ends_with(b"\n")) && (ends_all || is_line_end(after));
        if !is_line {
            continue;
        }
        if let Some(start) = part_start {
            parts.push(Part::parse(without_line_end(&before[start..]), body_offset + start));
        }
        part_start = (!ends_all).then(|| next_line(whole.body, at));
        if ends_all || parts.len() >= max_parts {
            return parts;
        }
    }
    // The last boundary is missing: the file is cut.
    if let Some(start) = part_start {
        parts.push(Part::parse(&whole.body[start..], body_offset + start));
    }
    parts
}

/// Whether only white space comes before the end of the line.
fn is_line_end(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .find(|byte| !matches!(byte, b' ' | b'\t'))
        .is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
}

fn next_line(bytes: &[u8], from: usize) -> usize {
    memchr::memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |at| from + at + 1)
}

/// Removes the line end before a boundary, which belongs to the boundary.
fn without_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}
