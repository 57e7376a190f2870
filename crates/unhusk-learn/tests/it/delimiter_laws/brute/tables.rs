//! LR, HLRT, OCLR and HOCLRT.

use super::{LabelledTable, NEVER, Substrings, find, prefixes, suffixes};
use std::collections::BTreeSet;

/// Whether an LR wrapper reads the labels.
pub(crate) fn lr(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    let reads = |left: usize, page: usize| {
        let end = case.reads_records(page, 0, left, None);
        end.is_some_and(|end| case.texts.find(left, page, end) == NEVER)
    };
    case.lefts.iter().any(|&left| case.pages().all(|page| reads(left, page)))
}

/// Whether an HLRT wrapper reads the labels, with a tail behind the last record of every page.
pub(crate) fn hlrt(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    let tails = case.tails();
    let reads = |page: usize, start: usize, left: usize, tail: usize| {
        let Some(end) = case.reads_records(page, start, left, Some(tail)) else { return false };
        let at = case.texts.find(tail, page, end);
        at != NEVER && at <= case.texts.find(left, page, end)
    };
    case.texts.starts().iter().any(|starts| {
        case.lefts.iter().any(|&left| {
            tails.iter().any(|&tail| case.pages().all(|page| reads(page, starts[page], left, tail)))
        })
    })
}

/// Whether an HLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn hlrt_to_the_end(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    let reads = |page: usize, start: usize, left: usize| {
        let end = case.reads_records(page, start, left, None);
        end.is_some_and(|end| case.texts.find(left, page, end) == NEVER)
    };
    case.texts.starts().iter().any(|starts| {
        case.lefts.iter().any(|&left| case.pages().all(|page| reads(page, starts[page], left)))
    })
}

/// Whether an OCLR wrapper reads the labels.
pub(crate) fn oclr(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    case.block_exists(&BTreeSet::from([vec![0; pages.len()]]), &[None])
}

/// Whether an HOCLRT wrapper reads the labels, with a tail behind the last record of every page.
pub(crate) fn hoclrt(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    let tails: Vec<Option<usize>> = case.tails().into_iter().map(Some).collect();
    case.block_exists(&case.texts.starts(), &tails)
}

/// Whether an HOCLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn hoclrt_to_the_end(pages: &[LabelledTable], n_fields: usize) -> bool {
    let Some(case) = TableCase::of(pages, n_fields) else { return false };
    case.block_exists(&case.texts.starts(), &[None])
}

/// Labelled pages whose right delimiters, and left ones behind the first column, exist.
struct TableCase<'s> {
    pages: &'s [LabelledTable],
    texts: Substrings<'s>,
    /// Strings that are left of every record.
    lefts: Vec<usize>,
}

impl<'s> TableCase<'s> {
    fn of(pages: &'s [LabelledTable], n_fields: usize) -> Option<Self> {
        // A delimiter is on every page with records: take the shortest of those.
        let with_records = (0..pages.len()).filter(|&page| !pages[page].records.is_empty());
        let shortest = with_records.min_by_key(|&page| pages[page].source.len())?;
        let (page, record) = (&pages[shortest], &pages[shortest].records[0]);
        let has_sides = (0..n_fields).all(|column| {
            // A right delimiter begins at the end of the value.
            let mut rights = prefixes(&page.source[record[column].1..]);
            rights.any(|right| ends_values(pages, column, right))
        }) && (1..n_fields).all(|column| {
            // A left delimiter ends at the start of the value.
            let mut lefts = suffixes(&page.source[..record[column].0]).chain([""]);
            lefts.any(|left| begins_values(pages, column, left))
        });
        let lefts = suffixes(&page.source[..record[0].0]);
        let lefts: Vec<&str> = lefts.filter(|left| stands_left(pages, left)).collect();
        if !has_sides || lefts.is_empty() {
            return None;
        }
        let sources: Vec<&str> = pages.iter().map(|page| page.source.as_str()).collect();
        let texts = Substrings::of(&sources, &sources[shortest..=shortest]);
        Some(Self { pages, lefts: texts.numbers(&lefts), texts })
    }

    fn pages(&self) -> std::ops::Range<usize> {
        0..self.pages.len()
    }

    /// Returns the start of the first value and the end of the last one for each record of a page.
    fn extents(&self, page: usize) -> impl Iterator<Item = (usize, usize)> {
        self.pages[page].records.iter().map(|record| (record[0].0, record[record.len() - 1].1))
    }

    /// Returns the strings that are behind the last record of every page.
    fn tails(&self) -> Vec<usize> {
        let end = |page: usize| self.extents(page).last().map_or(0, |(_, end)| end);
        let stands =
            |tail: usize| self.pages().all(|page| self.texts.find(tail, page, end(page)) != NEVER);
        self.texts.not_empty().filter(|&tail| stands(tail)).collect()
    }

