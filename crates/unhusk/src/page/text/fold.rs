//! White space and normal form: when two texts count as the same.
//!
//! White space is what Unicode calls so (`char::is_whitespace`, U+00A0 included). Zero-width characters are
//! not: U+200B marks where a *word* may break and U+FEFF where it may not, so a space in their place would
//! tear words apart.

use super::folding::Folding;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Folds white space: every run of Unicode white space (U+00A0 included) is one space, none at the ends; NFC.
///
/// Borrows if nothing but the ends had to change.
///
/// ```
/// use unhusk::page::fold;
/// assert_eq!(fold("  Tom\u{A0}&\n Jerry "), "Tom & Jerry");
/// ```
pub fn fold(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if is_folded(trimmed) {
        return Cow::Borrowed(trimmed);
    }
    let mut folding = Folding::without_places(trimmed.len());
    folding.push_text(trimmed, 0);
    Cow::Owned(folding.into_text())
}

/// Removes all white space: the last resort when comparing a label with a page. NFC, too.
///
/// ```
/// assert_eq!(unhusk::page::squeeze("1 234,\u{A0}50 €"), "1234,50€");
/// ```
pub fn squeeze(text: &str) -> String {
    let squeezed: String = text.split_whitespace().collect();
    normalised(squeezed)
}

/// The text in NFC; itself if it is that already.
pub(super) fn normalised(text: String) -> String {
    if is_normalised(&text) { text } else { text.nfc().collect() }
}

/// Whether a text is in NFC.
pub(super) fn is_normalised(text: &str) -> bool {
    text.is_ascii() || text.chars().all(is_always_nfc) || is_nfc(text)
}

/// Whether folding would change nothing.
fn is_folded(text: &str) -> bool {
    is_folded_ascii(text.as_bytes()) || (is_folded_space(text) && is_normalised(text))
}

/// Whether a text is ASCII and folded.
pub(super) fn is_folded_ascii(bytes: &[u8]) -> bool {
    has_no_space_at_ends(bytes) && !any_pair(bytes, is_unfolded)
}

/// Whether a source is ASCII and folded, and has neither markup nor references.
pub(super) fn is_plain_ascii(bytes: &[u8]) -> bool {
    let is_special =
        |byte, next| is_unfolded(byte, next) | (byte == b'<') | (byte == b'&') | (byte == b'\0');
    has_no_space_at_ends(bytes) && !any_pair(bytes, is_special)
}

fn has_no_space_at_ends(bytes: &[u8]) -> bool {
    bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ')
}

/// Not ASCII, white space other than a space, or the first of two spaces. No branches, so that it vectorises.
fn is_unfolded(byte: u8, next: u8) -> bool {
    !byte.is_ascii() | (byte.wrapping_sub(b'\t') < 5) | ((byte == b' ') & (next == b' '))
}

/// Whether a byte and the one behind it (the last byte: and itself) are ever `wanted`.
#[inline]
fn any_pair(bytes: &[u8], wanted: impl Fn(u8, u8) -> bool) -> bool {
    let Some((&last, firsts)) = bytes.split_last() else { return false };
    if wanted(last, last) {
        return true;
    }
    let (chunks, rest) = firsts.as_chunks::<CHUNK_BYTES>();
    let (next_chunks, next_rest) = bytes[1..].as_chunks::<CHUNK_BYTES>();
    let any = |bytes: &[u8], nexts: &[u8]| {
        bytes.iter().zip(nexts).fold(false, |any, (&byte, &next)| any | wanted(byte, next))
    };
    chunks.iter().zip(next_chunks).any(|(chunk, next)| any(chunk, next)) || any(rest, next_rest)
}

/// Bytes that are looked at before the first answer; a few vector registers.
const CHUNK_BYTES: usize = 64;

/// Whether the white space of a text is single spaces between words.
fn is_folded_space(text: &str) -> bool {
    let mut after_space = true;
    for char in text.chars() {
        if char.is_whitespace() && (char != ' ' || after_space) {
            return false;
        }
        after_space = char == ' ';
    }
    text.is_empty() || !after_space
}

/// Whether a character is in NFC wherever it stands: blocks without combining characters or singletons, which
/// spare most texts the tables.
pub(super) fn is_always_nfc(char: char) -> bool {
    matches!(char,
        '\0'..='\u{2FF}'                // Latin
        | '\u{400}'..='\u{482}'         // Cyrillic
        | '\u{2010}'..='\u{2027}'       // dashes, quotes, ellipsis
        | '\u{3041}'..='\u{3096}'       // hiragana
        | '\u{30A1}'..='\u{30FA}'       // katakana
        | '\u{4E00}'..='\u{9FFF}'       // Chinese
        | '\u{AC00}'..='\u{D7A3}'       // Korean
    )
}
