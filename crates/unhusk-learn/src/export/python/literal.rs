//! Python literals and comments for untrusted texts.

use std::fmt::Write;

/// Writes a text as a Python string in double quotes. Escapes everything but printable ASCII and letters, so that
/// nothing can end the string or display as something else.
pub(in crate::export) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(c),
            _ if c.is_alphanumeric() => out.push(c),
            _ => escape(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// Writes a string or `None`.
pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "None".to_owned(), string)
}

fn escape(c: char, out: &mut String) {
    let number = u32::from(c);
    let written = match number {
        0..=0xff => write!(out, "\\x{number:02x}"),
        0x100..=0xffff => write!(out, "\\u{number:04x}"),
        _ => write!(out, "\\U{number:08x}"),
    };
    written.expect("writing to a string cannot fail");
}

/// Escapes a text so that it stays on its line and in its comment.
pub(in crate::export) fn comment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => out.push(c),
            _ if c.is_alphanumeric() => out.push(c),
            _ => escape(c, &mut out),
        }
    }
    out
}
