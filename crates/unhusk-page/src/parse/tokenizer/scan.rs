//! Finding the end of a short run of text eight bytes at a time.
//!
//! Most texts and attribute values are a few words, for which calling a vectorised search twice (where does
//! it end? is anything in it coded?) costs more than the search: `memchr` takes over behind them.

use memchr::{memchr, memchr3};

/// Words that are looked at one by one before `memchr` takes over.
const MAX_WORDS: usize = 6;

const ONES: u64 = u64::MAX / 0xFF;
const HIGHS: u64 = ONES << 7;

/// Where the next `stop` stands, from `from` on, and whether `&`, a carriage return or NUL stand before it.
/// Without a `stop`, the end of the source is it.
pub(super) fn find(bytes: &[u8], from: usize, stop: u8) -> (Option<usize>, bool) {
    let mut at = from;
    let mut is_coded = false;
    for _ in 0..MAX_WORDS {
        let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) else { break };
        let word = u64::from_le_bytes(*word);
        let stops = zero_bytes(word ^ (ONES * u64::from(stop)));
        let coded = zero_bytes(word)
            | zero_bytes(word ^ (ONES * u64::from(b'&')))
            | zero_bytes(word ^ (ONES * u64::from(b'\r')));
        if stops != 0 {
            // The lowest bit of each mask is exact, those above it may not be.
            is_coded |= coded & (stops & stops.wrapping_neg()).wrapping_sub(1) != 0;
            return (Some(at + stops.trailing_zeros() as usize / 8), is_coded);
        }
        is_coded |= coded != 0;
        at += 8;
    }
    let rest = &bytes[at..];
    let len = memchr(stop, rest);
    is_coded = is_coded || memchr3(b'&', b'\r', 0, &rest[..len.unwrap_or(rest.len())]).is_some();
    (len.map(|len| at + len), is_coded)
}

/// The high bit of each byte that is zero, up to the lowest one; bits above that may be wrong.
fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}
