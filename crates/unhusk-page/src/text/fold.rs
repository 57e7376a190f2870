//! Folding: the form in which two texts are compared, with single spaces and in NFC.
//!
//! White space is defined by Unicode (`char::is_whitespace`, U+00A0 included). Zero-width characters are not: U+200B
//! marks where a *word* may break and U+FEFF where it may not, so a space in their place would split words.

use super::folding::Folding;
use super::scan::first_unsure;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Folds white space: every run of Unicode white space (U+00A0 included) is one space, none at the ends; NFC.
///
/// Borrows unless something between the ends had to change.
///
/// ```
/// use unhusk_page::fold;
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

/// Removes all white space and normalises to NFC, to compare texts that differ in white space only.
///
/// ```
/// assert_eq!(unhusk_page::squeeze("1 234,\u{A0}50 €"), "1234,50€");
/// ```
pub fn squeeze(text: &str) -> String {
    let squeezed: String = text.split_whitespace().collect();
    normalised(squeezed)
}

/// The text in NFC; borrowed if it is in NFC already.
pub(super) fn normalised(text: String) -> String {
    if is_normalised(&text) { text } else { text.nfc().collect() }
}

/// Whether a text is in NFC.
pub(super) fn is_normalised(text: &str) -> bool {
    text.is_ascii() || text.chars().all(is_always_nfc) || is_nfc(text)
}

/// Whether folding would change nothing.
fn is_folded(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_ends = bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ');
    has_ends
        && (first_unsure(bytes) == bytes.len() || (is_folded_space(text) && is_normalised(text)))
}

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

/// Whether a character is in NFC in any context: blocks without combining characters or singletons, which spare most
/// texts the tables.
pub fn is_always_nfc(char: char) -> bool {
    matches!(char,
        '\0'..='\u{2FF}'                // Latin
        | '\u{400}'..='\u{482}'         // Cyrillic
        | '\u{2010}'..='\u{2027}'       // dashes, quotes, ellipsis
        | '\u{3001}'..='\u{3029}'       // Chinese punctuation
        | '\u{3041}'..='\u{3096}'       // hiragana
        | '\u{30A1}'..='\u{30FA}'       // katakana
        | '\u{4000}'..='\u{9FFF}'       // Chinese
        | '\u{AC00}'..='\u{D7A3}'       // Korean
        | '\u{FF01}'..='\u{FFEE}'       // full-width forms
    )
}
