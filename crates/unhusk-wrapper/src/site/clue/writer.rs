//! What the text of a clue is written to: a string, a hash, or a comparison.
//!
//! Most of the time nobody needs the text of a clue at a node, only whether it equals a known one. So the evaluation of
//! a clue writes to any [`ClueWriter`]: a `String` keeps the text, a [`TextHash`] only its hash, and a [`ClueMatcher`]
//! compares it with an expected text and stops at the first difference. None of the last two allocates.

use super::text::sign;
use crate::site::matcher::page_index::PageIndex;

/// Something that a clue can be written to: its text, the hash of its text, or a text that it is compared with.
pub trait ClueWriter: Clone {
    /// Writes the caption of a text, before anything else; returns false if it is empty.
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool;

    /// Writes a piece.
    fn write(&mut self, piece: &str);

    /// Writes a number.
    fn write_number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let digits = digits_of(number, &mut digits);
        self.write(std::str::from_utf8(digits).unwrap_or_default());
    }

    /// Writes a position.
    fn write_position(&mut self, before: &str, number: u32) {
        self.write(before);
        self.write_number(number);
        self.write(sign::NTH_END);
    }

    /// Whether the rest of the text makes no difference.
    fn is_mismatch(&self) -> bool {
        false
    }
}

fn digits_of(number: u32, digits: &mut [u8; 10]) -> &[u8] {
    let mut at = digits.len();
    let mut rest = number;
    while rest > 0 || at == digits.len() {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    &digits[at..]
}

impl ClueWriter for String {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        self.push_str(&index.caption(leaf).text);
        !self.is_empty()
    }

    fn write(&mut self, piece: &str) {
        self.push_str(piece);
    }
}

/// The hash of a text, however it is split into pieces (FNV-1a). A page that makes two texts have the same hash only spoils
/// the rules for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextHash(pub u64);

impl Default for TextHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl ClueWriter for TextHash {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        *self = index.caption_hash(leaf);
        *self != Self::default()
    }

    fn write(&mut self, piece: &str) {
        self.write_bytes(piece.as_bytes());
    }

    fn write_number(&mut self, number: u32) {
        self.write_bytes(digits_of(number, &mut [0; 10]));
    }
}

/// The text with which a clue is compared: the part that is still to come, or `None` once they differ.
#[derive(Debug, Clone, Copy)]
pub(in crate::site) struct ClueMatcher<'r>(pub(in crate::site) Option<&'r [u8]>);

impl ClueMatcher<'_> {
    /// Whether just the expected text was written.
    pub(in crate::site) fn is_match(self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        let Some(rest) = self.0 else { return };
        // Pieces are short: comparing blocks of memory costs more.
        let is_met = rest.len() >= bytes.len() && rest.iter().zip(bytes).all(|(a, b)| a == b);
        self.0 = is_met.then(|| &rest[bytes.len()..]);
    }
}

impl ClueWriter for ClueMatcher<'_> {
    fn write_caption(&mut self, index: &PageIndex<'_>, leaf: usize) -> bool {
        let text = &index.caption(leaf).text;
        self.write_bytes(text.as_bytes());
        !text.is_empty()
    }

    fn write(&mut self, piece: &str) {
        self.write_bytes(piece.as_bytes());
    }

    fn write_number(&mut self, number: u32) {
        self.write_bytes(digits_of(number, &mut [0; 10]));
    }

    fn write_position(&mut self, before: &str, number: u32) {
        self.write(before);
        match self.0 {
            Some([digit, b']', rest @ ..]) if number < 10 => {
                self.0 = (u32::from(*digit) == number + u32::from(b'0')).then_some(rest);
            }
            _ => {
                self.write_number(number);
                self.write(sign::NTH_END);
            }
        }
    }

    fn is_mismatch(&self) -> bool {
        self.0.is_none()
    }
}

impl TextHash {
    /// The hash of a text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The hash of a text given as bytes.
    pub(in crate::site) fn of_bytes(bytes: &[u8]) -> Self {
        let mut hash = Self::default();
        hash.write_bytes(bytes);
        hash
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
