//! Reading nested values between delimiters: the next one is of the level whose left delimiter comes first, one level
//! deeper than the last at most (N-LR of Kushmerick, 2000).

use super::accept::Level;
use memchr::memmem;
use unhusk_page::Span;

/// Which of the possible delimiters are tried, and what part of the page is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attempt {
    left: Length,
    right: Length,
    region: Region,
}

#[derive(Debug, Clone, Copy)]
enum Length {
    /// All that the values have in common.
    Long,
    /// From the last tag or to the first one, if that is enough.
    Short,
}

#[derive(Debug, Clone, Copy)]
enum Region {
    /// All of it.
    Page,
    /// Up to the last value that is believed.
    ToTheLast,
    /// From the first value of the outermost level that is believed, too.
    FromTheFirst,
}

/// The delimiters of one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Delimiters<'p> {
    left: &'p [u8],
    right: &'p [u8],
}

/// Values that are read from one page at most.
const MAX_VALUES: usize = 100_000;

impl Attempt {
    /// All of them by what part of the page they read, the likeliest first.
    pub(super) fn by_region() -> impl Iterator<Item = [Self; 4]> {
        let regions = [Region::Page, Region::ToTheLast, Region::FromTheFirst];
        let lengths = [
            (Length::Long, Length::Long),
            (Length::Long, Length::Short),
            (Length::Short, Length::Short),
            (Length::Short, Length::Long),
        ];
        regions
            .into_iter()
            .map(move |region| lengths.map(|(left, right)| Self { left, right, region }))
    }

    pub(super) fn delimiters<'p>(self, levels: &[Level<'p>]) -> Vec<Delimiters<'p>> {
        let of_level = |level: &Level<'p>| {
            let (left, right) = level.beside.both();
            Delimiters {
                left: match self.left {
                    Length::Long => left,
                    Length::Short => &left[memchr::memrchr(b'<', left).unwrap_or(0)..],
                },
                right: match self.right {
                    Length::Long => right,
                    Length::Short => short_right(right),
                },
            }
        };
        levels.iter().map(of_level).collect()
    }

    /// The values of a page with their levels, in order. Nothing is read if a value has no end.
    pub(super) fn read(
        self,
        source: &str,
        delimiters: &[Delimiters<'_>],
        levels: &[Level<'_>],
        page: usize,
    ) -> Vec<(usize, Span)> {
        let bytes = source.as_bytes();
        let (mut at, end) = self.region(levels, page, delimiters, bytes.len());
        let mut values = Vec::new();
        let mut n_allowed = 1;
        // Where each left delimiter stands next; it is looked for again only once it lies behind.
        let mut next: Vec<Option<usize>> = vec![Some(0); delimiters.len()];
        let mut is_known = vec![false; delimiters.len()];
        while values.len() < MAX_VALUES {
            for level in 0..n_allowed {
                if !is_known[level] || next[level].is_some_and(|place| place < at) {
                    let found = memmem::find(&bytes[at..], delimiters[level].left);
                    (next[level], is_known[level]) = (found.map(|found| at + found), true);
                }
            }
            // Of two at one place the inner level goes first.
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

    /// Where reading begins, and where the last value must have ended.
    fn region(
        self,
        levels: &[Level<'_>],
        page: usize,
        delimiters: &[Delimiters<'_>],
        n_bytes: usize,
    ) -> (usize, usize) {
        let last =
            levels.iter().flat_map(|level| &level.values[page]).map(|span| span.end as usize).max();
        let first = levels.first().and_then(|level| level.values[page].iter().min());
        let from = first.zip(delimiters.first()).map_or(0, |(span, delimiters)| {
            (span.start as usize).saturating_sub(delimiters.left.len())
        });
        match self.region {
            Region::Page => (0, n_bytes),
            Region::ToTheLast => (0, last.unwrap_or(n_bytes)),
            Region::FromTheFirst => (from, last.unwrap_or(n_bytes)),
        }
    }
}

/// Up to the end of the first tag or, if something else comes first, up to there.
fn short_right(right: &[u8]) -> &[u8] {
    let end = match memchr::memchr(b'<', right) {
        Some(0) => memchr::memchr(b'>', right).map_or(right.len(), |end| end + 1),
        Some(start) => start,
        None => right.len(),
    };
    &right[..end]
}
