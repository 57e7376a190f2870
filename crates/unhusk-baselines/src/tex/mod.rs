//! TEX: what is left of pages when everything that they share is taken away, again and again.
//!
//! # What it finds
//! Texts that stand between the same shared pieces on all pages, and that differ.
//!
//! # How
//! All pages together are a set of texts (of tokens). The longest piece that all texts of a set have ([`common`]), up
//! to a limit, splits each of them: what is before its first occurrence, what is between occurrences, and what is
//! behind the last make three new sets ([`Piece::split`]), which are split by pieces that are no longer. A set without
//! a shared piece is a column, unless all its texts are equal.
//!
//! # Fits / does not fit
//! Pages that write each value between texts and tags of their own. It knows neither records nor options: a set with
//! one text that is empty stays as it is. It needs two pages, and it has no wrapper.
//!
//! # Cost
//! Linear in the pages for each split, by a suffix automaton; the paper tries each length on each set.
//!
//! # Source
//! Sleiman, Corchuelo, *TEX: an efficient and effective unsupervised web information extractor*, 2013.

mod common;
#[cfg(test)]
mod tests;

use super::tokens::{Corpus, Symbol, Unit, place_of};
use super::{Baseline, BaselineColumn, Budget};
use common::{longest_common, occurrences};
use unhusk_page::Page;

pub(super) const BASELINE: Baseline = Baseline {
    name: "tex",
    summary: "what is left when everything that all pages share is taken away",
    induce,
};

/// The longest piece that is looked for, in parts of the shortest page: the paper's 5 %.
const MAX_PIECE: (usize, usize) = (5, 100);
/// Tokens that are looked at: some seconds of work.
const MAX_STEPS: usize = 1 << 26;

/// A part of a page: a range of its tokens.
#[derive(Debug, Clone, Copy)]
struct Piece {
    page: usize,
    start: usize,
    end: usize,
}

/// Texts that stand between the same shared pieces, in the order of the pages, and the longest piece that may still
/// split them.
#[derive(Debug)]
struct TextSet {
    pieces: Vec<Piece>,
    max_len: usize,
}

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    let corpus = Corpus::new(pages, Unit::Text);
    let texts = corpus.texts();
    let column = |set: &TextSet| {
        let mut column = BaselineColumn::new(pages.len());
        for piece in &set.pieces {
            let tokens = &corpus.pages[piece.page][piece.start..piece.end];
            column.values[piece.page].extend(place_of(tokens));
        }
        column
    };
    let sets = variable_sets(&texts);
    sets.iter().map(column).filter(|column| !column.is_empty()).collect()
}

/// The sets that nothing shared is left in, and whose texts differ; in document order.
fn variable_sets(texts: &[Vec<Symbol>]) -> Vec<TextSet> {
    let shortest = texts.iter().map(Vec::len).min().unwrap_or(0);
    let whole = |(page, text): (usize, &Vec<Symbol>)| Piece { page, start: 0, end: text.len() };
    let pieces = texts.iter().enumerate().map(whole).collect();
    let mut pending =
        vec![TextSet { pieces, max_len: (shortest * MAX_PIECE.0 / MAX_PIECE.1).max(1) }];
    let mut budget = Budget::new(MAX_STEPS);
    let mut found = Vec::new();
    while let Some(set) = pending.pop() {
        let read: Vec<&[Symbol]> = set.pieces.iter().map(|piece| piece.read(texts)).collect();
        if read.iter().all(|text| *text == read[0]) {
            continue;
        }
        let n_tokens = read.iter().map(|text| text.len() + 1).sum();
        let shared = budget.spend(n_tokens).then(|| longest_common(&read, set.max_len)).flatten();
        match shared {
            // The last pushed is the next split, so that columns come in document order.
            Some(shared) => pending.extend(set.split(texts, shared).into_iter().rev()),
            None => found.push(set),
        }
    }
    found
}

impl TextSet {
    /// What is before, between and behind the occurrences of a piece that all texts have.
    fn split(&self, texts: &[Vec<Symbol>], shared: &[Symbol]) -> [Self; 3] {
        let new = || Self { pieces: Vec::new(), max_len: shared.len() };
        let [mut before, mut between, mut behind] = [new(), new(), new()];
        for &piece in &self.pieces {
            let mut start = piece.start;
            for (nth, at) in occurrences(piece.read(texts), shared).enumerate() {
                let gap = Piece { start, end: piece.start + at, ..piece };
                let gaps = if nth == 0 { &mut before } else { &mut between };
                gaps.pieces.push(gap);
                start = gap.end + shared.len();
            }
            behind.pieces.push(Piece { start, ..piece });
        }
        [before, between, behind]
    }
}

impl Piece {
    fn read(self, texts: &[Vec<Symbol>]) -> &[Symbol] {
        &texts[self.page][self.start..self.end]
    }
}
