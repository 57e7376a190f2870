//! Samples of values. Merging the samples of parts gives the sample of the whole.
//!
//! A sample keeps the values with the smallest hashes. Such a value is also among the smallest of every part that has
//! it, so the sample does not depend on the order of the pages, and its counts are exact.

use serde::{Deserialize, Serialize};

/// Bytes of a value that are kept; a longer value is cut.
pub(super) const MAX_VALUE_BYTES: usize = 160;

/// A sample of the distinct values of a field, with the number of occurrences of each.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ValueSample {
    /// Ordered by hash.
    values: Vec<(String, u64)>,
}

impl ValueSample {
    /// The values, each with its number of occurrences.
    pub fn values(&self) -> &[(String, u64)] {
        &self.values
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How often a value occurred; 0 if it is not in the sample.
    pub fn count(&self, text: &str) -> u64 {
        let kept = kept(text);
        self.values.iter().find(|(value, _)| value == kept).map_or(0, |(_, count)| *count)
    }

    /// Whether a sample of at most `limit` values contains every distinct value.
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
        let key = (hash(value), value);
        let found =
            self.values.binary_search_by(|(known, _)| (hash(known), known.as_str()).cmp(&key));
        match found {
            Ok(at) => self.values[at].1 = self.values[at].1.saturating_add(count),
            Err(at) => self.values.insert(at, (value.to_owned(), count)),
        }
    }
}

/// The records that were read from one page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `page` and `records`")]
pub struct KnownPage {
    /// Hash of the page's source, which identifies the page without naming it.
    pub page: String,
    /// Values by record and field.
    pub records: Vec<Vec<Vec<String>>>,
}

/// Cells of all known pages together.
const MAX_CELLS: usize = 2048;
/// Bytes of all known pages together.
const MAX_BYTES: usize = 192 << 10;
/// Bytes of a value of a known page; a longer value is cut, and `repair` does not look for it.
pub const MAX_KNOWN_BYTES: usize = 2000;
/// The maximum number of known pages.
const MAX_PAGES: usize = 24;

/// Merges known pages; keeps those with the smallest hashes, within the limits.
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

/// The part of a value that samples keep: at most `MAX_VALUE_BYTES` bytes.
pub fn kept(text: &str) -> &str {
    cut(text, MAX_VALUE_BYTES)
}

/// The longest prefix of `text` of at most `max_bytes` bytes.
pub(super) fn cut(text: &str, max_bytes: usize) -> &str {
    let end = (0..=max_bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// FNV-1a with the finalizer of `SplitMix64`: equal on every machine.
pub(super) fn hash(text: &str) -> u64 {
    let absorb = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let state = text.bytes().fold(0xcbf2_9ce4_8422_2325, absorb);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
