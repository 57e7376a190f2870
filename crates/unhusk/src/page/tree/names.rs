//! Interned names: a tag or attribute name is a small integer.
//!
//! The names of HTML, SVG and MathML have the same number on every page ([`known`]); whatever else a page
//! calls its tags gets the next free number of its own tree.

use super::known_names::KNOWN;
use std::collections::BTreeMap;

/// The number of a tag or attribute name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub(crate) u32);

/// Names that were looked up in one source: the known ones, and its own.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    own: Vec<Box<str>>,
    // Ordered, not hashed: a page chooses these names and could make a fast hash collide.
    numbers: BTreeMap<Box<str>, NameId>,
}

impl Interner {
    /// The number of a name as it is written in the source: ASCII letters count as lower case, NUL as U+FFFD.
    pub(crate) fn intern(&mut self, written: &[u8]) -> NameId {
        let mut lower = [0; MAX_KNOWN_LEN];
        if let Some(lower) = lower.get_mut(..written.len()) {
            for (to, from) in lower.iter_mut().zip(written) {
                *to = from.to_ascii_lowercase();
            }
            if let Some(name) = known(lower) {
                return name;
            }
        }
        self.own(written)
    }

    #[cold]
    fn own(&mut self, written: &[u8]) -> NameId {
        let name = String::from_utf8_lossy(written).to_ascii_lowercase().replace('\0', "\u{FFFD}");
        if let Some(&number) = self.numbers.get(name.as_str()) {
            return number;
        }
        let number = NameId(index(KNOWN.len() + self.own.len()));
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

/// The number of a name that every page shares, if `name` (in lower case) is one.
pub(crate) fn known(name: &[u8]) -> Option<NameId> {
    let mut slot = hash(name);
    loop {
        let number = SLOTS[slot];
        if number == EMPTY {
            return None;
        }
        if KNOWN[number as usize].as_bytes() == name {
            return Some(NameId(u32::from(number)));
        }
        slot = (slot + 1) % N_SLOTS;
    }
}

const N_SLOTS: usize = 2048;
const EMPTY: u16 = u16::MAX;
const MAX_KNOWN_LEN: usize = 24;

/// Open addressing, filled when the program is built.
static SLOTS: [u16; N_SLOTS] = {
    let mut slots = [EMPTY; N_SLOTS];
    let mut number = 0;
    while number < KNOWN.len() {
        assert!(KNOWN[number].len() <= MAX_KNOWN_LEN, "longer names would never be found");
        let mut slot = hash(KNOWN[number].as_bytes());
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

/// Mixes all bytes: FNV with a multiplier that spreads short names over 2048 slots.
const fn hash(name: &[u8]) -> usize {
    let mut state: u32 = 0x811C_9DC5;
    let mut at = 0;
    while at < name.len() {
        state = (state ^ name[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    ((state ^ (state >> 15)) as usize) % N_SLOTS
}

fn index(position: usize) -> u32 {
    u32::try_from(position).expect("a source has fewer than 2^32 names")
}
