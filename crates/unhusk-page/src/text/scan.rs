//! Scans that find, many bytes at a time, whether a text needs folding.
#![expect(clippy::needless_bitwise_bool, reason = "predicates without branches vectorise")]

use super::eight::{beyond_ascii, control_space, equal, first_missing, load};
use std::ops::Range;

/// Whether a source is folded, and has neither markup nor references; may return `false` where only a slower check
/// could tell.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let is_special = |byte| (byte == b'<') | (byte == b'&') | (byte == b'\0');
    let first = first_pair(
        bytes,
        |eight, next| {
            let special = equal(eight, b'<') | equal(eight, b'&') | equal(eight, b'\0');
            no_ascii_words(eight, next) | special
        },
        |byte, next| is_no_ascii_word(byte, next) | is_special(byte),
        |byte, next| is_unsure(byte, next) | is_special(byte),
    );
    bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ') && first == bytes.len()
}

/// Whether all bytes are white space of HTML, which has no vertical tab.
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    is_blank_in(bytes, 0..bytes.len())
}

/// [`is_blank`] of a part of `bytes`. The bytes behind the part spare a special case for its last bytes.
#[inline]
pub(crate) fn is_blank_in(bytes: &[u8], range: Range<usize>) -> bool {
    let mut at = range.start;
    // Most texts that are not blank have a visible first byte; blank ones are indents, which are long.
    if at < range.end && !bytes[at].is_ascii_whitespace() {
        return false;
    }
    while at < range.end {
        let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) else {
            return bytes[at..range.end].iter().all(u8::is_ascii_whitespace);
        };
        let eight = u64::from_le_bytes(*eight);
        let blank = equal(eight, b' ') | (control_space(eight) & !equal(eight, b'\x0B'));
        let n_blank = first_missing(blank) as usize;
        if n_blank < 8 && n_blank < range.end - at {
            return false;
        }
        at += 8;
    }
    true
}

/// Position at which a text may first be unfolded, or not in NFC: white space that is not a single space, or a
/// character that needs a closer check. The length if there is none.
pub(super) fn first_unsure(bytes: &[u8]) -> usize {
    first_pair(bytes, no_ascii_words, is_no_ascii_word, is_unsure)
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

/// Whether a byte is no ASCII letter, or one of several spaces: cheaper than [`is_unsure`], and true more often.
fn is_no_ascii_word(byte: u8, next: u8) -> bool {
    is_wide_ascii_space(byte, next) | !byte.is_ascii()
}

fn is_wide_ascii_space(byte: u8, next: u8) -> bool {
    (byte.wrapping_sub(b'\t') < 5) | ((byte == b' ') & (next == b' '))
}

/// [`is_no_ascii_word`] of eight bytes and those behind each of them.
fn no_ascii_words(eight: u64, next: u64) -> u64 {
    let two_spaces = equal(eight, b' ') & equal(next, b' ');
    control_space(eight) | two_spaces | beyond_ascii(eight)
}

/// Position of the first byte that with its successor (the last byte: without one) is `exact`; the length if there is
/// none. `quick` is a cheaper predicate that holds wherever `exact` does, and `eights` is `quick` for eight bytes.
///
/// Most values end, and most runs of words, within [`NEAR`] bytes; longer ones are read in wide steps.
#[inline]
fn first_pair(
    bytes: &[u8],
    eights: impl Fn(u64, u64) -> u64,
    quick: impl Fn(u8, u8) -> bool,
    exact: impl Fn(u8, u8) -> bool,
) -> usize {
    let mut at = match by_eights(bytes, 0..NEAR.min(bytes.len()), &eights, &exact) {
        Ok(found) => return found,
        Err(passed) => passed,
    };
    while let Some(pairs) = bytes.get(at..=at + WIDE) {
        if any_pair::<WIDE>(pairs, &quick) && any_pair::<WIDE>(pairs, &exact) {
            break;
        }
        at += WIDE;
    }
    match by_eights(bytes, at..bytes.len(), &eights, &exact) {
        Ok(found) => found,
        Err(_) => bytes.len(),
    }
}

/// Returns the first `exact` pair that begins in a range, or else the position up to which no pair is: the end of the
/// range, or some bytes further.
#[inline]
fn by_eights(
    bytes: &[u8],
    range: Range<usize>,
    eights: impl Fn(u64, u64) -> u64,
    exact: impl Fn(u8, u8) -> bool,
) -> Result<usize, usize> {
    let mut at = range.start;
    while at < range.end {
        let (eight, next, len) = load(bytes, at);
        let hit = (eights(eight, next).trailing_zeros() / 8) as usize;
        if hit >= len {
            at += len;
            continue;
        }
        at += hit;
        // Where one character is not ASCII, its neighbours often are not.
        loop {
            if exact(bytes[at], bytes.get(at + 1).copied().unwrap_or(0)) {
                return Ok(at);
            }
            at += 1;
            if bytes.get(at).is_none_or(u8::is_ascii) {
                break;
            }
        }
    }
    Err(at)
}

/// Whether one of the first `N` bytes is `wanted` with its successor; computed without branches.
#[inline]
fn any_pair<const N: usize>(bytes: &[u8], wanted: impl Fn(u8, u8) -> bool) -> bool {
    let pairs = bytes[..N].iter().zip(&bytes[1..=N]);
    pairs.fold(false, |any, (&byte, &next)| any | wanted(byte, next))
}

/// Bytes that are tested together: a few vector registers.
const WIDE: usize = 64;
/// Bytes that are tested eight by eight before wide steps are worth it.
const NEAR: usize = 32;
