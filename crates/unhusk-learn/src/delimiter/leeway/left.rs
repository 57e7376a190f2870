//! The left delimiters that would have done, all other strings held as learnt.
//!
//! They are suffixes of what is common to the left of the values that they find. Of their lengths, some are too
//! short: there is a decoy before the value, or another string begins before them. Others make them begin too
//! early in a search that should find something else: where the delimiter ends there, it may have at most as
//! many bytes as lie between.

use super::super::affix::{Suffixes, common_suffix};
use super::super::interval::{Interval, Side};
use super::reading::{Item, ReadPage, Reading, find};
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// A search that must find the delimiter, and it first, just before a value.
struct Own<'p> {
    /// What is searched, up to the value.
    within: &'p str,
    /// Bytes that the delimiter must have to begin before everything else that is looked for.
    least: usize,
}

/// A search that must find something else: the delimiter must not begin before a place.
struct Other<'p> {
    /// What is searched, up to the end of the page.
    within: &'p str,
    /// Where the delimiter may begin; `None`: nowhere.
    before: Option<usize>,
}

/// The delimiters left of the first column.
pub(super) fn of_table<'p>(reading: &Reading<'_, 'p>) -> Option<Interval<'p>> {
    let has_open = !reading.strings.open.is_empty();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for page in &reading.pages {
        for item in &page.items {
            let least = if has_open { 0 } else { least_for_tail(reading, page, item) };
            own.push(Own { within: &page.source[item.open..item.value], least });
        }
        if !has_open {
            others.push(at_end(page));
        }
    }
    valid(reading, reading.strings.pairs[0].0, &own, &others)
}

/// The delimiters left of a level.
pub(super) fn of_level<'p>(reading: &Reading<'_, 'p>, level: usize) -> Option<Interval<'p>> {
    let n_levels = reading.strings.pairs.len();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for page in &reading.pages {
        let mut n_allowed = 1;
        for item in &page.items {
            if item.level == level {
                reading.spend(n_allowed * (item.value - item.from))?;
                let rivals = least_for_rivals(reading, page, item, n_allowed);
                let least = rivals.max(least_for_tail(reading, page, item));
                own.push(Own { within: &page.source[item.from..item.value], least });
            } else if level < n_allowed {
                // Of two that begin together, the deeper level comes.
                let left = item.value - reading.strings.pairs[item.level].0.len();
                let before = left - item.from + usize::from(level > item.level);
                others.push(Other { within: &page.source[item.from..], before: Some(before) });
            }
            n_allowed = (item.level + 2).min(n_levels);
        }
        if level < n_allowed {
            others.push(at_end(page));
        }
    }
    valid(reading, reading.strings.pairs[level].0, &own, &others)
}

/// The last search of a page: only behind the tail may a delimiter begin.
fn at_end<'p>(page: &ReadPage<'p>) -> Other<'p> {
    let before = page.tail.map(|tail| tail - page.end);
    Other { within: &page.source[page.end..], before }
}

/// Bytes that a delimiter must have to begin before the tail.
fn least_for_tail(reading: &Reading<'_, '_>, page: &ReadPage<'_>, item: &Item) -> usize {
    if reading.strings.tail.is_empty() {
        return 0;
    }
    first_before(page, item, reading.strings.tail).map_or(0, |tail| item.value - tail + 1)
}

/// Bytes that a delimiter must have to begin before those of other levels that could come.
fn least_for_rivals(
    reading: &Reading<'_, '_>,
    page: &ReadPage<'_>,
    item: &Item,
    n_allowed: usize,
) -> usize {
    let least = |rival: usize| {
        let start = first_before(page, item, reading.strings.pairs[rival].0)?;
        Some(item.value - start + usize::from(rival > item.level))
    };
    let rivals = (0..n_allowed).filter(|&rival| rival != item.level);
    rivals.filter_map(least).max().unwrap_or(0)
}

/// Where a text first begins in a search, if that is before the value.
fn first_before(page: &ReadPage<'_>, item: &Item, text: &str) -> Option<usize> {
    let end = page.source.floor_char_boundary(item.value + text.len());
    find(&page.source[..end], text, item.from).filter(|&at| at < item.value)
}

/// The lengths around that of the learnt delimiter with which every search finds what it should.
fn valid<'p>(
    reading: &Reading<'_, 'p>,
    learnt: &str,
    own: &[Own<'p>],
    others: &[Other<'p>],
) -> Option<Interval<'p>> {
    let text = common(own)?;
    let suffixes = Suffixes::of(text.as_bytes());
    let mut least = own.iter().map(|own| own.least).max()?.max(1);
    for Own { within, .. } in own {
        reading.spend(within.len())?;
        suffixes.each_in(within.as_bytes(), |end, bytes| {
            if end < within.len() {
                least = least.max(bytes + 1);
            }
        });
    }
    let mut is_forbidden = Forbidden { changes: vec![0; text.len() + 2] };
    for Other { within, before } in others {
        let reach = before.map_or(within.len(), |before| within.len().min(before + text.len()));
        reading.spend(reach)?;
        suffixes.each_in(&within.as_bytes()[..reach], |end, bytes| {
            let allowed = before.map_or(0, |before| end.saturating_sub(before));
            is_forbidden.mark(allowed + 1, bytes);
        });
    }
    let is_valid = is_forbidden.spared(least);
    let from = (1..=learnt.len()).rev().take_while(|&bytes| is_valid[bytes]).last()?;
    let to = (learnt.len()..=text.len()).take_while(|&bytes| is_valid[bytes]).last()?;
    let text = &text[text.ceil_char_boundary(text.len() - to)..];
    let interval = Interval { text, lo: from, hi: text.len() };
    let shortest = interval.lengths(Side::Left).next()?;
    Some(Interval { lo: shortest, ..interval })
}

/// What is common to the left of all values, cut at a character border.
fn common<'p>(own: &[Own<'p>]) -> Option<&'p str> {
    let first = own.first()?.within;
    let mut bytes = first.len().min(MAX_DELIMITER_BYTES);
    for Own { within, .. } in own {
        bytes = common_suffix(&first.as_bytes()[first.len() - bytes..], within.as_bytes());
    }
    Some(&first[first.ceil_char_boundary(first.len() - bytes)..])
}

/// LeftLengths that are not valid, as ranges: where one begins and where one ends.
struct Forbidden {
    changes: Vec<i32>,
}

impl Forbidden {
    fn mark(&mut self, from: usize, to: usize) {
        if from <= to {
            self.changes[from] += 1;
            self.changes[to + 1] -= 1;
        }
    }

    /// For each length, whether it is at least `least` and in no range.
    fn spared(&self, least: usize) -> Vec<bool> {
        let mut n_ranges = 0;
        let spared = |(bytes, change): (usize, &i32)| {
            n_ranges += change;
            n_ranges == 0 && bytes >= least
        };
        self.changes.iter().enumerate().map(spared).collect()
    }
}
