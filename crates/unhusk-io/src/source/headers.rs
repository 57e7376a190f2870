//! Header fields as in mail: the blocks of WARC records, HTTP messages and MIME parts.

use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// Largest block of header fields.
pub(super) const MAX_HEADER_BYTES: usize = 64 << 10;

/// Returns the end of a block of header fields, behind its empty line; lines may end with CRLF or LF. The search begins
/// at `from`.
pub(super) fn block_end(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.min(bytes.len());
    memchr_iter(b'\n', &bytes[from..]).find_map(|at| {
        let next_line = from + at + 1;
        match &bytes[next_line..] {
            [b'\n', ..] => Some(next_line + 1),
            [b'\r', b'\n', ..] => Some(next_line + 2),
            _ => None,
        }
    })
}

/// Returns the fields of a block: names and values as written, a folded value with its line breaks.
pub(super) fn fields(block: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = block;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (field, after) = rest.split_at(field_end(rest));
            rest = after;
            if let Some(colon) = memchr(b':', field) {
                return Some((field[..colon].trim_ascii(), field[colon + 1..].trim_ascii()));
            }
        }
        None
    })
}

/// The end of the first field: of its line, and of the lines after it that begin with white space.
fn field_end(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes)
        .map(|at| at + 1)
        .find(|&next| !matches!(bytes.get(next), Some(b' ' | b'\t')))
        .unwrap_or(bytes.len())
}

/// The value of the first field of this name.
pub(super) fn field<'b>(block: &'b [u8], name: &str) -> Option<&'b [u8]> {
    fields(block)
        .find(|(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))
        .map(|(_, value)| value)
}

/// A value as text on one line.
pub(super) fn text(value: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(value);
    if !text.contains(['\r', '\n']) {
        return text;
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    Cow::Owned(lines.join(" "))
}

/// A media type: `text/html; charset="utf-8"`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MediaType {
    /// Type and subtype in lower case.
    pub(super) essence: String,
    /// Names in lower case, and values without quotes.
    parameters: Vec<(String, String)>,
}

impl MediaType {
    pub(super) fn parse(value: &[u8]) -> Self {
        let value = text(value);
        let mut parts = parts(&value).into_iter();
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let parameters = parts.filter_map(|part| {
            let (name, value) = part.split_once('=')?;
            Some((name.trim().to_ascii_lowercase(), unquoted(value.trim())))
        });
        Self { essence, parameters: parameters.collect() }
    }

    /// Parses a media type; `None` if the value has no type.
    pub(super) fn parse_known(value: &[u8]) -> Option<Self> {
        Some(Self::parse(value)).filter(|media_type| !media_type.essence.is_empty())
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    pub(super) fn is_html(&self) -> bool {
        matches!(self.essence.as_str(), "text/html" | "application/xhtml+xml")
    }

    pub(super) fn charset(&self) -> Option<String> {
        self.parameter("charset").map(str::to_owned)
    }
}

/// The parts between semicolons that are not in quotes.
fn parts(value: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut is_quoted, mut is_escaped) = (0, false, false);
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b';' if !is_quoted => {
                parts.push(&value[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&value[start..]);
    parts
}

fn unquoted(value: &str) -> String {
    let Some(inside) = value.strip_prefix('"') else { return value.trim_matches('\'').to_owned() };
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    let mut text = String::with_capacity(inside.len());
    let mut is_escaped = false;
    for letter in inside.chars() {
        is_escaped = !is_escaped && letter == '\\';
        if !is_escaped {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{MediaType, block_end, fields, text};

    #[test]
    fn fields_may_be_folded_and_end_with_a_line_feed_alone() {
        let block = b"WARC/1.0\r\nA: 1\nb:2\r\n  3\r\nC : 4\r\n\r\nrest";
        let end = block_end(block, 0).unwrap();
        assert_eq!(&block[end..], b"rest");
        let fields: Vec<_> = fields(&block[..end])
            .map(|(name, value)| {
                (String::from_utf8_lossy(name).into_owned(), text(value).into_owned())
            })
            .collect();
        let expected = [("A", "1"), ("b", "2 3"), ("C", "4")];
        assert_eq!(fields, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(block_end(b"A: 1\nB: 2\n\n", 0), Some(11));
        assert_eq!(block_end(b"A: 1\r\nB: 2\r\n", 0), None);
    }

    #[test]
    fn media_types_have_parameters_in_quotes_or_not() {
        let media_type = MediaType::parse(br#"Multipart/Related; boundary="a;\"b"; Charset=UTF-8"#);
        assert_eq!(media_type.essence, "multipart/related");
        assert_eq!(media_type.parameter("boundary"), Some("a;\"b"));
        assert_eq!(media_type.charset().as_deref(), Some("UTF-8"));
        assert_eq!(MediaType::parse(b"text/html; charset=").charset(), None);
    }
}
