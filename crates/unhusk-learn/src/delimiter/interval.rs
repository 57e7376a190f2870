//! Intervals of valid delimiters.
//!
//! Every suffix of the text that is common to the left of all values of a field is a candidate. A longer suffix
//! occurs in fewer places, so if a suffix occurs nowhere too early, all longer suffixes are valid too: the valid
//! ones are an interval of lengths. So are the valid prefixes of the common text to the right.

use super::affix::{PrefixFinder, Suffixes, common_prefix, common_suffix};
use super::fragments::{LeftGap, PageRest, RightStop};
use super::misfit::NamedSource;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// The valid delimiters of one search: the suffixes (left) or prefixes (right) of `text` of at least `lo` bytes
/// that begin and end at character borders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interval<'p> {
    /// The longest valid delimiter.
    pub(super) text: &'p str,
    /// Length of the shortest valid delimiter, in bytes.
    pub(super) lo: usize,
    /// Length of the longest delimiter that lies between two values; longer ones reach into the next value.
    pub(super) hi: usize,
}

/// Reason why an interval is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blocked {
    /// Two searches, by their positions, have no text in common.
    NothingCommon { first: usize, second: usize },
    /// All common text also occurs too early in some search: page, start and end.
    TooEarly { page: usize, start: usize, end: usize },
}

/// The longest match that a delimiter must exceed, and its place (page, start, end).
#[derive(Debug, Clone, Copy, Default)]
struct LongestMatch {
    bytes: usize,
    at: (usize, usize, usize),
}

impl LongestMatch {
    fn raise(&mut self, bytes: usize, at: (usize, usize, usize)) {
        if bytes > self.bytes {
            *self = Self { bytes, at };
        }
    }
}

/// The text common to the left of all gaps, cut at a character border.
pub(super) fn common_left<'p>(
    pages: &[NamedSource<'p>],
    gaps: &[LeftGap],
) -> Result<&'p str, Blocked> {
    let text = |gap: &LeftGap| &pages[gap.page].source[gap.from..gap.to];
    let Some(first) = gaps.first() else { return Ok("") };
    let mut common =
        &text(first).as_bytes()[text(first).len().saturating_sub(MAX_DELIMITER_BYTES)..];
    for gap in gaps {
        let bytes = common_suffix(common, text(gap).as_bytes());
        common = &common[common.len() - bytes..];
    }
    let mut start = text(first).len() - common.len();
    while !text(first).is_char_boundary(start) {
        start += 1;
    }
    let last = text(first).chars().next_back();
    match gaps.iter().position(|gap| text(gap).chars().next_back() != last) {
        Some(second) => Err(Blocked::NothingCommon { first: 0, second }),
        None => Ok(&text(first)[start..]),
    }
}

/// The left delimiters that every gap's search finds at the start of the value, and that no rest contains.
pub(super) fn left<'p>(
    pages: &[NamedSource<'p>],
    gaps: &[LeftGap],
    rests: &[PageRest],
) -> Result<Interval<'p>, Blocked> {
    proper(pages, common_left(pages, gaps)?, gaps, rests)
}

/// The suffixes of `text`, which is common to the left of all gaps, that occur nowhere else in the gaps nor in a rest.
pub(super) fn proper<'p>(
    pages: &[NamedSource<'p>],
    text: &'p str,
    gaps: &[LeftGap],
    rests: &[PageRest],
) -> Result<Interval<'p>, Blocked> {
    let suffixes = Suffixes::of(text.as_bytes());
    let mut longest = LongestMatch::default();
    let mut search = |page: usize, from: usize, to: usize, is_value: bool| {
        let within = &pages[page].source.as_bytes()[from..to];
        suffixes.each_in(within, |end, bytes| {
            if end < within.len() || !is_value {
                longest.raise(bytes, (page, from + end - bytes, from + end));
            }
        });
    };
    for gap in gaps.iter().filter(|gap| gap.exact) {
        search(gap.page, gap.from, gap.to, true);
    }
    for rest in rests {
        search(rest.page, rest.from, pages[rest.page].source.len(), false);
    }
    // The left delimiter is empty only if all values directly follow the value before.
    let lo = if text.is_empty() { 0 } else { longest.bytes + 1 };
    within(Interval { text, lo, hi: text.len() }, AffixSide::Left, longest)
}

