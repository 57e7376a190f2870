//! Whether a wrapper of a class exists, straight from the definitions: all substrings of the pages are tried.

mod levels;
mod tables;

pub(crate) use levels::{n_hlrt, n_hlrt_to_the_end, n_lr};
pub(crate) use tables::{hlrt, hlrt_to_the_end, hoclrt, hoclrt_to_the_end, lr, oclr};

use std::collections::BTreeSet;

/// A page with the spans of its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LabelledTable {
    pub(crate) source: String,
    pub(crate) records: Vec<Vec<(usize, usize)>>,
}

/// A page with its values: level, start and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leveled {
    pub(crate) source: String,
    pub(crate) items: Vec<(usize, usize, usize)>,
}

/// Not found.
const NEVER: usize = u8::MAX as usize;

/// All substrings of some pages, and their places on all pages.
struct Substrings<'s> {
    all: Vec<&'s str>,
    n_pages: usize,
    /// Places of the longest page, and one more.
    n_places: usize,
    /// For each substring, page and place, its first occurrence at or behind the place.
    next: Vec<u8>,
}

impl<'s> Substrings<'s> {
    /// Returns the substrings of `some`, the empty one first, with their places on `sources`.
    fn of(sources: &[&'s str], some: &[&'s str]) -> Self {
        let mut texts = vec![""];
        for source in some {
            let n = source.len();
            texts.extend((0..n).flat_map(|from| (from + 1..=n).map(move |to| &source[from..to])));
        }
        texts.sort_unstable();
        texts.dedup();
        let n_places = sources.iter().map(|source| source.len() + 1).max().unwrap_or_default();
        assert!(n_places < NEVER, "pages are tiny");
        let mut next = vec![u8::MAX; texts.len() * sources.len() * n_places];
        let rows = texts.iter().flat_map(|text| sources.iter().map(move |source| (text, source)));
        for (row, (text, source)) in next.chunks_mut(n_places).zip(rows) {
            note_occurrences(row, source.as_bytes(), text.as_bytes());
        }
        Self { all: texts, n_pages: sources.len(), n_places, next }
    }

    /// First occurrence at or behind `from`; [`NEVER`] if there is none.
    fn find(&self, text: usize, page: usize, from: usize) -> usize {
        usize::from(self.next[(text * self.n_pages + page) * self.n_places + from])
    }

    /// Behind the first occurrence at or behind `from`; [`NEVER`] if there is none.
    fn behind(&self, text: usize, page: usize, from: usize) -> usize {
        match self.find(text, page, from) {
            NEVER => NEVER,
            at => at + self.all[text].len(),
        }
    }

    /// The substrings that are not empty.
    fn not_empty(&self) -> impl Iterator<Item = usize> + Clone {
        1..self.all.len()
    }

    /// The numbers of texts.
    fn numbers(&self, texts: &[&str]) -> Vec<usize> {
        texts.iter().filter_map(|text| self.all.binary_search(text).ok()).collect()
    }

    /// Returns the starts of extraction on each page, behind every common head.
    fn starts(&self) -> BTreeSet<Vec<usize>> {
        let behind = |text| (0..self.n_pages).map(|page| self.behind(text, page, 0)).collect();
        let all = (0..self.all.len()).map(behind);
        all.filter(|starts: &Vec<usize>| !starts.contains(&NEVER)).collect()
    }
}

/// Notes, for each place, the first occurrence at or behind it.
fn note_occurrences(row: &mut [u8], source: &[u8], text: &[u8]) {
    let mut last = u8::MAX;
    for at in (0..=source.len()).rev() {
        if source[at..].starts_with(text) {
            last = u8::try_from(at).expect("pages are tiny");
        }
        row[at] = last;
    }
}

/// The prefixes of a text that are not empty.
fn prefixes(text: &str) -> impl Iterator<Item = &str> {
    (1..=text.len()).map(move |end| &text[..end])
}

/// The suffixes of a text that are not empty.
fn suffixes(text: &str) -> impl Iterator<Item = &str> {
    (0..text.len()).map(move |start| &text[start..])
}

/// Returns the first place of a text at or behind `from`.
fn find(source: &str, text: &str, from: usize) -> Option<usize> {
    source[from..].find(text).map(|at| from + at)
}
