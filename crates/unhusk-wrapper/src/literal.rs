//! Names and strings of wrapper files in other notations. Files are untrusted, so text that cannot be written plainly
//! is omitted.

/// Returns a string as an `XPath` literal; `None` if it has invisible characters.
pub fn xpath_string(text: &str) -> Option<String> {
    if !is_visible(text) {
        return None;
    }
    if !text.contains('\'') {
        return Some(format!("'{text}'"));
    }
    if !text.contains('"') {
        return Some(format!("\"{text}\""));
    }
    // There are no escapes: the literal concatenates pieces without a single quote, and single quotes.
    let pieces: Vec<String> = text.split('\'').map(|piece| format!("'{piece}'")).collect();
    Some(format!("concat({})", pieces.join(", \"'\", ")))
}

/// Returns a string in CSS; `None` if it has invisible characters.
pub(crate) fn css_string(text: &str) -> Option<String> {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    is_visible(text).then(|| format!("\"{escaped}\""))
}

/// Returns a name in CSS; `None` if it has invisible characters.
pub(crate) fn css_identifier(name: &str) -> Option<String> {
    if name.is_empty() || name == "-" || !is_visible(name) || name.contains(char::is_whitespace) {
        return None;
    }
    let mut escaped = String::with_capacity(name.len());
    // A digit in front would begin a number, as it would behind a hyphen.
    let mut may_begin_number = true;
    for c in name.chars() {
        if may_begin_number && c.is_ascii_digit() {
            escaped.extend([format!("\\{:x} ", u32::from(c))]);
        } else {
            if c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_') {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        may_begin_number = may_begin_number && c == '-' && escaped.len() == 1;
    }
    Some(escaped)
}

/// A tag or the name of an attribute that needs no escapes in any notation.
pub(crate) fn plain_name(name: &str) -> Option<&str> {
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'-' | b'_'));
    is_plain.then_some(name)
}

/// Whether a text has no characters that would hide in a line of text, or break it. A no-break space is common in
/// texts, and harmless.
fn is_visible(text: &str) -> bool {
    let hides = |c: char| {
        c.is_control()
            || (c.is_whitespace() && !matches!(c, ' ' | '\u{a0}'))
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
            || matches!(c, '\u{ad}' | '\u{feff}')
    };
    !text.chars().any(hides)
}