/// The right delimiters that every search finds at the end of the value.
pub(super) fn right<'p>(
    pages: &[NamedSource<'p>],
    stops: &[RightStop],
) -> Result<Interval<'p>, Blocked> {
    let between = right_up_to(pages, stops, |stop| stop.next);
    if between.is_ok() {
        return between;
    }
    // Rarely, only a delimiter that reaches into the next value is valid: behind `xa` in `xaab`, `a` is found too early.
    let reach = (MAX_REACH_WORK / stops.len().max(1)).min(MAX_DELIMITER_BYTES);
    right_up_to(pages, stops, |stop| (stop.to + reach).min(pages[stop.page].source.len()))
        .map(|interval| Interval { hi: 0, ..interval })
        .map_err(|beyond| between.err().unwrap_or(beyond))
}

/// Maximum number of bytes compared when right delimiters may reach into the next values.
const MAX_REACH_WORK: usize = 1 << 27;

fn right_up_to<'p>(
    pages: &[NamedSource<'p>],
    stops: &[RightStop],
    limit: impl Fn(&RightStop) -> usize,
) -> Result<Interval<'p>, Blocked> {
    let text = common_right(pages, stops, limit)?;
    let prefixes = PrefixFinder::of(text.as_bytes());
    let mut longest = LongestMatch::default();
    for stop in stops {
        let source = pages[stop.page].source.as_bytes();
        let end = (stop.to + text.len()).min(source.len());
        prefixes.each_in(&source[stop.from..end], |start, bytes| {
            if stop.from + start < stop.to {
                let start = stop.from + start;
                longest.raise(bytes, (stop.page, start, start + bytes));
            }
        });
    }
    let interval = Interval { text, lo: longest.bytes + 1, hi: text.len() };
    within(interval, AffixSide::Right, longest)
}

fn common_right<'p>(
    pages: &[NamedSource<'p>],
    stops: &[RightStop],
    limit: impl Fn(&RightStop) -> usize,
) -> Result<&'p str, Blocked> {
    let Some(first) = stops.first() else { return Ok("") };
    let from_first = &pages[first.page].source[first.to..];
    let mut bytes = (limit(first) - first.to).min(MAX_DELIMITER_BYTES);
    for (second, stop) in stops.iter().enumerate() {
        let source = pages[stop.page].source.as_bytes();
        bytes = common_prefix(&from_first.as_bytes()[..bytes], &source[stop.to..limit(stop)]);
        while !from_first.is_char_boundary(bytes) {
            bytes -= 1;
        }
        if bytes == 0 {
            return Err(Blocked::NothingCommon { first: 0, second });
        }
    }
    Ok(&from_first[..bytes])
}

/// The side of the value on which a delimiter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AffixSide {
    Left,
    Right,
}

impl<'p> Interval<'p> {
    /// The delimiter of `bytes` bytes; `None` if it does not begin and end at character borders.
    pub(super) fn delimiter(&self, side: AffixSide, bytes: usize) -> Option<&'p str> {
        match side {
            AffixSide::Left => self.text.get(self.text.len().checked_sub(bytes)?..),
            AffixSide::Right => self.text.get(..bytes),
        }
    }

    /// The lengths of all valid delimiters, shortest first.
    pub(super) fn lengths(&self, side: AffixSide) -> impl DoubleEndedIterator<Item = usize> {
        (self.lo..=self.text.len()).filter(move |&bytes| self.delimiter(side, bytes).is_some())
    }
}

fn within(
    interval: Interval<'_>,
    side: AffixSide,
    longest: LongestMatch,
) -> Result<Interval<'_>, Blocked> {
    if interval.lengths(side).next().is_some() {
        return Ok(interval);
    }
    let (page, start, end) = longest.at;
    Err(Blocked::TooEarly { page, start, end })
}
