//! Unique names of columns.

use std::collections::BTreeSet;

/// Hands out names that are still free; ASCII letters in either case are the same, as SQL has it.
#[derive(Debug, Default)]
pub(crate) struct FreeNames {
    taken: BTreeSet<String>,
}

impl FreeNames {
    /// Creates a set in which all names but these are free.
    pub(crate) fn without<'n>(taken: impl IntoIterator<Item = &'n str>) -> Self {
        Self { taken: taken.into_iter().map(str::to_ascii_lowercase).collect() }
    }

    /// Returns `name`, or `name_2`, `name_3`, ... where it is taken.
    pub(crate) fn take(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 1;
        while !self.taken.insert(free.to_ascii_lowercase()) {
            number += 1;
            free = format!("{name}_{number}");
        }
        free
    }
}
