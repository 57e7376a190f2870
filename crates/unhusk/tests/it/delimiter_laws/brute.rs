//! Whether a wrapper of a class exists, straight from the definitions: all substrings of the pages are tried.

use std::collections::BTreeSet;

/// A page with the spans of its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labelled {
    pub(crate) source: String,
    pub(crate) records: Vec<Vec<(usize, usize)>>,
}

impl Labelled {
    /// First occurrence at or behind `from`.
    fn find(&self, text: &str, from: usize) -> Option<usize> {
        self.source[from..].find(text).map(|at| from + at)
    }

    /// Where the first value of each record begins, and where its last one ends.
    fn extents(&self) -> impl Iterator<Item = (usize, usize)> {
        self.records.iter().map(|record| (record[0].0, record[record.len() - 1].1))
    }

    fn end(&self) -> usize {
        self.extents().last().map_or(0, |(_, end)| end)
    }
}

/// All non-empty substrings of the page with the shortest source among those that have records.
fn substrings(pages: &[Labelled]) -> BTreeSet<&str> {
    let with_records = pages.iter().filter(|page| !page.records.is_empty());
    let shortest = with_records.min_by_key(|page| page.source.len()).expect("a record");
    let n = shortest.source.len();
    (0..n).flat_map(|from| (from + 1..=n).map(move |to| &shortest.source[from..to])).collect()
}

/// Whether right delimiters, and left ones behind the first column, exist: each is searched by itself.
fn sides_exist(pages: &[Labelled], n_fields: usize) -> bool {
    let texts = substrings(pages);
    (0..n_fields).all(|column| {
        texts.iter().any(|text| {
            let ends = |page: &Labelled| {
                page.records
                    .iter()
                    .all(|record| page.find(text, record[column].0) == Some(record[column].1))
            };
            pages.iter().all(ends)
        })
    }) && (1..n_fields).all(|column| {
        texts.iter().copied().chain([""]).any(|text| {
            let begins = |page: &Labelled| {
                page.records.iter().all(|record| {
                    page.find(text, record[column - 1].1).map(|at| at + text.len())
                        == Some(record[column].0)
                })
            };
            pages.iter().all(begins)
        })
    })
}

/// Whether an LR wrapper reads the labels.
pub(crate) fn lr(pages: &[Labelled], n_fields: usize) -> bool {
    let reads = |left: &str, page: &Labelled| {
        let mut cursor = 0;
        for (begin, end) in page.extents() {
            if page.find(left, cursor).map(|at| at + left.len()) != Some(begin) {
                return false;
            }
            cursor = end;
        }
        page.find(left, cursor).is_none()
    };
    sides_exist(pages, n_fields)
        && substrings(pages).iter().any(|left| pages.iter().all(|page| reads(left, page)))
}

/// Whether an HLRT wrapper reads the labels, with a tail behind the last record of every page.
pub(crate) fn hlrt(pages: &[Labelled], n_fields: usize) -> bool {
    sides_exist(pages, n_fields) && {
        let lefts = lefts(pages);
        let tails = tails(pages);
        starts(pages).iter().any(|starts| {
            lefts.iter().any(|left| {
                tails.iter().any(|tail| {
                    pages
                        .iter()
                        .zip(starts)
                        .all(|(page, &start)| reads_hlrt(page, start, left, tail))
                })
            })
        })
    }
}

/// Whether an HLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn hlrt_to_the_end(pages: &[Labelled], n_fields: usize) -> bool {
    sides_exist(pages, n_fields)
        && starts(pages).iter().any(|starts| {
            lefts(pages).iter().any(|left| {
                pages.iter().zip(starts).all(|(page, &start)| {
                    let end = reads_records(page, start, left, None);
                    end.is_some_and(|end| page.find(left, end).is_none())
                })
            })
        })
}

fn reads_hlrt(page: &Labelled, start: usize, left: &str, tail: &str) -> bool {
    let Some(end) = reads_records(page, start, left, Some(tail)) else { return false };
    let Some(at) = page.find(tail, end) else { return false };
    page.find(left, end).is_none_or(|left| left >= at)
}

