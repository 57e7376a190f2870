//! Places in a page: byte ranges of the decoded source.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A half-open byte range `[start, end)` of a page's decoded source; saved as `[start, end]`.
///
/// 32 bits suffice: [`Limits::max_bytes`](super::Limits) never exceeds `u32::MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    ///
    /// # Panics
    /// If a position does not fit in 32 bits, which no position of a [`Page`](super::Page) does.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow =
            |position: usize| u32::try_from(position).expect("pages are shorter than 4 GiB");
        Self { start: narrow(start), end: narrow(end) }
    }

    /// Length in bytes; 0 for a range that runs backwards.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the range covers no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The range as indices into the source.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `inner` lies wholly in this range.
    pub fn contains(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// Whether the two share a byte.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }
}

impl From<(u32, u32)> for Span {
    fn from((start, end): (u32, u32)) -> Self {
        Self { start, end }
    }
}

impl From<Span> for (u32, u32) {
    fn from(span: Span) -> Self {
        (span.start, span.end)
    }
}
