//! Eight bytes at a time, in one register: positions of bytes of a kind among them.
//!
//! Each answer has the highest bit of a byte set where the byte is of the kind, and no other bit; the first
//! byte is the lowest. Other than the usual tricks with subtraction, these do not mistake a neighbour.

/// Marks the bytes equal to `byte`.
#[inline]
pub(super) fn equal(eight: u64, byte: u8) -> u64 {
    let difference = eight ^ splat(byte);
    !(((difference & LOW_BITS) + LOW_BITS) | difference) & HIGH_BITS
}

/// Marks the white space of ASCII other than a space: U+0009 to U+000D.
#[inline]
pub(super) fn control_space(eight: u64) -> u64 {
    let low = eight & LOW_BITS;
    let from_tab = low + splat(0x80 - b'\t');
    let behind_return = low + splat(0x80 - (b'\r' + 1));
    from_tab & !behind_return & !eight & HIGH_BITS
}

/// Marks the bytes beyond ASCII.
#[inline]
pub(super) fn beyond_ascii(eight: u64) -> u64 {
    eight & HIGH_BITS
}

/// Index of the first of eight bytes that is not marked; eight if all are.
#[inline]
pub(super) fn first_missing(answer: u64) -> u32 {
    (!answer & HIGH_BITS).trailing_zeros() / 8
}

/// Returns the eight bytes from `at` on and those from `at + 1` on, zeros behind the end, and the number of bytes read
/// from `at`.
#[inline]
pub(super) fn load(bytes: &[u8], at: usize) -> (u64, u64, usize) {
    let rest = &bytes[at..];
    let next = rest.get(1..).and_then(<[u8]>::first_chunk);
    match (rest.first_chunk(), next) {
        (Some(eight), Some(next)) => (u64::from_le_bytes(*eight), u64::from_le_bytes(*next), 8),
        _ => load_last(bytes, rest.len()),
    }
}

/// Loads the last bytes, at most eight of them, and those behind each of them.
#[inline]
fn load_last(bytes: &[u8], len: usize) -> (u64, u64, usize) {
    let eight = match bytes.last_chunk() {
        Some(last) if len > 0 => u64::from_le_bytes(*last) >> (8 * (8 - len)),
        _ => bytes.iter().rev().take(len).fold(0, |eight, &byte| eight << 8 | u64::from(byte)),
    };
    (eight, eight >> 8, len)
}

fn splat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

const LOW_BITS: u64 = u64::from_le_bytes([0x7F; 8]);
const HIGH_BITS: u64 = u64::from_le_bytes([0x80; 8]);
