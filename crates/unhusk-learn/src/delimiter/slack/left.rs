//! The valid left delimiters, with all other strings of the rule fixed.
//!
//! They are suffixes of the text common to the left of the values that they find. Some lengths are too short: there is a
//! decoy before the value, or another string begins before the delimiter. Others are too long: the delimiter begins too
//! early in a search that must find something else. Where it ends in such a search, its length is at most the distance
//! from the position that must be found.

use super::super::affix::{Suffixes, common_suffix};
use super::super::interval::{AffixSide, Interval};
use super::rule_run::{ExtractedItem, RuleRun, RuleRunPage, find};
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// A search that must find the delimiter just before a value.
struct OwnSearch<'p> {
    /// The searched text, up to the value.
    within: &'p str,
    /// Minimum length with which the delimiter begins before all other strings of the search.
    least: usize,
}

/// A search that must find another string: the delimiter must not begin before a position.
struct OtherSearch<'p> {
    /// The searched text, up to the end of the page.
    within: &'p str,
    /// The first position at which the delimiter may begin; `None`: nowhere.
    before: Option<usize>,
}

/// The valid delimiters left of the first column.
pub(super) fn of_table<'p>(run: &RuleRun<'_, 'p>) -> Option<Interval<'p>> {
    let has_open = !run.strings.open.is_empty();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for page in &run.pages {
        for item in &page.items {
            let least = if has_open { 0 } else { least_for_tail(run, page, item) };
            own.push(OwnSearch { within: &page.source[item.open..item.value], least });
        }
        if !has_open {
            others.push(at_end(page));
        }
    }
    valid(run, run.strings.pairs[0].0, &own, &others)
}

/// The valid delimiters left of a level.
pub(super) fn of_level<'p>(run: &RuleRun<'_, 'p>, level: usize) -> Option<Interval<'p>> {
    let n_levels = run.strings.pairs.len();
    let mut own = Vec::new();
    let mut others = Vec::new();
    for page in &run.pages {
        let mut n_allowed = 1;
        for item in &page.items {
            if item.level == level {
                run.spend(n_allowed * (item.value - item.from))?;
                let competitors = least_for_competitors(run, page, item, n_allowed);
                let least = competitors.max(least_for_tail(run, page, item));
                own.push(OwnSearch { within: &page.source[item.from..item.value], least });
            } else if level < n_allowed {
                // Of two levels that begin together, the deeper one is read.
                let left = item.value - run.strings.pairs[item.level].0.len();
                let before = left - item.from + usize::from(level > item.level);
                others
                    .push(OtherSearch { within: &page.source[item.from..], before: Some(before) });
            }
            n_allowed = (item.level + 2).min(n_levels);
        }
        if level < n_allowed {
            others.push(at_end(page));
        }
    }
    valid(run, run.strings.pairs[level].0, &own, &others)
}

/// The last search of a page: a delimiter may begin only behind the tail.
fn at_end<'p>(page: &RuleRunPage<'p>) -> OtherSearch<'p> {
    let before = page.tail.map(|tail| tail - page.end);
    OtherSearch { within: &page.source[page.end..], before }
}

/// Minimum length with which a delimiter begins before the tail.
fn least_for_tail(run: &RuleRun<'_, '_>, page: &RuleRunPage<'_>, item: &ExtractedItem) -> usize {
    if run.strings.tail.is_empty() {
        return 0;
    }
    first_before(page, item, run.strings.tail).map_or(0, |tail| item.value - tail + 1)
}

/// Minimum length with which a delimiter begins before those of the other allowed levels.
fn least_for_competitors(
    run: &RuleRun<'_, '_>,
    page: &RuleRunPage<'_>,
    item: &ExtractedItem,
    n_allowed: usize,
) -> usize {
    let least = |competitor: usize| {
        let start = first_before(page, item, run.strings.pairs[competitor].0)?;
        Some(item.value - start + usize::from(competitor > item.level))
    };
    let competitors = (0..n_allowed).filter(|&competitor| competitor != item.level);
    competitors.filter_map(least).max().unwrap_or(0)
}

/// The first start of a text in a search, if it is before the value.
fn first_before(page: &RuleRunPage<'_>, item: &ExtractedItem, text: &str) -> Option<usize> {
    let end = page.source.floor_char_boundary(item.value + text.len());
    find(&page.source[..end], text, item.from).filter(|&at| at < item.value)
}

/// The interval of valid lengths around the length of the learnt delimiter.
fn valid<'p>(
    run: &RuleRun<'_, 'p>,
    learnt: &str,
    own: &[OwnSearch<'p>],
    others: &[OtherSearch<'p>],
) -> Option<Interval<'p>> {
    let text = common(own)?;
    let suffixes = Suffixes::of(text.as_bytes());
    let mut least = own.iter().map(|own| own.least).max()?.max(1);
    for OwnSearch { within, .. } in own {
        run.spend(within.len())?;
        suffixes.each_in(within.as_bytes(), |end, bytes| {
            if end < within.len() {
                least = least.max(bytes + 1);
            }
        });
    }
    let mut forbidden = ForbiddenLengths { changes: vec![0; text.len() + 2] };
    for OtherSearch { within, before } in others {
        let reach = before.map_or(within.len(), |before| within.len().min(before + text.len()));
        run.spend(reach)?;
        suffixes.each_in(&within.as_bytes()[..reach], |end, bytes| {
            let allowed = before.map_or(0, |before| end.saturating_sub(before));
            forbidden.mark(allowed + 1, bytes);
        });
    }
    let is_valid = forbidden.valid_lengths(least);
    let from = (1..=learnt.len()).rev().take_while(|&bytes| is_valid[bytes]).last()?;
    let to = (learnt.len()..=text.len()).take_while(|&bytes| is_valid[bytes]).last()?;
    let text = &text[text.ceil_char_boundary(text.len() - to)..];
    let interval = Interval { text, lo: from, hi: text.len() };
    let shortest = interval.lengths(AffixSide::Left).next()?;
    Some(Interval { lo: shortest, ..interval })
}

/// The text common to the left of all values, cut at a character border.
fn common<'p>(own: &[OwnSearch<'p>]) -> Option<&'p str> {
    let first = own.first()?.within;
    let mut bytes = first.len().min(MAX_DELIMITER_BYTES);
    for OwnSearch { within, .. } in own {
        bytes = common_suffix(&first.as_bytes()[first.len() - bytes..], within.as_bytes());
    }
    Some(&first[first.ceil_char_boundary(first.len() - bytes)..])
}

/// Ranges of invalid lengths, as a difference array.
struct ForbiddenLengths {
    changes: Vec<i32>,
}

impl ForbiddenLengths {
    fn mark(&mut self, from: usize, to: usize) {
        if from <= to {
            self.changes[from] += 1;
            self.changes[to + 1] -= 1;
        }
    }

    /// For each length, whether it is at least `least` and in no range.
    fn valid_lengths(&self, least: usize) -> Vec<bool> {
        let mut n_ranges = 0;
        let valid_lengths = |(bytes, change): (usize, &i32)| {
            n_ranges += change;
            n_ranges == 0 && bytes >= least
        };
        self.changes.iter().enumerate().map(valid_lengths).collect()
    }
}
