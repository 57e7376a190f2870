//! Strings that begin at certain places of the pages and at no others.
//!
//! Such a string begins somewhere in a text in which it must begin. From there on, a longer one occurs in fewer
//! places: it must be short enough to begin wherever it must, and long enough to begin nowhere where it must
//! not. Both bounds are longest matches of the text, read from each of its places on, with places of the pages.

use super::automaton::Automaton;
use super::border::{begins_token, ends_token, ends_word};
use super::misfit::Named;
use super::seen::Seen;
use std::cell::OnceCell;
use unhusk_wrapper::delimiter::MAX_DELIMITER_BYTES;

/// A text in which a string must begin, and where its pieces begin on all pages.
pub(super) struct Beginnings<'p> {
    text: &'p str,
    pages: Vec<Named<'p>>,
    automaton: Automaton,
    order: Vec<u32>,
    /// For each byte of each page, what is found there when the page is read backwards; made when first asked for.
    walks: Vec<OnceCell<Vec<(u32, u32)>>>,
    /// Where each letter of `text` begins, and where it ends.
    borders: Vec<usize>,
}

/// Places of a page: from `from` up to but not at `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) page: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The strings that fit from one place of the text on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fitting {
    /// Number of the letter that they begin with.
    letter: usize,
    /// Letters of the shortest and of the longest.
    pub(super) shortest: usize,
    pub(super) longest: usize,
}

impl<'p> Beginnings<'p> {
    pub(super) fn new(pages: &[Named<'p>], text: &'p str) -> Self {
        let automaton = Automaton::of(text.chars().rev());
        Self {
            text,
            pages: pages.to_vec(),
            order: automaton.by_length(),
            walks: vec![OnceCell::new(); pages.len()],
            borders: text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
            automaton,
        }
    }

    /// Letters that one search for a string looks at, besides those of its windows.
    pub(super) fn cost(&self) -> usize {
        4 * self.order.len()
    }

    /// What begins in every one of the windows.
    pub(super) fn in_all(&self, windows: impl Iterator<Item = Window>) -> Option<Seen> {
        let mut all: Option<Seen> = None;
        for window in windows {
            let mut seen = Seen::nothing(&self.automaton);
            self.mark(&mut seen, window);
            seen.spread(&self.automaton, &self.order);
            match &mut all {
                None => all = Some(seen),
                Some(all) => all.meet(&seen),
            }
        }
        all
    }

    /// What begins in one of the windows at least; more can be [marked](Self::mark).
    pub(super) fn in_any(&self, windows: impl Iterator<Item = Window>) -> Seen {
        let mut seen = Seen::nothing(&self.automaton);
        for window in windows {
            self.mark(&mut seen, window);
        }
        seen
    }

    /// Adds what begins in a window.
    pub(super) fn mark(&self, seen: &mut Seen, window: Window) {
        let walk =
            self.walks[window.page].get_or_init(|| self.walk(self.pages[window.page].source));
        let to = window.to.min(walk.len());
        for &place in &walk[window.from.min(to)..to] {
            seen.mark(place);
        }
    }

    /// What is found at each byte of a page when it is read backwards.
    fn walk(&self, source: &str) -> Vec<(u32, u32)> {
        let mut places = vec![(0, 0); source.len()];
        let starts = source.char_indices().rev().map(|(at, _)| at);
        for (at, place) in starts.zip(self.automaton.walk(source.chars().rev())) {
            places[at] = place;
        }
        places
    }

    /// The strings that begin in the text up to `last` bytes on, are `wanted` and not `forbidden`; those that begin
    /// a token first.
    pub(super) fn fitting(&self, last: usize, wanted: &Seen, mut forbidden: Seen) -> Vec<Fitting> {
        forbidden.spread(&self.automaton, &self.order);
        let wanted = wanted.longest(&self.automaton, &self.order);
        let forbidden = forbidden.longest(&self.automaton, &self.order);
        let n = self.borders.len() - 1;
        let letters = (0..n).take_while(|&letter| self.borders[letter] <= last);
        let fitting = letters.filter_map(|letter| {
            let state = self.automaton.prefixes()[n - letter];
            let shortest = forbidden.suffix(state).1 as usize + 1;
            // A delimiter has a limited number of bytes.
            let limit = self.borders[letter] + MAX_DELIMITER_BYTES;
            let limit = self.borders.partition_point(|&border| border <= limit) - 1 - letter;
            let longest = (wanted.suffix(state).1 as usize).min(limit);
            (shortest <= longest).then_some(Fitting { letter, shortest, longest })
        });
        let mut fitting: Vec<Fitting> = fitting.collect();
        fitting.sort_by_key(|&fitting| !self.begins_token(fitting));
        fitting
    }

    /// Whether the strings begin with a whole tag, word or sign.
    pub(super) fn begins_token(&self, fitting: Fitting) -> bool {
        begins_token(self.text, self.borders[fitting.letter])
    }

    /// The string of a number of letters.
    pub(super) fn string(&self, fitting: Fitting, n_letters: usize) -> &'p str {
        &self.text[self.borders[fitting.letter]..self.borders[fitting.letter + n_letters]]
    }

    /// The shortest of the strings that ends with a token, or at least with a word, or simply the shortest; in
    /// letters.
    pub(super) fn preferred(&self, fitting: Fitting) -> usize {
        let text = &self.text[self.borders[fitting.letter]..];
        let end =
            |letters: usize| self.borders[fitting.letter + letters] - self.borders[fitting.letter];
        let lengths = || (fitting.shortest..=fitting.longest).take(MAX_LONGER);
        let token = lengths().find(|&letters| ends_token(text, end(letters)));
        let word = || lengths().find(|&letters| ends_word(text, end(letters)));
        token.or_else(word).unwrap_or(fitting.shortest)
    }
}

/// Letters by which a string is made longer at most to end with a token.
const MAX_LONGER: usize = 256;
