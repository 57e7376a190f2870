//! Character references: `&amp;`, `&#233;`, `&eacute` -> their characters.
//!
//! Follows the character reference states of the WHATWG tokenizer (HTML, 13.2.5.72 to 13.2.5.80) exactly:
//! the longest name wins, 106 old names need no semicolon, and numbers that Windows pages get wrong are
//! read as windows-1252. The longest match takes two lookups: a name with a semicolon can only be *all* the letters and
//! digits before it, and a name without one has at most [`LEGACY_MAX_LEN`] bytes.

mod names;
#[cfg(test)]
mod tests;

use memchr::memchr;
use names::{LEGACY_NAMES, NAMES};
use std::borrow::Cow;
use std::iter::once;

/// Replaces the references in a text by their characters.
pub fn decode_text(text: &str) -> Cow<'_, str> {
    decode(text, ReferenceContext::Text)
}

/// Context of a reference; attribute values have an exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReferenceContext {
    /// In text.
    Text,
    /// In an attribute value: an old name without its semicolon that is followed by `=`, a letter or a
    /// digit is no reference, for the sake of `href="?a=1&copy=2"`.
    Attribute,
}

/// One reference that was found behind an ampersand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reference {
    /// Bytes of source behind the ampersand, semicolon included if there is one.
    pub len: usize,
    /// First character.
    pub first: char,
    /// Second character, which a few names have.
    pub second: Option<char>,
}

impl Reference {
    /// Returns the one or two characters of the reference.
    pub(crate) fn chars(self) -> impl Iterator<Item = char> {
        once(self.first).chain(self.second)
    }
}

/// Decodes all references of a run of text or of an attribute value. Borrows if there are none.
pub(crate) fn decode(text: &str, context: ReferenceContext) -> Cow<'_, str> {
    let mut decoded = String::new();
    let mut copied = 0;
    let mut from = 0;
    while let Some(offset) = memchr(b'&', &text.as_bytes()[from..]) {
        let ampersand = from + offset;
        from = ampersand + 1;
        let Some(reference) = match_at(&text[from..], context) else { continue };
        decoded.push_str(&text[copied..ampersand]);
        decoded.extend(reference.chars());
        from += reference.len;
        copied = from;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    decoded.push_str(&text[copied..]);
    Cow::Owned(decoded)
}

/// Returns the reference at the start of `text`, which is the text right behind an ampersand.
pub(crate) fn match_at(text: &str, context: ReferenceContext) -> Option<Reference> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'#' => match_number(bytes),
        first if first.is_ascii_alphabetic() => match_name(bytes, context),
        _ => None,
    }
}

/// `#233;`, `#xE9;`, with or without the semicolon.
fn match_number(bytes: &[u8]) -> Option<Reference> {
    let (radix, digits_start) = match bytes.get(1)? {
        b'x' | b'X' => (16, 2),
        _ => (10, 1),
    };
    let mut code: u32 = 0;
    let mut end = digits_start;
    while let Some(digit) = bytes.get(end).and_then(|&byte| char::from(byte).to_digit(radix)) {
        // Saturates far beyond the last code point, so that endless digits stay out of range.
        code = code.saturating_mul(radix).saturating_add(digit);
        end += 1;
    }
    if end == digits_start {
        return None;
    }
    let len = end + usize::from(bytes.get(end) == Some(&b';'));
    Some(Reference { len, first: char_of_code(code), second: None })
}

/// Returns the character of a number: windows-1252 for 0x80 to 0x9F, U+FFFD for numbers without a character.
fn char_of_code(code: u32) -> char {
    match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => WINDOWS_1252[(code - 0x80) as usize],
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// The table of the numeric character reference end state; codes in its gaps keep their character.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

/// A name with its semicolon, or the longest old name without one.
fn match_name(bytes: &[u8], context: ReferenceContext) -> Option<Reference> {
    let run = &bytes[..bytes.len().min(NAME_MAX_LEN + 1)];
    let name_len = run.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(run.len());
    if run.get(name_len) == Some(&b';')
        && let Some(reference) = full_name(&run[..name_len])
    {
        return Some(reference);
    }
    let reference = longest_legacy_name(&run[..name_len])?;
    // The name is shorter than `run` allows, so a byte missing here is missing in the text.
    let followed_by = bytes.get(reference.len);
    let runs_on = followed_by.is_some_and(|&byte| byte == b'=' || byte.is_ascii_alphanumeric());
    (context == ReferenceContext::Text || !runs_on).then_some(reference)
}

fn full_name(name: &[u8]) -> Option<Reference> {
    // Nearly all references of real pages: a few comparisons of integers instead of a search.
    let first = match name {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"nbsp" => '\u{A0}',
        _ => return listed_name(name),
    };
    Some(Reference { len: name.len() + 1, first, second: None })
}

fn listed_name(name: &[u8]) -> Option<Reference> {
    let letter = usize::from(*name.first()?);
    let same_letter = &NAMES[LETTER_STARTS[letter]..LETTER_STARTS[letter + 1]];
    let idx = same_letter.binary_search_by(|(known, ..)| known.as_bytes().cmp(name)).ok()?;
    let (_, first, second) = same_letter[idx];
    Some(Reference { len: name.len() + 1, first, second })
}

fn longest_legacy_name(name: &[u8]) -> Option<Reference> {
    let [first, second, ..] = *name else { return None };
    if LEGACY_SECONDS[usize::from(first)] & second_bit(second) == 0 {
        return None;
    }
    let longest = name.len().min(LEGACY_MAX_LEN);
    (LEGACY_MIN_LEN..=longest).rev().find_map(|len| {
        let prefix = &name[..len];
        let known =
            LEGACY_NAMES.binary_search_by(|(known, _)| known.as_bytes().cmp(prefix)).ok()?;
        Some(Reference { len, first: LEGACY_NAMES[known].1, second: None })
    })
}

/// Bytes of the longest name, without its semicolon: `CounterClockwiseContourIntegral`.
const NAME_MAX_LEN: usize = 31;
/// Bytes of the shortest and the longest old name: `lt`, `frac12`.
const LEGACY_MIN_LEN: usize = 2;
const LEGACY_MAX_LEN: usize = 6;

/// By first letter, the second letters that old names have: rejects `?a=1&site=2` at once.
static LEGACY_SECONDS: [u64; 128] = {
    let mut seconds = [0; 128];
    let mut idx = 0;
    while idx < LEGACY_NAMES.len() {
        let name = LEGACY_NAMES[idx].0.as_bytes();
        seconds[name[0] as usize] |= second_bit(name[1]);
        idx += 1;
    }
    seconds
};

/// One bit for each letter.
const fn second_bit(letter: u8) -> u64 {
    1 << (letter & 63)
}

/// Index in [`NAMES`] of the first name for each first byte; the names of byte `b` end where those of `b + 1` begin.
static LETTER_STARTS: [usize; 129] = {
    let mut starts = [NAMES.len(); 129];
    let mut idx = NAMES.len();
    let mut byte = 128;
    while byte > 0 {
        byte -= 1;
        while idx > 0 && NAMES[idx - 1].0.as_bytes()[0] as usize >= byte {
            idx -= 1;
        }
        starts[byte] = idx;
    }
    starts
};
