//! Text in XML: references for markup, and the escapes of ECMA-376 for characters that XML does not allow.

use std::fmt::Write;

/// The text as content of an element. Control characters become `_x001B_` (ECMA-376, part 1, `ST_Xstring`).
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '_' if is_escape(&text[at..]) => escaped.push_str("_x005F_"),
            '\t' | '\n' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c < ' ' => {
                write!(escaped, "_x{:04X}_", u32::from(c))
                    .expect("writing to a string cannot fail");
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// Whether the text begins with a sequence that a reader would take for an escape: `_x001B_`.
fn is_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 7
        && bytes.starts_with(b"_x")
        && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
        && bytes[6] == b'_'
}
