//! Scans that tell, many bytes at a time, that a text needs no folding.
#![expect(clippy::needless_bitwise_bool, reason = "predicates without branches vectorise")]

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
    if rest.len() <= NARROW && !any_pair::<NARROW>(&padded(rest), &quick) {
        return bytes.len();
    }
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

/// A few bytes with letters behind them, which no predicate minds: a last space is followed by no space.
#[inline]
fn padded(bytes: &[u8]) -> [u8; NARROW + 1] {
    let mut padded = [b'x'; NARROW + 1];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

/// Bytes that are looked at together: a few vector registers, and one.
const WIDE: usize = 64;
const NARROW: usize = 16;
