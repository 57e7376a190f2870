//! Finds all occurrences of a string in another, overlapping ones included, in linear time.
//!
//! Overlaps matter: in the text `A B A B A`, the second `A B A` overlaps the first. `memmem` skips it; if a string can
//! overlap itself, the search goes on one period later.

use memchr::memmem::Finder;

/// A string to search for.
pub(super) struct Needle<'n> {
    text: &'n str,
    finder: Finder<'n>,
    /// The smallest distance at which the string can occur again.
    period: usize,
    /// For strings with a small period: length of the longest border of every prefix (Knuth, Morris, Pratt).
    borders: Option<Vec<usize>>,
}

impl<'n> Needle<'n> {
    pub(super) fn new(text: &'n str) -> Self {
        let borders = borders(text.as_bytes());
        let period = text.len() - borders.last().copied().unwrap_or(0);
        // With a large period, memmem and a restart after each hit read every byte at most three times.
        let borders = (period < text.len() / 2).then_some(borders);
        Self { text, finder: Finder::new(text), period: period.max(1), borders }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Calls `found` with the start of each occurrence until it returns false; returns whether it never did.
    pub(super) fn each(&self, haystack: &str, mut found: impl FnMut(usize) -> bool) -> bool {
        if self.text.is_empty() {
            return true;
        }
        if let Some(borders) = &self.borders {
            self.each_periodic(haystack.as_bytes(), borders, found)
        } else {
            let mut from = 0;
            while let Some(offset) = self.finder.find(&haystack.as_bytes()[from..]) {
                if !found(from + offset) {
                    return false;
                }
                from += offset + self.period;
            }
            true
        }
    }

    fn each_periodic(
        &self,
        haystack: &[u8],
        borders: &[usize],
        mut found: impl FnMut(usize) -> bool,
    ) -> bool {
        let needle = self.text.as_bytes();
        let mut matched = 0;
        for (position, byte) in haystack.iter().enumerate() {
            while matched > 0 && (matched == needle.len() || needle[matched] != *byte) {
                matched = borders[matched - 1];
            }
            matched += usize::from(needle[matched] == *byte);
            if matched == needle.len() && !found(position + 1 - matched) {
                return false;
            }
        }
        true
    }
}

/// For every prefix, the length of the longest proper prefix that is also a suffix of it.
fn borders(text: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; text.len()];
    let mut matched = 0;
    for position in 1..text.len() {
        while matched > 0 && text[matched] != text[position] {
            matched = borders[matched - 1];
        }
        matched += usize::from(text[matched] == text[position]);
        borders[position] = matched;
    }
    borders
}