/// Where the last record ends, if all records are found before the tail.
fn reads_records(page: &Labelled, start: usize, left: &str, tail: Option<&str>) -> Option<usize> {
    let mut cursor = start;
    for (begin, end) in page.extents() {
        let at = page.find(left, cursor).filter(|at| at + left.len() == begin)?;
        if tail.and_then(|tail| page.find(tail, cursor)).is_some_and(|tail| tail <= at) {
            return None;
        }
        cursor = end;
    }
    Some(cursor)
}

/// Whether an OCLR wrapper reads the labels.
pub(crate) fn oclr(pages: &[Labelled], n_fields: usize) -> bool {
    let starts = BTreeSet::from([vec![0; pages.len()]]);
    sides_exist(pages, n_fields) && block_exists(pages, &starts, &[None])
}

/// Whether an HOCLRT wrapper reads the labels, with a tail behind the last record of every page.
pub(crate) fn hoclrt(pages: &[Labelled], n_fields: usize) -> bool {
    let tails: Vec<Option<&str>> = tails(pages).into_iter().map(Some).collect();
    sides_exist(pages, n_fields) && block_exists(pages, &starts(pages), &tails)
}

/// Whether an HOCLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn hoclrt_to_the_end(pages: &[Labelled], n_fields: usize) -> bool {
    sides_exist(pages, n_fields) && block_exists(pages, &starts(pages), &[None])
}

/// Whether some opening and closing string, and some tail of those given, read the labels from some starts.
fn block_exists(pages: &[Labelled], starts: &BTreeSet<Vec<usize>>, tails: &[Option<&str>]) -> bool {
    let texts = substrings(pages);
    let lefts = lefts(pages);
    if lefts.is_empty() || tails.is_empty() {
        return false;
    }
    // Closing strings that end at the same places do the same.
    let close = |text: &str| -> Option<Vec<Vec<usize>>> {
        let ends = |page: &Labelled| {
            let ends = page.extents().map(|(_, end)| Some(page.find(text, end)? + text.len()));
            ends.collect()
        };
        pages.iter().map(ends).collect()
    };
    let closes: BTreeSet<Vec<Vec<usize>>> =
        texts.iter().copied().chain([""]).filter_map(close).collect();
    closes.iter().any(|closes| {
        starts.iter().any(|starts| {
            let mut opens: BTreeSet<Vec<Vec<usize>>> = BTreeSet::new();
            texts.iter().any(|open| {
                // Where the opening string is found: before each record, and behind the last one.
                let openings = |((page, &start), closes): ((&Labelled, &usize), &Vec<usize>)| {
                    let starts = std::iter::once(start).chain(closes.iter().copied());
                    starts.map(|from| page.find(open, from).unwrap_or(usize::MAX)).collect()
                };
                let found: Vec<Vec<usize>> =
                    pages.iter().zip(starts).zip(closes).map(openings).collect();
                opens.insert(found.clone())
                    && lefts.iter().any(|left| opens_records(pages, left, &found))
                    && tails.iter().any(|tail| ends_records(pages, *tail, starts, closes, &found))
            })
        })
    })
}

/// Whether the left delimiter of every record is the first behind its opening.
fn opens_records(pages: &[Labelled], left: &str, openings: &[Vec<usize>]) -> bool {
    pages.iter().zip(openings).all(|(page, openings)| {
        page.extents().zip(openings).all(|((begin, _), &open)| {
            open <= begin && page.find(left, open).map(|at| at + left.len()) == Some(begin)
        })
    })
}

/// Whether the tail comes before no record's opening, but before the next one behind the last record.
fn ends_records(
    pages: &[Labelled],
    tail: Option<&str>,
    starts: &[usize],
    closes: &[Vec<usize>],
    openings: &[Vec<usize>],
) -> bool {
    pages.iter().enumerate().all(|(number, page)| {
        let from = std::iter::once(starts[number]).chain(closes[number].iter().copied());
        let tail_at = |from: usize| tail.and_then(|tail| page.find(tail, from));
        let found: Vec<(Option<usize>, usize)> =
            from.map(tail_at).zip(openings[number].iter().copied()).collect();
        let (last, records) = found.split_last().expect("one more than records");
        let goes_on = |(tail, open): &(Option<usize>, usize)| tail.is_none_or(|tail| tail > *open);
        records.iter().all(goes_on)
            && match (tail, last) {
                (None, (_, open)) => *open == usize::MAX,
                (Some(_), (at, open)) => at.is_some_and(|at| at <= *open),
            }
    })
}

