//! Texts of many pages -> columns: the texts that mean the same on each.
//!
//! Pages are aligned one after the other, the longest first, with the columns found so far. What goes together is
//! scored as in the paper (path, kind, contents), with three differences that the sites at hand asked for: texts of
//! different paths never go together; texts that stand on most pages only go with themselves, however few pages were
//! aligned so far, and values that happen to be equal are not drawn to each other; and a text that follows the text
//! that it followed before is preferred, which decides where optional texts are left out.

use super::corpus::{Frequencies, TextCode};
use super::stretch::Stretch;
use rustc_hash::FxHashMap;
use unhusk_wrapper::internal::sort;

/// The columns of some sequences of texts.
pub(super) struct Alignment {
    /// In order.
    pub(super) columns: Vec<AlignedColumn>,
    /// For each sequence, the column of each text.
    pub(super) of: Vec<Vec<usize>>,
    /// How many texts were not compared with all columns, because there were too many.
    pub(super) n_unaligned: usize,
}

/// Texts that go together.
pub(super) struct AlignedColumn {
    pub(super) id: usize,
    pub(super) code: TextCode,
    texts: FxHashMap<u32, u32>,
    /// How often the most frequent text was met.
    n_mode: u32,
    /// The columns that stood right before it.
    pub(super) before: Vec<usize>,
}

/// Texts in so many of a thousand scopes are the template's.
pub(super) const TEMPLATE: u32 = 500;

/// Columns that may be remembered to stand before another.
const MAX_BEFORE: usize = 6;
/// Pairs of texts and columns that are compared between two texts that fix the alignment.
const MAX_CELLS: usize = 4_000_000;

/// Aligns sequences of texts.
pub(super) fn align(sequences: &[Vec<TextCode>], frequencies: &Frequencies) -> Alignment {
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    sort::by_key(&mut order, |&at| std::cmp::Reverse(sequences[at].len()));
    let mut profile =
        AlignmentProfile { columns: Vec::new(), n_columns: 0, n_unaligned: 0, frequencies };
    let mut of: Vec<Vec<usize>> = vec![Vec::new(); sequences.len()];
    for at in order {
        of[at] = profile.add(&sequences[at]);
    }
    let mut positions = vec![0; profile.n_columns];
    for (position, column) in profile.columns.iter().enumerate() {
        positions[column.id] = position;
    }
    of.iter_mut().flatten().for_each(|column| *column = positions[*column]);
    Alignment { columns: profile.columns, of, n_unaligned: profile.n_unaligned }
}

struct AlignmentProfile<'a> {
    columns: Vec<AlignedColumn>,
    n_columns: usize,
    n_unaligned: usize,
    frequencies: &'a Frequencies,
}

