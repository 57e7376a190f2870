//! Interned names: a tag or attribute name is a small integer.
//!
//! The names of HTML, SVG and MathML have the same number on every page ([`known`]); any other name gets the next free
//! number of its tree.

pub(super) use super::known_names::KNOWN;
use std::collections::BTreeMap;

/// The number of a tag or attribute name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub u32);

/// Names of one source: the known ones, and its own.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    own: Vec<Box<str>>,
    // Ordered, not hashed: a page chooses these names and could make a fast hash collide.
    numbers: BTreeMap<Box<str>, NameId>,
}

impl Interner {
    /// The number of the name at `start..end` of a source: ASCII letters count as lower case,
    /// NUL as U+FFFD.
    pub(crate) fn intern(&mut self, source: &str, start: usize, end: usize) -> NameId {
        let (bytes, len) = (source.as_bytes(), end - start);
        let key = match bytes.get(start..).and_then(<[u8]>::first_chunk::<KEY_LEN>) {
            Some(chunk) => NameKey::of_chunk(chunk, len),
            None => NameKey::of(&bytes[start..end]),
        };
        key.and_then(NameKey::find).unwrap_or_else(|| self.own(&source[start..end]))
    }

    #[cold]
    fn own(&mut self, written: &str) -> NameId {
        // Most pages spell a name of their own consistently.
        if let Some(&number) = self.numbers.get(written) {
            return number;
        }
        let name = written.to_ascii_lowercase().replace('\0', "\u{FFFD}");
        if let Some(&number) = self.numbers.get(name.as_str()) {
            return number;
        }
        let number = u32::try_from(KNOWN.len() + self.own.len());
        let number = NameId(number.expect("a source has fewer than 2^30 bytes"));
        self.own.push(name.as_str().into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// The name of a number.
    pub(crate) fn text(&self, name: NameId) -> &str {
        text(&self.own, name)
    }

    /// The names that only this source has, in the order of their numbers.
    pub(crate) fn into_own(self) -> Box<[Box<str>]> {
        self.own.into()
    }
}

/// The name of a number, where `own` are the names that only this tree has.
pub(super) fn text(own: &[Box<str>], name: NameId) -> &str {
    let number = name.0 as usize;
    match KNOWN.get(number) {
        Some(known) => known,
        None => &own[number - KNOWN.len()],
    }
}

/// Number of names that every page shares; the numbers of others begin there.
pub(super) const N_KNOWN: usize = KNOWN.len();

/// The number of a name that every page shares, if `name`, spelt as trees have it, is one.
pub(super) fn known(name: &str) -> Option<NameId> {
    let id = NameKey::of(name.as_bytes())?.find()?;
    if KNOWN[id.0 as usize] == name {
        return Some(id);
    }
    // The lower-case spelling was found; the mixed-case one of SVG or MathML is elsewhere.
    let mixed = KNOWN.iter().position(|known| *known == name)?;
    u32::try_from(mixed).ok().map(NameId)
}

/// The number of a known name of up to [`MAX_SHORT`] bytes in any case, written as a word with its first byte lowest
/// and no NUL in it.
#[inline]
pub(crate) fn known_short(word: u64) -> Option<NameId> {
    find_short(word).or_else(|| find_short(lower(word)))
}

#[inline]
fn find_short(word: u64) -> Option<NameId> {
    let mut slot = short_slot(word);
    // Empty slots are 0, which no name is.
    while SHORT_WORDS[slot] != word {
        if SHORT_WORDS[slot] == 0 {
            return None;
        }
        slot = (slot + 1) % N_SHORT_SLOTS;
    }
    Some(NameId(u32::from(SHORT_NUMBERS[slot])))
}

/// Longest name that [`known_short`] finds: nearly all that pages have.
const MAX_SHORT: usize = 7;

const KEY_LEN: usize = 24;
const WORDS: usize = KEY_LEN / 8;

/// A name in lower case and, in its last byte, its length, which distinguishes `a` from `a` and a NUL.
#[derive(Clone, Copy)]
struct NameKey([u64; WORDS]);

impl NameKey {
    /// The key of the first `len` bytes; `None` if that is longer than any known name.
    fn of_chunk(chunk: &[u8; KEY_LEN], len: usize) -> Option<Self> {
        let (first, rest) = chunk.split_first_chunk::<8>()?;
        if len <= 8 {
            let word = lower(masked(u64::from_le_bytes(*first), len));
            return Some(Self([word, 0, length_mark(len)]));
        }
        let (second, third) = rest.split_first_chunk::<8>()?;
        let third = third.first_chunk::<8>()?;
        let words = [*first, *second, *third].map(u64::from_le_bytes);
        if len >= KEY_LEN {
            return None;
        }
        let len_left = |word: usize| len.saturating_sub(8 * word).min(8);
        Some(Self([
            lower(words[0]),
            lower(masked(words[1], len_left(1))),
            lower(masked(words[2], len_left(2))) | length_mark(len),
        ]))
    }

    fn of(name: &[u8]) -> Option<Self> {
        let mut chunk = [0; KEY_LEN];
        chunk.get_mut(..name.len())?.copy_from_slice(name);
        Self::of_chunk(&chunk, name.len())
    }

    const fn hash(self) -> usize {
        let mixed = (self.0[0] ^ self.0[1].rotate_left(21) ^ self.0[2].rotate_left(42))
            .wrapping_mul(MULTIPLIER);
        (mixed >> (64 - SLOT_BITS)) as usize
    }

    fn find(self) -> Option<NameId> {
        let mut slot = self.hash();
        loop {
            let number = SLOTS[slot];
            if number == EMPTY {
                return None;
            }
            if KEYS[number as usize] == self.0 {
                return Some(NameId(u32::from(number)));
            }
            slot = (slot + 1) % N_SLOTS;
        }
    }
}

/// 2^64 divided by the golden ratio; the upper bits of a product are the well-mixed ones.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

const fn length_mark(len: usize) -> u64 {
    (len as u64) << 56
}

/// The first `len` bytes of a word, at most 8.
fn masked(word: u64, len: usize) -> u64 {
    match len {
        0 => 0,
        _ => word & (u64::MAX >> (64 - 8 * len)),
    }
}

/// All eight bytes in ASCII lower case: sets the fifth bit of those between `A` and `Z`.
const fn lower(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let low_bits = word & (0x7F * ONES);
    let from_a = low_bits + ONES * (0x80 - b'A' as u64);
    let beyond_z = low_bits + ONES * (0x7F - b'Z' as u64);
    let is_upper = (from_a ^ beyond_z) & !word & (0x80 * ONES);
    word | (is_upper >> 2)
}

const SHORT_SLOT_BITS: u32 = 10;
const N_SHORT_SLOTS: usize = 1 << SHORT_SLOT_BITS;

const fn short_slot(word: u64) -> usize {
    (word.wrapping_mul(MULTIPLIER) >> (64 - SHORT_SLOT_BITS)) as usize
}

/// The words of the short names, each in its slot or in a later one; 0 where there is none.
static SHORT_WORDS: [u64; N_SHORT_SLOTS] = SHORT_NAMES.0;
/// The number of the name in each slot.
static SHORT_NUMBERS: [u16; N_SHORT_SLOTS] = SHORT_NAMES.1;

const SHORT_NAMES: ([u64; N_SHORT_SLOTS], [u16; N_SHORT_SLOTS]) = {
    let mut words = [0; N_SHORT_SLOTS];
    let mut numbers = [0; N_SHORT_SLOTS];
    let mut number = 0;
    while number < KNOWN.len() {
        let word = key_of_known(KNOWN[number].as_bytes())[0];
        // Tags and attributes are in lower case; the rules of SVG and MathML change them later.
        if KNOWN[number].len() <= MAX_SHORT && word == lower(word) {
            let mut slot = short_slot(word);
            while words[slot] != 0 {
                slot = (slot + 1) % N_SHORT_SLOTS;
            }
            words[slot] = word;
            #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2048 names")]
            {
                numbers[slot] = number as u16;
            }
        }
        number += 1;
    }
    (words, numbers)
};

const SLOT_BITS: u32 = 11;
const N_SLOTS: usize = 1 << SLOT_BITS;
const EMPTY: u16 = u16::MAX;

/// The keys of the known names; the mixed-case ones are never searched for.
static KEYS: [[u64; WORDS]; KNOWN.len()] = {
    let mut keys = [[0; WORDS]; KNOWN.len()];
    let mut number = 0;
    while number < KNOWN.len() {
        keys[number] = key_of_known(KNOWN[number].as_bytes());
        number += 1;
    }
    keys
};

/// Open addressing, filled when the program is built.
static SLOTS: [u16; N_SLOTS] = {
    let mut slots = [EMPTY; N_SLOTS];
    let mut number = 0;
    while number < KNOWN.len() {
        let mut slot = NameKey(key_of_known(KNOWN[number].as_bytes())).hash();
        while slots[slot] != EMPTY {
            slot = (slot + 1) % N_SLOTS;
        }
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2048 names")]
        {
            slots[slot] = number as u16;
        }
        number += 1;
    }
    slots
};

const fn key_of_known(name: &[u8]) -> [u64; WORDS] {
    assert!(name.len() < KEY_LEN, "longer names would never be found");
    let mut words = [0, 0, length_mark(name.len())];
    let mut at = 0;
    while at < name.len() {
        words[at / 8] |= (name[at] as u64) << (8 * (at % 8));
        at += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, MAX_SHORT, known_short};

    fn word(name: &str) -> u64 {
        name.bytes().rev().fold(0, |word, byte| word << 8 | u64::from(byte))
    }

    #[test]
    fn short_names_are_found_in_any_case_by_their_lower_case_number() {
        let short = KNOWN.iter().filter(|name| name.len() <= MAX_SHORT);
        for name in short {
            for written in [(*name).to_owned(), name.to_ascii_uppercase()] {
                let found = known_short(word(&written)).map(|id| KNOWN[id.0 as usize]);
                assert_eq!(found, Some(&*name.to_ascii_lowercase()), "{written}");
            }
        }
    }

    #[test]
    fn names_that_are_not_known_are_not_found() {
        for name in ["xq", "divs", "data-x", "onfoo", "@click", "[a", "{a"] {
            assert_eq!(known_short(word(name)), None, "{name}");
        }
    }
}
