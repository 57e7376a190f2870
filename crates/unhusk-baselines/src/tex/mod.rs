//! TEX: removes everything that pages share, again and again; the rest is data.
//!
//! # What it finds
//! Texts between the same shared substrings on all pages that differ.
//!
//! # How
//! All pages together are a set of token sequences. The longest substring that all sequences of a set contain
//! ([`common`]), up to a limit, splits each of them: the parts before its first occurrence, between occurrences, and
//! after the last make three new sets ([`TextSet::split`]), which are split by substrings that are no longer. A set
//! without a shared substring is a column, unless all its texts are equal.
//!
//! # Fits / does not fit
//! Pages with each value between texts and tags of its own. TEX has neither records nor options: a set with one empty
//! text is not split. It needs two pages, and it has no wrapper.
//!
//! # Cost
//! Linear in the pages for each split, by a suffix automaton; the paper tries each length on each set.
//!
//! # Source
//! Sleiman, Corchuelo, *TEX: an efficient and effective unsupervised web information extractor*, 2013.

mod common;
#[cfg(test)]
mod tests;

use super::tokens::{TokenCorpus, TokenSymbol, TokenUnit, place_of};
use super::{Baseline, BaselineColumn};
use common::{longest_common, occurrences};
use unhusk_page::Page;
use unhusk_page::internal::Budget;

pub(super) const BASELINE: Baseline = Baseline {
    name: "tex",
    summary: "removes everything that all pages share; the rest is data",
    induce,
};

/// Longest substring, as a share of the shortest page: 5 % in the paper.
const MAX_PIECE: (usize, usize) = (5, 100);
/// Limit on visited tokens: some seconds of work.
const MAX_STEPS: u64 = 1 << 26;

/// A part of a page: a range of its tokens.
#[derive(Debug, Clone, Copy)]
struct TokenRange {
    page: usize,
    start: usize,
    end: usize,
}

/// Texts between the same shared substrings, in page order, and the longest substring that may still split them.
#[derive(Debug)]
struct TextSet {
    pieces: Vec<TokenRange>,
    max_len: usize,
}

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    let corpus = TokenCorpus::new(pages, TokenUnit::Text);
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

/// Returns the sets without a shared substring whose texts differ, in document order.
fn variable_sets(texts: &[Vec<TokenSymbol>]) -> Vec<TextSet> {
    let shortest = texts.iter().map(Vec::len).min().unwrap_or(0);
    let whole =
        |(page, text): (usize, &Vec<TokenSymbol>)| TokenRange { page, start: 0, end: text.len() };
    let pieces = texts.iter().enumerate().map(whole).collect();
    let mut pending =
        vec![TextSet { pieces, max_len: (shortest * MAX_PIECE.0 / MAX_PIECE.1).max(1) }];
    let mut budget = Budget::new(MAX_STEPS);
    let mut found = Vec::new();
    while let Some(set) = pending.pop() {
        let read: Vec<&[TokenSymbol]> = set.pieces.iter().map(|piece| piece.read(texts)).collect();
        if read.iter().all(|text| *text == read[0]) {
            continue;
        }
        let n_tokens = read.iter().map(|text| text.len() + 1).sum();
        let shared =
            budget.spend_or_end(n_tokens).then(|| longest_common(&read, set.max_len)).flatten();
        match shared {
            // The last set is split next, so that columns come in document order.
            Some(shared) => pending.extend(set.split(texts, shared).into_iter().rev()),
            None => found.push(set),
        }
    }
    found
}

impl TextSet {
    /// Splits the texts at the occurrences of a shared substring: before, between and after them.
    fn split(&self, texts: &[Vec<TokenSymbol>], shared: &[TokenSymbol]) -> [Self; 3] {
        let new = || Self { pieces: Vec::new(), max_len: shared.len() };
        let [mut before, mut between, mut behind] = [new(), new(), new()];
        for &piece in &self.pieces {
            let mut start = piece.start;
            for (nth, at) in occurrences(piece.read(texts), shared).enumerate() {
                let gap = TokenRange { start, end: piece.start + at, ..piece };
                let gaps = if nth == 0 { &mut before } else { &mut between };
                gaps.pieces.push(gap);
                start = gap.end + shared.len();
            }
            behind.pieces.push(TokenRange { start, ..piece });
        }
        [before, between, behind]
    }
}

impl TokenRange {
    fn read(self, texts: &[Vec<TokenSymbol>]) -> &[TokenSymbol] {
        &texts[self.page][self.start..self.end]
    }
}
