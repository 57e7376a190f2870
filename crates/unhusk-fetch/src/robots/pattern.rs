//! Paths of robots.txt rules: `*` matches any text, `$` at the end matches the end of the path. Both sides are brought
//! into one form of percent-encoding, and a match takes one pass over the path.

/// The path of a rule.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    /// The texts between the stars.
    pieces: Vec<String>,
    is_anchored: bool,
    length: usize,
}

impl Pattern {
    pub(super) fn new(path: &[u8]) -> Self {
        let (path, is_anchored) = match path.strip_suffix(b"$") {
            Some(path) => (path, true),
            None => (path, false),
        };
        let pieces: Vec<String> = path.split(|byte| *byte == b'*').map(normal_form).collect();
        let n_stars = pieces.len() - 1;
        let length =
            pieces.iter().map(String::len).sum::<usize>() + n_stars + usize::from(is_anchored);
        Self { pieces, is_anchored, length }
    }

    /// Number of bytes; the longest matching rule decides.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether the pattern matches the start of a path in normal form, or all of it if it is anchored.
    pub(super) fn matches(&self, path: &str) -> bool {
        let Some((first, others)) = self.pieces.split_first() else { return false };
        let Some(mut rest) = path.strip_prefix(first.as_str()) else { return false };
        let Some((last, inner)) = others.split_last() else {
            return !self.is_anchored || rest.is_empty();
        };
        for piece in inner {
            let Some(at) = rest.find(piece.as_str()) else { return false };
            rest = &rest[at + piece.len()..];
        }
        if self.is_anchored { rest.ends_with(last.as_str()) } else { rest.contains(last.as_str()) }
    }
}

/// Normalizes the path of a URL, so that patterns can match it.
pub(crate) fn normal_path(path: &str) -> String {
    let path = if path.is_empty() { "/" } else { path };
    normal_form(path.as_bytes())
}

/// Encodes bytes outside of ASCII, and `*` and `$`, which patterns can only mean literally when they are encoded;
/// decodes letters, digits and `-._~`; writes other codes in upper case.
fn normal_form(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let coded = (byte == b'%').then(|| code(bytes, at)).flatten();
        let (value, n_bytes) = match coded {
            Some(value) => (value, 3),
            None => (byte, 1),
        };
        at += n_bytes;
        let is_unreserved = value.is_ascii_alphanumeric() || b"-._~".contains(&value);
        let is_plain = value.is_ascii_graphic() && !b"*$".contains(&value);
        if is_unreserved || (coded.is_none() && is_plain) {
            text.push(char::from(value));
        } else {
            push_code(&mut text, value);
        }
    }
    text
}

/// Reads `%2F`.
fn code(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let value = digit(at + 1)? * 16 + digit(at + 2)?;
    u8::try_from(value).ok()
}

fn push_code(text: &mut String, value: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push('%');
    text.push(char::from(DIGITS[usize::from(value >> 4)]));
    text.push(char::from(DIGITS[usize::from(value & 15)]));
}