    /// Returns the end of the last record, if all records are found before the tail.
    fn reads_records(
        &self,
        page: usize,
        start: usize,
        left: usize,
        tail: Option<usize>,
    ) -> Option<usize> {
        let mut cursor = start;
        for (begin, end) in self.extents(page) {
            let at = self.texts.find(left, page, cursor);
            let tail = tail.map_or(NEVER, |tail| self.texts.find(tail, page, cursor));
            if self.texts.behind(left, page, cursor) != begin || tail <= at {
                return None;
            }
            cursor = end;
        }
        Some(cursor)
    }

    /// Whether some opening and closing string, and some tail of those given, read the labels from some starts.
    fn block_exists(&self, starts: &BTreeSet<Vec<usize>>, tails: &[Option<usize>]) -> bool {
        let opens: Vec<usize> =
            self.texts.not_empty().filter(|&open| self.may_open(open)).collect();
        // Strings that are found at the same places do the same.
        let close = |text: usize| -> Vec<Vec<usize>> {
            let ends = |page: usize| {
                self.extents(page).map(move |(_, end)| self.texts.behind(text, page, end))
            };
            self.pages().map(|page| ends(page).collect()).collect()
        };
        let closes: BTreeSet<Vec<Vec<usize>>> = (0..self.texts.all.len())
            .map(close)
            .filter(|ends| !ends.iter().flatten().any(|&end| end == NEVER))
            .collect();
        closes.iter().any(|closes| {
            starts.iter().any(|starts| {
                // Starts of the searches on each page: before each record, and behind the last one.
                let all_starts = |page: usize| {
                    std::iter::once(starts[page]).chain(closes[page].iter().copied()).collect()
                };
                let starts: Vec<Vec<usize>> = self.pages().map(all_starts).collect();
                let find = |open: usize| -> Vec<Vec<usize>> {
                    let find = |(page, starts): (usize, &Vec<usize>)| {
                        starts.iter().map(|&from| self.texts.find(open, page, from)).collect()
                    };
                    starts.iter().enumerate().map(find).collect()
                };
                let openings: BTreeSet<Vec<Vec<usize>>> = opens
                    .iter()
                    .map(|&open| find(open))
                    .filter(|found| self.opens_records(found))
                    .collect();
                openings
                    .iter()
                    .any(|found| tails.iter().any(|&tail| self.ends_records(tail, &starts, found)))
            })
        })
    }

    /// Whether a string begins somewhere between any two records, before the second.
    fn may_open(&self, open: usize) -> bool {
        self.pages().all(|page| {
            let mut from = 0;
            self.extents(page).all(|(begin, end)| {
                let may = self.texts.find(open, page, from) < begin;
                from = end;
                may
            })
        })
    }

    /// Whether some left delimiter is the first behind every record's opening.
    fn opens_records(&self, openings: &[Vec<usize>]) -> bool {
        self.lefts.iter().any(|&left| {
            self.pages().all(|page| {
                self.extents(page).zip(&openings[page]).all(|((begin, _), &open)| {
                    open < begin && self.texts.behind(left, page, open) == begin
                })
            })
        })
    }

    /// Whether the tail comes before no record's opening, but before the next one behind the last record.
    fn ends_records(
        &self,
        tail: Option<usize>,
        starts: &[Vec<usize>],
        openings: &[Vec<usize>],
    ) -> bool {
        self.pages().all(|page| {
            let n_records = self.pages[page].records.len();
            (0..=n_records).all(|search| {
                let from = starts[page][search];
                let tail_at = tail.map_or(NEVER, |tail| self.texts.find(tail, page, from));
                let open = openings[page][search];
                if search < n_records {
                    tail_at > open
                } else {
                    tail_at <= open && (tail.is_none() || tail_at != NEVER)
                }
            })
        })
    }
}

/// Whether something holds of every record of every page.
fn all_records(pages: &[LabelledTable], holds: impl Fn(&str, &[(usize, usize)]) -> bool) -> bool {
    pages.iter().all(|page| page.records.iter().all(|record| holds(&page.source, record)))
}

fn ends_values(pages: &[LabelledTable], column: usize, right: &str) -> bool {
    all_records(pages, |source, record| {
        find(source, right, record[column].0) == Some(record[column].1)
    })
}

fn begins_values(pages: &[LabelledTable], column: usize, left: &str) -> bool {
    all_records(pages, |source, record| {
        find(source, left, record[column - 1].1).map(|at| at + left.len()) == Some(record[column].0)
    })
}

fn stands_left(pages: &[LabelledTable], left: &str) -> bool {
    all_records(pages, |source, record| source[..record[0].0].ends_with(left))
}
