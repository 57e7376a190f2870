//! Searches in the source that are made for every tag and text.
//!
//! Most names, texts and attribute values are short: eight bytes are compared at a time, which costs less than to
//! start a vectorised search. `memchr` takes over in long ones.

use super::is_space;
use memchr::{memchr, memchr3};

/// Words that are compared one by one before `memchr` takes over.
const MAX_WORDS: usize = 8;

const ONES: u64 = u64::MAX / 0xFF;
const HIGHS: u64 = ONES << 7;

/// Returns the position of the next `stop`, from `from` on.
#[inline]
pub(super) fn find(bytes: &[u8], from: usize, stop: u8) -> Option<usize> {
    let mut at = from;
    for _ in 0..MAX_WORDS {
        let Some(word) = word_at(bytes, at) else { break };
        let stops = zero_bytes(word ^ (ONES * u64::from(stop)));
        if stops != 0 {
            return Some(at + lowest(stops));
        }
        at += 8;
    }
    find_far(bytes, at, stop)
}

#[inline(never)]
fn find_far(bytes: &[u8], from: usize, stop: u8) -> Option<usize> {
    memchr(stop, &bytes[from..]).map(|len| from + len)
}

/// A name of up to seven bytes that begins at `start`: the name as a word, its first byte lowest, and its length.
/// `None` for an empty name, a longer one, or one with control characters.
///
/// White space, `/` and `>` end a name, and `=` ends that of an attribute.
#[inline]
pub(super) fn short_name<const IS_ATTRIBUTE: bool>(
    bytes: &[u8],
    start: usize,
) -> Option<(u64, usize)> {
    let word = word_at(bytes, start)?;
    let equal = |byte: u8| zero_bytes(word ^ (ONES * u64::from(byte)));
    let spaces_and_controls = word.wrapping_sub(ONES * 0x21) & !word & HIGHS;
    let mut stops = spaces_and_controls | equal(b'/') | equal(b'>');
    if IS_ATTRIBUTE {
        stops |= equal(b'=');
    }
    if stops == 0 {
        return None;
    }
    let len = lowest(stops);
    // Control characters do not end a name.
    let is_ended = bytes[start + len] >= b' ' || is_space(bytes[start + len]);
    let mask = ((stops & stops.wrapping_neg()) >> 7) - 1;
    (is_ended && len > 0).then_some((word & mask, len))
}

#[inline]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..).and_then(<[u8]>::first_chunk::<8>).map(|word| u64::from_le_bytes(*word))
}

/// The high bit of each byte that is zero, up to the lowest one; bits above that may be wrong.
#[inline]
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// The number of the lowest byte whose high bit is set.
#[inline]
fn lowest(highs: u64) -> usize {
    highs.trailing_zeros() as usize / 8
}

/// Position of the next character that decoding may change: `&`, a carriage return or NUL.
///
/// Such characters are rare, so one search ahead serves all tokens up to its result.
#[derive(Debug)]
pub(super) struct CodedBytes {
    searched_from: usize,
    next: usize,
}

impl CodedBytes {
    pub(super) fn new(bytes: &[u8]) -> Self {
        let mut coded = Self { searched_from: 0, next: 0 };
        coded.search(bytes, 0);
        coded
    }

    /// Whether such a character is in a range of the source. Ranges in source order cost one pass over it altogether.
    #[inline]
    pub(super) fn are_in(&mut self, bytes: &[u8], start: usize, end: usize) -> bool {
        if start > self.next || start < self.searched_from {
            self.search(bytes, start);
        }
        self.next < end
    }

    #[cold]
    #[inline(never)]
    fn search(&mut self, bytes: &[u8], from: usize) {
        self.searched_from = from;
        self.next = memchr3(b'&', b'\r', 0, &bytes[from..]).map_or(bytes.len(), |len| from + len);
    }
}
