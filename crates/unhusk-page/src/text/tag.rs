//! Markup in the source: ends of tags, comments and raw texts.
//!
//! Follows the states of the HTML tokenizer, but reads from any `<` on and remembers nothing.

use memchr::{memchr, memmem};

/// A start or end tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SourceTag<'s> {
    /// Name as written, in any case.
    pub(super) name: &'s [u8],
    pub(super) is_end: bool,
    /// One past its `>`; `None` if the bytes end before it.
    pub(super) end: Option<usize>,
}

/// The tag that begins with the `<` at `at`, if a letter (or a slash and a letter) follows it.
pub(super) fn tag_at(bytes: &[u8], at: usize) -> Option<SourceTag<'_>> {
    let is_end = bytes.get(at + 1) == Some(&b'/');
    let name_start = at + 1 + usize::from(is_end);
    bytes.get(name_start).filter(|byte| byte.is_ascii_alphabetic())?;
    let name_end =
        position(bytes, name_start, |byte| is_space(byte) || matches!(byte, b'/' | b'>'));
    let name = &bytes[name_start..name_end.unwrap_or(bytes.len())];
    let close = name_end.and_then(|name_end| close_of_tag(bytes, name_end));
    Some(SourceTag { name, is_end, end: close.map(|close| close + 1) })
}

/// The `>` that ends a tag, from behind its name on. Quotes count only around values.
fn close_of_tag(bytes: &[u8], name_end: usize) -> Option<usize> {
    let mut at = name_end;
    loop {
        at = position(bytes, at, |byte| !is_space(byte) && byte != b'/')?;
        if bytes[at] == b'>' {
            return Some(at);
        }
        // The first byte belongs to the name, whatever it is: `<a =x>`.
        at = position(bytes, at + 1, |byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='))?;
        at = position(bytes, at, |byte| !is_space(byte))?;
        if bytes[at] == b'=' {
            at = end_of_value(bytes, at + 1)?;
        }
    }
}

fn end_of_value(bytes: &[u8], behind_equals: usize) -> Option<usize> {
    let at = position(bytes, behind_equals, |byte| !is_space(byte))?;
    match bytes[at] {
        quote @ (b'"' | b'\'') => Some(at + 2 + memchr(quote, &bytes[at + 1..])?),
        _ => position(bytes, at, |byte| is_space(byte) || byte == b'>'),
    }
}

/// One past the end of the comment or declaration that begins with the `<` at `at`; `None` if it is neither.
/// Without its end it runs to the end of the bytes.
pub(super) fn end_of_declaration(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let len = if rest.starts_with(b"<!--") {
        comment_len(rest)
    } else if matches!(rest.get(1), Some(b'!' | b'?' | b'/')) {
        memchr(b'>', rest).map(|close| close + 1)
    } else {
        return None;
    };
    Some(at + len.unwrap_or(rest.len()))
}

/// Length of the comment that the bytes begin with: up to `-->` or `--!>`, or one of the short forms `<!-->`
/// and `<!--->`.
fn comment_len(bytes: &[u8]) -> Option<usize> {
    let end_at = |at: usize| {
        let behind = &bytes[at + 2..];
        let is_opening = at < 4;
        match behind {
            [b'>', ..] => Some(at + 3),
            [b'-', b'>', ..] => Some(at + 4),
            [b'!', b'>', ..] if !is_opening => Some(at + 4),
            [b'-', b'!', b'>', ..] if !is_opening => Some(at + 5),
            _ => None,
        }
    };
    memmem::find_iter(&bytes[2..], b"--").find_map(|offset| end_at(2 + offset))
}

/// Returns the start of the end tag of the element `name`, whose raw contents begin at `at`; the end of the bytes if it
/// is missing.
pub(super) fn end_of_raw_text(bytes: &[u8], at: usize, name: &[u8]) -> usize {
    let ends_it = |&end_tag: &usize| {
        let name_start = end_tag + 2;
        let found = bytes.get(name_start..name_start + name.len());
        let behind = bytes.get(name_start + name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
            && behind.is_none_or(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
    };
    let mut end_tags = memmem::find_iter(&bytes[at..], b"</").map(|offset| at + offset);
    end_tags.find(ends_it).unwrap_or(bytes.len())
}

/// The first byte from `from` on that is `wanted`.
fn position(bytes: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> Option<usize> {
    Some(from + bytes.get(from..)?.iter().position(|&byte| wanted(byte))?)
}

/// White space of HTML's syntax.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
