//! N-LR and N-HLRT.

use super::{Leveled, NEVER, Substrings, find, prefixes, suffixes};
use std::cmp::Reverse;

/// Whether an N-LR wrapper reads the labels.
pub(crate) fn n_lr(pages: &[Leveled], n_levels: usize) -> bool {
    let Some(case) = LevelCase::of(pages, n_levels) else { return false };
    case.lefts.iter().any(|lefts| case.pages().all(|page| case.reads_to_the_end(page, 0, lefts)))
}

/// Whether an N-HLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn n_hlrt_to_the_end(pages: &[Leveled], n_levels: usize) -> bool {
    let Some(case) = LevelCase::of(pages, n_levels) else { return false };
    let starts = case.texts.starts();
    case.lefts.iter().any(|lefts| {
        let reads = |page: usize, start: usize| case.reads_to_the_end(page, start, lefts);
        starts.iter().any(|starts| case.pages().all(|page| reads(page, starts[page])))
    })
}

/// Whether an N-HLRT wrapper reads the labels, with a tail behind the last value of every page.
pub(crate) fn n_hlrt(pages: &[Leveled], n_levels: usize) -> bool {
    let Some(case) = LevelCase::of(pages, n_levels) else { return false };
    let end = |page: usize| pages[page].items.last().map_or(0, |item| item.2);
    let stands =
        |&tail: &usize| case.pages().all(|page| case.texts.find(tail, page, end(page)) != NEVER);
    let tails: Vec<usize> = case.texts.not_empty().filter(stands).collect();
    let starts = case.texts.starts();
    let reads = |page: usize, start: usize, lefts: &[usize], tail: usize| {
        let Some((end, n)) = case.reads_items(page, start, lefts, Some(tail)) else { return false };
        let at = case.texts.find(tail, page, end);
        at != NEVER && at <= case.first_level(page, &lefts[..n], end).0
    };
    case.lefts.iter().any(|lefts| {
        starts.iter().any(|starts| {
            tails
                .iter()
                .any(|&tail| case.pages().all(|page| reads(page, starts[page], lefts, tail)))
        })
    })
}

/// Labelled pages whose right delimiters exist.
struct LevelCase<'s> {
    pages: &'s [Leveled],
    texts: Substrings<'s>,
    /// All choices, for each level, of a string that is left of all its values.
    lefts: Vec<Vec<usize>>,
}

impl<'s> LevelCase<'s> {
    fn of(pages: &'s [Leveled], n_levels: usize) -> Option<Self> {
        let mut all_lefts = Vec::new();
        for level in 0..n_levels {
            let of_level = |page: &'s Leveled| {
                let item = page.items.iter().find(|item| item.0 == level)?;
                Some((page.source.as_str(), item.1, item.2))
            };
            let (source, start, end) = pages.iter().find_map(of_level)?;
            if !prefixes(&source[end..]).any(|right| ends_values(pages, level, right)) {
                return None;
            }
            let lefts = suffixes(&source[..start]);
            all_lefts
                .push(lefts.filter(|left| stands_left(pages, level, left)).collect::<Vec<_>>());
        }
        let sources: Vec<&str> = pages.iter().map(|page| page.source.as_str()).collect();
        // A level may be on one page only: the substrings of all pages are tried.
        let texts = Substrings::of(&sources, &sources);
        let lefts = all_lefts.iter().fold(vec![Vec::new()], |partial, lefts| {
            let numbers = texts.numbers(lefts);
            let extend = |head: &Vec<usize>| {
                let head = head.clone();
                let extended = numbers.iter().map(move |&left| [head.clone(), vec![left]].concat());
                extended.collect::<Vec<_>>()
            };
            partial.iter().flat_map(extend).collect()
        });
        (!lefts.is_empty()).then_some(Self { pages, texts, lefts })
    }

    fn pages(&self) -> std::ops::Range<usize> {
        0..self.pages.len()
    }

    /// Returns the start of the level that comes first, and the level; of several at one place, the deepest.
    fn first_level(&self, page: usize, lefts: &[usize], from: usize) -> (usize, usize) {
        let starts = lefts.iter().enumerate();
        let starts = starts.map(|(level, &left)| (self.texts.find(left, page, from), level));
        starts.min_by_key(|&(start, level)| (start, Reverse(level))).unwrap_or((NEVER, 0))
    }

    /// Returns the end of the last value and the number of levels that may follow, if all values are found before the
    /// tail.
    fn reads_items(
        &self,
        page: usize,
        start: usize,
        lefts: &[usize],
        tail: Option<usize>,
    ) -> Option<(usize, usize)> {
        let (mut cursor, mut n_allowed) = (start, 1);
        for &(level, begin, end) in &self.pages[page].items {
            let (at, found) = self.first_level(page, &lefts[..n_allowed], cursor);
            let tail = tail.map_or(NEVER, |tail| self.texts.find(tail, page, cursor));
            if found != level
                || self.texts.behind(lefts[level], page, cursor) != begin
                || tail <= at
            {
                return None;
            }
            (cursor, n_allowed) = (end, (level + 2).min(lefts.len()));
        }
        Some((cursor, n_allowed))
    }

    fn reads_to_the_end(&self, page: usize, start: usize, lefts: &[usize]) -> bool {
        let end = self.reads_items(page, start, lefts, None);
        end.is_some_and(|(end, n)| self.first_level(page, &lefts[..n], end).0 == NEVER)
    }
}

/// Whether something holds of all values of a level.
fn all_of(pages: &[Leveled], level: usize, holds: impl Fn(&str, usize, usize) -> bool) -> bool {
    pages.iter().all(|page| {
        let mut items = page.items.iter().filter(|item| item.0 == level);
        items.all(|&(_, start, end)| holds(&page.source, start, end))
    })
}

fn ends_values(pages: &[Leveled], level: usize, right: &str) -> bool {
    all_of(pages, level, |source, start, end| find(source, right, start) == Some(end))
}

fn stands_left(pages: &[Leveled], level: usize, left: &str) -> bool {
    all_of(pages, level, |source, start, _| source[..start].ends_with(left))
}
