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
    let bytes = text.as_bytes();
    let has_ends = bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ');
    has_ends
        && (first_unsure(bytes) == bytes.len() || (is_folded_space(text) && is_normalised(text)))
}

/// Whether a source is folded, and has neither markup nor references; `false` if that takes a second look.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let is_special = |byte| (byte == b'<') | (byte == b'&') | (byte == b'\0');
    let first = first_pair(
        bytes,
        |byte, next| is_no_ascii_word(byte, next) | is_special(byte),
        |byte, next| is_unsure(byte, next) | is_special(byte),
    );
    bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ') && first == bytes.len()
}

/// Where a text may first be unfolded, or not in NFC: at white space that is not a single space, or at a
/// character that needs a second look. The length if nowhere.
pub(super) fn first_unsure(bytes: &[u8]) -> usize {
    first_pair(bytes, is_no_ascii_word, is_unsure)
}

/// White space other than a space, the first of two spaces, or the first byte of a character that is neither
/// surely a letter nor surely in NFC. No branches, so that it vectorises.
///
/// Surely letters and in NFC are all characters that begin with the bytes up to 0xCB (Latin, but for U+0085 and
/// U+00A0, which are white space), 0xD0 and 0xD1 (Cyrillic), 0xE4 to 0xE9 (Chinese), 0xEB and 0xEC (Korean).
fn is_unsure(byte: u8, next: u8) -> bool {
    let is_latin_space = (byte == 0xC2) & ((next == 0x85) | (next == 0xA0));
    let is_letter = (byte < 0xCC)
        | (byte & 0xFE == 0xD0)
        | (byte.wrapping_sub(0xE4) < 6)
        | (byte.wrapping_sub(0xEB) < 2);
    is_wide_ascii_space(byte, next) | is_latin_space | !is_letter
}

/// The same for ASCII alone: cheaper, and true more often.
fn is_no_ascii_word(byte: u8, next: u8) -> bool {
    is_wide_ascii_space(byte, next) | !byte.is_ascii()
}

fn is_wide_ascii_space(byte: u8, next: u8) -> bool {
    (byte.wrapping_sub(b'\t') < 5) | ((byte == b' ') & (next == b' '))
}

/// Where a byte and the one behind it (the last byte: and none) are first `exact`; the length if nowhere.
/// `quick` is a cheaper predicate that holds wherever `exact` does.
#[inline]
fn first_pair(
    bytes: &[u8],
    quick: impl Fn(u8, u8) -> bool,
    exact: impl Fn(u8, u8) -> bool,
) -> usize {
    let mut at = 0;
    while let Some(pairs) = bytes.get(at..=at + WIDE) {
        if any_pair::<WIDE>(pairs, &quick) && any_pair::<WIDE>(pairs, &exact) {
            break;
        }
        at += WIDE;
    }
    while let Some(pairs) = bytes.get(at..=at + NARROW) {
        if any_pair::<NARROW>(pairs, &exact) {
            break;
        }
        at += NARROW;
    }
    let rest = &bytes[at..];
    let is_exact = |byte, next| quick(byte, next) && exact(byte, next);
    if let Some(offset) = rest.windows(2).position(|pair| is_exact(pair[0], pair[1])) {
        return at + offset;
    }
    let is_last_exact = rest.last().is_some_and(|&last| is_exact(last, 0));
    bytes.len() - usize::from(is_last_exact)
}

/// Whether one of the first `N` bytes and the one behind it are `wanted`, told without branches.
#[inline]
fn any_pair<const N: usize>(bytes: &[u8], wanted: impl Fn(u8, u8) -> bool) -> bool {
    let pairs = bytes[..N].iter().zip(&bytes[1..=N]);
    pairs.fold(false, |any, (&byte, &next)| any | wanted(byte, next))
}

/// Bytes that are looked at together: a few vector registers, and one.
const WIDE: usize = 64;
const NARROW: usize = 16;

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
        | '\u{3001}'..='\u{3029}'       // Chinese punctuation
        | '\u{3041}'..='\u{3096}'       // hiragana
        | '\u{30A1}'..='\u{30FA}'       // katakana
        | '\u{4000}'..='\u{9FFF}'       // Chinese
        | '\u{AC00}'..='\u{D7A3}'       // Korean
        | '\u{FF01}'..='\u{FFEE}'       // full-width forms
    )
}
