//! Addresses as pages write them, made safe: forbidden characters are encoded, executable schemes are rejected.

use std::fmt::Write;

/// Longest address accepted, in bytes.
const MAX_BYTES: usize = 8192;

/// Accepted schemes; `javascript:` and `data:` carry programs and content.
const SCHEMES: [&str; 12] = [
    "http", "https", "ftp", "ftps", "mailto", "tel", "geo", "urn", "doi", "magnet", "webcal", "sms",
];

/// Returns the address with forbidden characters encoded; `None` if the text is not an address.
pub(super) fn reference(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_BYTES || text.contains(char::is_control) {
        return None;
    }
    match scheme(text) {
        Some(scheme) if !SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()) => None,
        // A relative address with a space in it is most likely a sentence.
        None if text.contains(char::is_whitespace) => None,
        _ => Some(encoded(text)),
    }
}

/// Returns the text before the first colon if it could be a scheme.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme.then_some(scheme)
}

fn encoded(text: &str) -> String {
    let mut address = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_percent = c == '%' && !is_escape(&text[at..]);
        if is_percent || c.is_whitespace() || "<>\"{}|^`\\".contains(c) || is_private(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                write!(address, "%{byte:02X}").expect("writing to a string cannot fail");
            }
        } else {
            address.push(c);
        }
    }
    address
}

/// Whether a percent sign is followed by two hexadecimal digits.
fn is_escape(text: &str) -> bool {
    text.as_bytes().get(1..3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// Whether a character is invisible or excluded from IRIs by RFC 3987.
fn is_private(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{fff0}'..='\u{ffff}' | '\u{1fffe}'..='\u{1ffff}' | '\u{e0000}'..='\u{10ffff}')
}
