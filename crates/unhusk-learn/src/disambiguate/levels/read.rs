//! Reads nested values between delimiters: the next value has the level whose left delimiter comes first, at most one
//! level deeper than the last value (N-LR of Kushmerick, 2000).

use super::accept::AcceptedLevel;
use memchr::memmem;
use unhusk_page::Span;

/// The lengths of the delimiters to try, and the part of the page to read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadAttempt {
    left: DelimiterLength,
    right: DelimiterLength,
    region: ReadRegion,
}

#[derive(Debug, Clone, Copy)]
enum DelimiterLength {
    /// All the context that the values have in common.
    Long,
    /// From the last tag (left), or up to the end of the first tag (right).
    Short,
}

#[derive(Debug, Clone, Copy)]
enum ReadRegion {
    /// The whole page.
    Page,
    /// Up to the last accepted value.
    ToTheLast,
    /// From the first accepted value of the outermost level to the last accepted value.
    FromTheFirst,
}

/// The delimiters of one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct LevelDelimiters<'p> {
    left: &'p [u8],
    right: &'p [u8],
}

/// Maximum number of values read from one page.
const MAX_VALUES: usize = 100_000;

impl ReadAttempt {
    /// All attempts, grouped by region, likeliest first.
    pub(super) fn by_region() -> impl Iterator<Item = [Self; 4]> {
        let regions = [ReadRegion::Page, ReadRegion::ToTheLast, ReadRegion::FromTheFirst];
        let lengths = [
            (DelimiterLength::Long, DelimiterLength::Long),
            (DelimiterLength::Long, DelimiterLength::Short),
            (DelimiterLength::Short, DelimiterLength::Short),
            (DelimiterLength::Short, DelimiterLength::Long),
        ];
        regions
            .into_iter()
            .map(move |region| lengths.map(|(left, right)| Self { left, right, region }))
    }

    pub(super) fn delimiters<'p>(self, levels: &[AcceptedLevel<'p>]) -> Vec<LevelDelimiters<'p>> {
        let of_level = |level: &AcceptedLevel<'p>| {
            let (left, right) = level.common.delimiters();
            LevelDelimiters {
                left: match self.left {
                    DelimiterLength::Long => left,
                    DelimiterLength::Short => &left[memchr::memrchr(b'<', left).unwrap_or(0)..],
                },
                right: match self.right {
                    DelimiterLength::Long => right,
                    DelimiterLength::Short => short_right(right),
                },
            }
        };
        levels.iter().map(of_level).collect()
    }

    /// Reads the values of a page with their levels, in order, up to the first value without an end.
    pub(super) fn read(
        self,
        source: &str,
        delimiters: &[LevelDelimiters<'_>],
        levels: &[AcceptedLevel<'_>],
        page: usize,
    ) -> Vec<(usize, Span)> {
        let bytes = source.as_bytes();
        let (mut at, end) = self.region(levels, page, delimiters, bytes.len());
        let mut values = Vec::new();
        let mut n_allowed = 1;
        // The next occurrence of each left delimiter; searched again only when the cursor has passed it.
        let mut next: Vec<Option<usize>> = vec![Some(0); delimiters.len()];
        let mut is_known = vec![false; delimiters.len()];
        while values.len() < MAX_VALUES {
            for level in 0..n_allowed {
                if !is_known[level] || next[level].is_some_and(|place| place < at) {
                    let found = memmem::find(&bytes[at..], delimiters[level].left);
                    (next[level], is_known[level]) = (found.map(|found| at + found), true);
                }
            }
            // Of two levels at the same position, the inner one is read.
            let first = (0..n_allowed).rev().filter_map(|level| Some((next[level]?, level)));
            let Some((place, level)) = first.min_by_key(|&(place, _)| place) else { break };
            let start = place + delimiters[level].left.len();
            let Some(length) = memmem::find(&bytes[start..], delimiters[level].right) else {
                break;
            };
            if start + length > end {
                break;
            }
            let is_at_borders =
                source.is_char_boundary(start) && source.is_char_boundary(start + length);
            if is_at_borders {
                values.push((level, Span::new(start, start + length)));
            }
            at = start + length;
            n_allowed = (level + 2).min(delimiters.len());
        }
        values
    }

    /// Start of the region, and the latest end of a value.
    fn region(
        self,
        levels: &[AcceptedLevel<'_>],
        page: usize,
        delimiters: &[LevelDelimiters<'_>],
        n_bytes: usize,
    ) -> (usize, usize) {
        let last =
            levels.iter().flat_map(|level| &level.values[page]).map(|span| span.end as usize).max();
        let first = levels.first().and_then(|level| level.values[page].iter().min());
        let from = first.zip(delimiters.first()).map_or(0, |(span, delimiters)| {
            (span.start as usize).saturating_sub(delimiters.left.len())
        });
        match self.region {
            ReadRegion::Page => (0, n_bytes),
            ReadRegion::ToTheLast => (0, last.unwrap_or(n_bytes)),
            ReadRegion::FromTheFirst => (from, last.unwrap_or(n_bytes)),
        }
    }
}

/// A right context up to the end of its first tag; if it starts with text, up to the first tag.
fn short_right(right: &[u8]) -> &[u8] {
    let end = match memchr::memchr(b'<', right) {
        Some(0) => memchr::memchr(b'>', right).map_or(right.len(), |end| end + 1),
        Some(start) => start,
        None => right.len(),
    };
    &right[..end]
}