/// Where reading may start on each page: behind the first occurrence of every common head.
fn starts(pages: &[Labelled]) -> BTreeSet<Vec<usize>> {
    let behind = |head: &str| -> Option<Vec<usize>> {
        pages.iter().map(|page| Some(page.find(head, 0)? + head.len())).collect()
    };
    substrings(pages).into_iter().chain([""]).filter_map(behind).collect()
}

/// Strings that stand left of every record's first value.
fn lefts(pages: &[Labelled]) -> Vec<&str> {
    let stands = |left: &str, page: &Labelled| {
        page.extents().all(|(begin, _)| page.source[..begin].ends_with(left))
    };
    let mut lefts: Vec<&str> = substrings(pages).into_iter().collect();
    lefts.retain(|left| pages.iter().all(|page| stands(left, page)));
    lefts
}

/// Strings that stand behind the last record of every page.
fn tails(pages: &[Labelled]) -> Vec<&str> {
    let mut tails: Vec<&str> = substrings(pages).into_iter().collect();
    tails.retain(|tail| pages.iter().all(|page| page.find(tail, page.end()).is_some()));
    tails
}

/// A page with its values: level, start and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leveled {
    pub(crate) source: String,
    pub(crate) items: Vec<(usize, usize, usize)>,
}

impl Leveled {
    /// First occurrence at or behind `from`.
    fn find(&self, text: &str, from: usize) -> Option<usize> {
        self.source[from..].find(text).map(|at| from + at)
    }

    fn of_level(&self, level: usize) -> impl Iterator<Item = &(usize, usize, usize)> {
        self.items.iter().filter(move |item| item.0 == level)
    }
}

fn pieces(pages: &[Leveled]) -> BTreeSet<&str> {
    let substrings = |page: &'_ Leveled| -> Vec<(usize, usize)> {
        let n = page.source.len();
        (0..n).flat_map(|from| (from + 1..=n).map(move |to| (from, to))).collect()
    };
    let of_page = |page| substrings(page).into_iter().map(move |(from, to)| &page.source[from..to]);
    pages.iter().flat_map(of_page).collect()
}

/// Whether each level has a right delimiter.
fn rights_exist(pages: &[Leveled], n_levels: usize) -> bool {
    let texts = pieces(pages);
    (0..n_levels).all(|level| {
        texts.iter().any(|text| {
            let ends = |page: &Leveled| {
                page.of_level(level).all(|&(_, start, end)| page.find(text, start) == Some(end))
            };
            pages.iter().all(ends)
        })
    })
}

/// For each level, the strings that stand left of all its values.
fn level_lefts(pages: &[Leveled], n_levels: usize) -> Vec<Vec<&str>> {
    let texts = pieces(pages);
    let stands = |text: &str, level: usize, page: &Leveled| {
        page.of_level(level).all(|&(_, start, _)| page.source[..start].ends_with(text))
    };
    let lefts = |level: usize| {
        let fits = |text: &&str| pages.iter().all(|page| stands(text, level, page));
        texts.iter().copied().filter(fits).collect()
    };
    (0..n_levels).map(lefts).collect()
}

/// All ways to take one of each list.
fn combinations<'s>(lists: &[Vec<&'s str>]) -> Vec<Vec<&'s str>> {
    lists.iter().fold(vec![Vec::new()], |partial, list| {
        let extend = |head: &Vec<&'s str>| {
            let head = head.clone();
            list.iter().map(move |&text| head.iter().copied().chain([text]).collect())
        };
        partial.iter().flat_map(extend).collect()
    })
}

/// Where the level that comes first begins, and which it is; of several at one place, the deepest.
fn first_level(page: &Leveled, lefts: &[&str], from: usize) -> Option<(usize, usize)> {
    let starts = lefts.iter().enumerate();
    let starts = starts.filter_map(|(level, left)| Some((page.find(left, from)?, level)));
    starts.min_by_key(|&(start, level)| (start, std::cmp::Reverse(level)))
}