impl AlignmentProfile<'_> {
    /// Aligns one more sequence; the ids of the columns of its texts.
    fn add(&mut self, texts: &[TextCode]) -> Vec<usize> {
        let matched = self.matching(texts);
        let mut ids = Vec::with_capacity(texts.len());
        let mut merged = Vec::with_capacity(self.columns.len() + texts.len());
        let mut known = std::mem::take(&mut self.columns).into_iter().enumerate().peekable();
        let mut last = None;
        for (&text, matched) in texts.iter().zip(matched) {
            let mut column = match matched {
                Some(at) => {
                    merged.extend(std::iter::from_fn(|| {
                        known.next_if(|(other, _)| *other < at).map(|(_, column)| column)
                    }));
                    known.next().map(|(_, column)| column)
                }
                None => None,
            }
            .unwrap_or_else(|| self.new_column(text));
            column.take(text, last);
            ids.push(column.id);
            last = Some(column.id);
            merged.push(column);
        }
        merged.extend(known.map(|(_, column)| column));
        self.columns = merged;
        ids
    }

    fn new_column(&mut self, code: TextCode) -> AlignedColumn {
        self.n_columns += 1;
        let (id, texts) = (self.n_columns - 1, FxHashMap::default());
        AlignedColumn { id, code, texts, n_mode: 0, before: Vec::new() }
    }

    /// The column of each text. Texts of the template that stand once on the page and in the columns fix where
    /// they are; what is between them is aligned by itself.
    fn matching(&mut self, texts: &[TextCode]) -> Vec<Option<usize>> {
        let mut matched = vec![None; texts.len()];
        let anchors = self.anchors(texts);
        let ends =
            anchors.iter().copied().chain(std::iter::once((self.columns.len(), texts.len())));
        let (mut column, mut text) = (0, 0);
        for (column_end, text_end) in ends {
            self.segment((column, column_end), (text, text_end), texts, &mut matched);
            if text_end < texts.len() {
                matched[text_end] = Some(column_end);
            }
            (column, text) = (column_end + 1, text_end + 1);
        }
        matched
    }

    /// Pairs of columns and texts that are the same text of the template and stand once, in order.
    fn anchors(&self, texts: &[TextCode]) -> Vec<(usize, usize)> {
        let mut places: FxHashMap<(u32, u32), (usize, usize)> = FxHashMap::default();
        for (at, text) in texts.iter().enumerate() {
            let (n, last) = places.entry((text.path, text.text)).or_default();
            (*n, *last) = (*n + 1, at);
        }
        let mut columns: FxHashMap<(u32, u32), (usize, usize)> = FxHashMap::default();
        for (at, column) in self.columns.iter().enumerate() {
            let (n, last) = columns.entry((column.code.path, column.code.text)).or_default();
            (*n, *last) = (*n + 1, at);
        }
        let is_template = |code: TextCode| self.frequencies.share(code) >= TEMPLATE;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (at, text) in texts.iter().enumerate().filter(|(_, text)| is_template(**text)) {
            let key = (text.path, text.text);
            if let (Some(&(1, _)), Some(&(1, column))) = (places.get(&key), columns.get(&key)) {
                pairs.push((column, at));
            }
        }
        increasing(&pairs)
    }

    /// Aligns the texts of a stretch with the columns of a stretch.
    fn segment(
        &mut self,
        (first, end): (usize, usize),
        (text, text_end): (usize, usize),
        texts: &[TextCode],
        matched: &mut [Option<usize>],
    ) {
        let (n_columns, n_texts) = (end - first, text_end - text);
        if n_columns == 0 || n_texts == 0 {
            return;
        }
        if n_columns.saturating_mul(n_texts) > MAX_CELLS {
            self.n_unaligned += n_texts;
            return;
        }
        let stretch =
            Stretch::new(&self.columns[first..end], &texts[text..text_end], self.frequencies);
        let ahead = first.checked_sub(1).map(|at| self.columns[at].id);
        for (at, column) in stretch.align(ahead).into_iter().enumerate() {
            matched[text + at] = column.map(|column| first + column);
        }
    }
}

impl AlignedColumn {
    fn take(&mut self, text: TextCode, last: Option<usize>) {
        let n = self.texts.entry(text.text).or_default();
        *n += 1;
        if *n > self.n_mode {
            (self.n_mode, self.code.text) = (*n, text.text);
        }
        if self.code.kind != text.kind {
            self.code.kind = unhusk_wrapper::template::ValueKind::String;
        }
        if self.code.caption != text.caption {
            self.code.caption = 0;
        }
        if let Some(last) = last
            && !self.before.contains(&last)
            && self.before.len() < MAX_BEFORE
        {
            self.before.push(last);
        }
    }

    /// Whether all its texts say the same.
    pub(super) fn is_constant(&self) -> bool {
        self.texts.len() == 1
    }
}

/// The longest chain of pairs in which both numbers grow; the second ones do already.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best chain of each length, and what came before each pair.
    let mut lasts: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let len = lasts.partition_point(|&last| pairs[last].0 < pair.0);
        before.push(len.checked_sub(1).map(|shorter| lasts[shorter]));
        if len == lasts.len() {
            lasts.push(at);
        } else {
            lasts[len] = at;
        }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(lasts.last().copied(), |&at| before[at])
            .map(|at| pairs[at])
            .collect();
    chain.reverse();
    chain
}
