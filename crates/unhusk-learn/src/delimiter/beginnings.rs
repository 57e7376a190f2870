//! Strings that begin at required positions of the pages and at no forbidden ones.
//!
//! Such a string is a substring of a text in which it must begin. Of the substrings that begin at one position of that
//! text, a longer one occurs in fewer places: it must be short enough to begin wherever it is required, and long enough
//! to begin nowhere where it is forbidden. Both bounds are the longest matches with positions of the pages.

use super::automaton::SuffixAutomaton;
use super::border::{begins_token, ends_token, ends_word};
use super::misfit::NamedSource;
use super::substrings::SubstringSet;
use std::cell::OnceCell;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;
use unhusk_wrapper::internal::sort;

/// A text in which a string must begin, and the starts of its substrings on all pages.
pub(super) struct Beginnings<'p> {
    text: &'p str,
    pages: Vec<NamedSource<'p>>,
    automaton: SuffixAutomaton,
    order: Vec<u32>,
    /// For each byte of each page, the substring of `text` that begins there; computed on first use.
    walks: Vec<OnceCell<Vec<(u32, u32)>>>,
    /// The character borders of `text`, in bytes.
    borders: Vec<usize>,
}

/// A half-open range of positions on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageWindow {
    pub(super) page: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The strings that fit and begin at one position of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fitting {
    /// Index of their first character.
    character: usize,
    /// Lengths of the shortest and of the longest, in characters.
    pub(super) shortest: usize,
    pub(super) longest: usize,
}

impl<'p> Beginnings<'p> {
    pub(super) fn new(pages: &[NamedSource<'p>], text: &'p str) -> Self {
        let automaton = SuffixAutomaton::of(text.chars().rev());
        Self {
            text,
            pages: pages.to_vec(),
            order: automaton.by_length(),
            walks: vec![OnceCell::new(); pages.len()],
            borders: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
            automaton,
        }
    }

    /// Steps that one search takes, besides those for its windows.
    pub(super) fn cost(&self) -> usize {
        4 * self.order.len()
    }

    /// The substrings that begin in every window; `None` if there are no windows.
    pub(super) fn in_all(&self, windows: impl Iterator<Item = PageWindow>) -> Option<SubstringSet> {
        let mut all: Option<SubstringSet> = None;
        for window in windows {
            let mut seen = SubstringSet::empty(&self.automaton);
            self.mark(&mut seen, window);
            seen.close_under_suffixes(&self.automaton, &self.order);
            match &mut all {
                None => all = Some(seen),
                Some(all) => all.intersect(&seen),
            }
        }
        all
    }

    /// The substrings that begin in at least one window; [`mark`](Self::mark) adds more.
    pub(super) fn in_any(&self, windows: impl Iterator<Item = PageWindow>) -> SubstringSet {
        let mut seen = SubstringSet::empty(&self.automaton);
        for window in windows {
            self.mark(&mut seen, window);
        }
        seen
    }

    /// Adds the substrings that begin in a window.
    pub(super) fn mark(&self, seen: &mut SubstringSet, window: PageWindow) {
        let walk =
            self.walks[window.page].get_or_init(|| self.walk(self.pages[window.page].source));
        let to = window.to.min(walk.len());
        for &place in &walk[window.from.min(to)..to] {
            seen.insert(place);
        }
    }

    /// Walks a page backwards and returns the substring that begins at each byte.
    fn walk(&self, source: &str) -> Vec<(u32, u32)> {
        let mut places = vec![(0, 0); source.len()];
        let starts = source.char_indices().rev().map(|(at, _)| at);
        for (at, place) in starts.zip(self.automaton.walk(source.chars().rev())) {
            places[at] = place;
        }
        places
    }

    /// The strings that begin in the first `last` bytes of the text, are in `wanted` and not in `forbidden`; those that
    /// begin with a token come first.
    pub(super) fn fitting(
        &self,
        last: usize,
        wanted: &SubstringSet,
        mut forbidden: SubstringSet,
    ) -> Vec<Fitting> {
        forbidden.close_under_suffixes(&self.automaton, &self.order);
        let wanted = wanted.longest_suffixes(&self.automaton, &self.order);
        let forbidden = forbidden.longest_suffixes(&self.automaton, &self.order);
        let n = self.borders.len() - 1;
        let characters = (0..n).take_while(|&character| self.borders[character] <= last);
        let fitting = characters.filter_map(|character| {
            let state = self.automaton.prefixes()[n - character];
            let shortest = forbidden.suffix(state).1 as usize + 1;
            // The length of a delimiter is limited in bytes.
            let limit = self.borders[character] + MAX_DELIMITER_BYTES;
            let limit = self.borders.partition_point(|&border| border <= limit) - 1 - character;
            let longest = (wanted.suffix(state).1 as usize).min(limit);
            (shortest <= longest).then_some(Fitting { character, shortest, longest })
        });
        let mut fitting: Vec<Fitting> = fitting.collect();
        sort::by_key(&mut fitting, |&fitting| !self.begins_token(fitting));
        fitting
    }

    /// Whether the strings begin with a whole tag, word or punctuation mark.
    pub(super) fn begins_token(&self, fitting: Fitting) -> bool {
        begins_token(self.text, self.borders[fitting.character])
    }

    /// The string of `n_characters` characters.
    pub(super) fn string(&self, fitting: Fitting, n_characters: usize) -> &'p str {
        &self.text[self.borders[fitting.character]..self.borders[fitting.character + n_characters]]
    }

    /// Length, in characters, of the shortest string that ends with a token, else with a word, else of the shortest.
    pub(super) fn preferred(&self, fitting: Fitting) -> usize {
        let text = &self.text[self.borders[fitting.character]..];
        let end = |characters: usize| {
            self.borders[fitting.character + characters] - self.borders[fitting.character]
        };
        let lengths = || (fitting.shortest..=fitting.longest).take(MAX_LONGER);
        let token = lengths().find(|&characters| ends_token(text, end(characters)));
        let word = || lengths().find(|&characters| ends_word(text, end(characters)));
        token.or_else(word).unwrap_or(fitting.shortest)
    }
}

/// Maximum number of characters added to a string to make it end with a token.
const MAX_LONGER: usize = 256;
