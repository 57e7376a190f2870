//! Some of the values that were read, chosen so that samples of parts make the sample of the whole.
//!
//! The values with the smallest hashes are kept: a value that is among the first of all is among the first of every
//! part that has it, so nothing depends on the order in which pages come, and what is counted is counted exactly.

use serde::{Deserialize, Serialize};

/// Bytes of a value that are kept; a longer one is cut, and is not looked for on other pages.
pub(super) const MAX_VALUE_BYTES: usize = 160;

/// Some of the distinct values of a field, each with how often it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ValueSample {
    /// In the order of their hashes.
    values: Vec<(String, u64)>,
}

impl ValueSample {
    /// The values, with how often each was read.
    pub fn values(&self) -> &[(String, u64)] {
        &self.values
    }

    /// How often a value was read, as far as the sample knows.
    pub fn count(&self, text: &str) -> u64 {
        let kept = kept(text);
        self.values.iter().find(|(value, _)| value == kept).map_or(0, |(_, count)| *count)
    }

    /// Whether every distinct value is in the sample, if it may have `limit`.
    pub fn is_whole(&self, limit: usize) -> bool {
        self.values.len() < limit
    }

    pub(super) fn add(&mut self, text: &str, limit: usize) {
        self.insert(kept(text), 1);
        self.values.truncate(limit);
    }

    pub(super) fn merge(&mut self, other: &Self, limit: usize) {
        other.values.iter().for_each(|(value, count)| self.insert(value, *count));
        self.values.truncate(limit);
    }

    fn insert(&mut self, value: &str, count: u64) {
        let key = |value: &str| (hash(value), value.to_owned());
        match self.values.binary_search_by_key(&key(value), |(known, _)| key(known)) {
            Ok(at) => self.values[at].1 = self.values[at].1.saturating_add(count),
            Err(at) => self.values.insert(at, (value.to_owned(), count)),
        }
    }
}

/// The records that were read from a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `page` and `records`")]
pub struct KnownPage {
    /// Hash of its source: which page it was, without saying what it is called.
    pub page: String,
    /// Values by record and field.
    pub records: Vec<Vec<Vec<String>>>,
}

/// Cells of all known pages together.
const MAX_CELLS: usize = 2048;
/// Bytes of all known pages together.
const MAX_BYTES: usize = 192 << 10;
/// Bytes of a value of a known page; a longer one is cut, and is not looked for.
pub const MAX_KNOWN_BYTES: usize = 2000;
/// Pages that are known at most.
const MAX_PAGES: usize = 24;

/// Puts known pages together: those with the smallest hashes, as far as the limits go.
pub(super) fn merge_known(known: &mut Vec<KnownPage>, others: &[KnownPage]) {
    for page in others {
        if let Err(at) = known.binary_search_by(|one| one.page.cmp(&page.page)) {
            known.insert(at, page.clone());
        }
    }
    let n_cells = |page: &KnownPage| page.records.iter().map(Vec::len).sum::<usize>().max(1);
    let n_bytes = |page: &KnownPage| {
        page.records.iter().flatten().flatten().map(|value| value.len() + 4).sum::<usize>()
    };
    let (mut cells, mut bytes) = (0, 0);
    let is_within = |page: &&KnownPage| {
        cells += n_cells(page);
        bytes += n_bytes(page);
        cells <= MAX_CELLS && bytes <= MAX_BYTES
    };
    let n_kept = known.iter().take(MAX_PAGES).take_while(is_within).count();
    known.truncate(n_kept);
}

/// What is kept of a value: all of it, unless it is long.
pub fn kept(text: &str) -> &str {
    cut(text, MAX_VALUE_BYTES)
}

/// The beginning of a text, up to so many bytes.
pub(super) fn cut(text: &str, max_bytes: usize) -> &str {
    let end = (0..=max_bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// FNV-1a with the end of `SplitMix64`: the same on every machine.
pub(super) fn hash(text: &str) -> u64 {
    let absorb = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let state = text.bytes().fold(0xcbf2_9ce4_8422_2325, absorb);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