/// Where the last value ends and how many levels could follow, if all values are found before the tail.
fn reads_items(
    page: &Leveled,
    start: usize,
    lefts: &[&str],
    tail: Option<&str>,
) -> Option<(usize, usize)> {
    let (mut cursor, mut n_allowed) = (start, 1);
    for &(level, begin, end) in &page.items {
        let (at, found) = first_level(page, &lefts[..n_allowed], cursor)?;
        let is_tail = tail.and_then(|tail| page.find(tail, cursor)).is_some_and(|tail| tail <= at);
        if found != level || at + lefts[level].len() != begin || is_tail {
            return None;
        }
        (cursor, n_allowed) = (end, (level + 2).min(lefts.len()));
    }
    Some((cursor, n_allowed))
}

/// Whether an N-LR wrapper reads the labels.
pub(crate) fn n_lr(pages: &[Leveled], n_levels: usize) -> bool {
    let reads = |page: &Leveled, lefts: &[&str]| {
        let end = reads_items(page, 0, lefts, None);
        end.is_some_and(|(end, n)| first_level(page, &lefts[..n], end).is_none())
    };
    rights_exist(pages, n_levels)
        && combinations(&level_lefts(pages, n_levels))
            .iter()
            .any(|lefts| pages.iter().all(|page| reads(page, lefts)))
}

/// Whether an N-HLRT wrapper reads the labels whose tail is the end of the page.
pub(crate) fn n_hlrt_to_the_end(pages: &[Leveled], n_levels: usize) -> bool {
    let reads = |page: &Leveled, start: usize, lefts: &[&str]| {
        let end = reads_items(page, start, lefts, None);
        end.is_some_and(|(end, n)| first_level(page, &lefts[..n], end).is_none())
    };
    rights_exist(pages, n_levels)
        && combinations(&level_lefts(pages, n_levels)).iter().any(|lefts| {
            level_starts(pages).iter().any(|starts| {
                pages.iter().zip(starts).all(|(page, &start)| reads(page, start, lefts))
            })
        })
}

/// Whether an N-HLRT wrapper reads the labels, with a tail behind the last value of every page.
pub(crate) fn n_hlrt(pages: &[Leveled], n_levels: usize) -> bool {
    if !rights_exist(pages, n_levels) {
        return false;
    }
    let end = |page: &Leveled| page.items.last().map_or(0, |item| item.2);
    let mut tails: Vec<&str> = pieces(pages).into_iter().collect();
    tails.retain(|tail| pages.iter().all(|page| page.find(tail, end(page)).is_some()));
    let starts = level_starts(pages);
    combinations(&level_lefts(pages, n_levels)).iter().any(|lefts| {
        // Whatever head and tail do, what follows a value must be found.
        let follows = |page: &Leveled| {
            let Some(first) = page.items.first() else { return true };
            first.1 >= lefts[0].len()
                && reads_items(page, first.1 - lefts[0].len(), lefts, None).is_some()
        };
        pages.iter().all(follows)
            && starts.iter().any(|starts| {
                tails.iter().any(|tail| {
                    let pages = pages.iter().zip(starts);
                    pages.clone().all(|(page, &start)| reads_n_hlrt(page, start, lefts, tail))
                })
            })
    })
}

fn reads_n_hlrt(page: &Leveled, start: usize, lefts: &[&str], tail: &str) -> bool {
    let Some((end, n)) = reads_items(page, start, lefts, Some(tail)) else { return false };
    let Some(at) = page.find(tail, end) else { return false };
    first_level(page, &lefts[..n], end).is_none_or(|(left, _)| left >= at)
}

/// Where reading may start on each page: behind the first occurrence of every common head.
fn level_starts(pages: &[Leveled]) -> BTreeSet<Vec<usize>> {
    let behind = |head: &str| -> Option<Vec<usize>> {
        pages.iter().map(|page| Some(page.find(head, 0)? + head.len())).collect()
    };
    pieces(pages).into_iter().chain([""]).filter_map(behind).collect()
}
