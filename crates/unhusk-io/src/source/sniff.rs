//! Classification of files without a known extension, by their first tag.

use super::kind::ArchiveKind;
use super::name::{is_other_name, is_page_name};
use super::{PageRef, SourceError};

/// Bytes that are inspected.
const MAX_BYTES: usize = 1024;

/// Tags that begin a page, as in the WHATWG standard for MIME sniffing.
const FIRST_TAGS: [&str; 16] = [
    "!doctype html",
    "html",
    "head",
    "script",
    "iframe",
    "h1",
    "div",
    "font",
    "table",
    "a",
    "style",
    "title",
    "b",
    "body",
    "br",
    "p",
];

/// Kind of a file in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FoundFile {
    Page,
    /// An archive of pages.
    Archive,
    /// A file that belongs to pages or to this program: images, style sheets, label files.
    Other,
    /// A table that may have a column of pages.
    Table,
    /// A file that may be mistaken for a page.
    Unknown,
}

/// Classifies a file by its name; if that is not known, by its first bytes.
pub(super) fn classify(page: &PageRef) -> FoundFile {
    if is_page_name(&page.name) {
        return FoundFile::Page;
    }
    if let Some(kind) = ArchiveKind::of_name(&page.name) {
        return if kind.is_table() { FoundFile::Table } else { FoundFile::Archive };
    }
    if is_other_name(&page.name) {
        return FoundFile::Other;
    }
    match page.read_raw(MAX_BYTES) {
        Ok(raw) if looks_like_html(&raw.bytes) => FoundFile::Page,
        // A file that cannot be read is reported when it is read as a page.
        Err(SourceError::Io { .. }) => FoundFile::Page,
        _ => FoundFile::Unknown,
    }
}

/// Whether bytes begin with a tag of HTML, after white space, comments and a byte order mark.
pub(super) fn looks_like_html(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(MAX_BYTES)];
    // Bytes of UTF-16 alternate with zeros; the letters of tags are ASCII.
    let ascii: String = start
        .iter()
        .filter(|byte| byte.is_ascii() && **byte != 0)
        .map(|&byte| char::from(byte))
        .collect();
    let mut rest = ascii.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { return true };
        rest = after.trim_start();
    }
    let Some(tag) = rest.strip_prefix('<').map(str::to_ascii_lowercase) else { return false };
    FIRST_TAGS.iter().any(|name| {
        let after = tag.strip_prefix(name).map(|rest| rest.chars().next());
        matches!(after, Some(None | Some(' ' | '>' | '\n' | '\r' | '\t' | '/')))
    })
}

#[cfg(test)]
mod tests {
    use super::looks_like_html;

    #[test]
    fn the_first_tag_tells() {
        for page in [
            "<!DOCTYPE html><p>",
            "\u{feff}\n <html lang=en>",
            "<!-- saved -->\n<HTML>",
            "<table><tr>",
            "<p>Hello",
        ] {
            assert!(looks_like_html(page.as_bytes()), "{page}");
        }
        for other in ["", "{\"a\": 1}", "<?xml version='1.0'?><feed>", "<pre>", "a < b", "%PDF-1.7"]
        {
            assert!(!looks_like_html(other.as_bytes()), "{other}");
        }
        let utf16: Vec<u8> = "\u{feff}<html>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(looks_like_html(&utf16));
    }
}
