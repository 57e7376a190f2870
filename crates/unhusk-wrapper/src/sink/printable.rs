//! Makes untrusted text safe to display: a terminal executes escape sequences, and bidirectional controls deceive
//! readers by reordering text.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text with control characters, and characters that change its direction, as visible escapes (`\u{1b}`).
///
/// ```
/// assert_eq!(unhusk_wrapper::sink::printable("red \x1b[31m"), r"red \u{1b}[31m");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            write!(shown, "{}", c.escape_default()).expect("writing to a string cannot fail");
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// C0 and C1 controls, marks and overrides of direction, isolates, and invisible characters.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        // Tags: an invisible copy of ASCII.
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}
