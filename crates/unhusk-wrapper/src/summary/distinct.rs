//! Counts distinct texts up to a limit.

use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// Distinct texts that are counted; a field with more has so many that the number does not matter.
const MAX_DISTINCT: usize = 100_000;

/// The distinct texts of a field, by their hashes.
#[derive(Debug, Default)]
pub(super) struct DistinctTexts {
    hashes: FxHashSet<u64>,
}

impl DistinctTexts {
    pub(super) fn add(&mut self, text: &str) {
        if self.hashes.len() < MAX_DISTINCT {
            let mut hasher = FxHasher::default();
            hasher.write(text.as_bytes());
            self.hashes.insert(hasher.finish());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }
}
