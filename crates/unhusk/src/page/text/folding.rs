//! Folded text under construction: chunks go in, and white space and borders between words become one space.

use super::fold::{is_folded_ascii, normalised};
use super::map::Places;
use std::ops::Range;

/// Builds folded text and, if `P` is more than `()`, where each of its characters comes from.
pub(super) struct Folding<P> {
    pub(super) text: String,
    pub(super) places: P,
    gap: Gap,
    /// Where the last word ended in the source.
    word_end: usize,
}

/// What stands between the last word and the next.
enum Gap {
    Nothing,
    /// The border of a block, which has no white space in the source.
    Border,
    /// White space, from its first to its last byte.
    Space(Range<usize>),
}

impl Folding<()> {
    /// Builds text only.
    pub(super) fn without_places(capacity: usize) -> Self {
        Self { text: String::with_capacity(capacity), ..Self::new(()) }
    }

    /// The text, in NFC.
    pub(super) fn into_text(self) -> String {
        normalised(self.text)
    }
}

impl<P: Places> Folding<P> {
    pub(super) fn new(places: P) -> Self {
        Self { text: String::new(), places, gap: Gap::Nothing, word_end: 0 }
    }

    /// Text that stands in the source as it is, at byte `at`.
    pub(super) fn push_text(&mut self, text: &str, at: usize) {
        let body = text.trim_start();
        let body_at = at + text.len() - body.len();
        self.push_space(at..body_at);
        let body = body.trim_end();
        let body_end = body_at + body.len();
        if is_folded_ascii(body.as_bytes()) {
            self.push_word(body, body_at);
        } else {
            self.push_words(body, body_at);
        }
        self.push_space(body_end..at + text.len());
    }

    /// Characters that stand for `source` as a whole: a decoded reference, say.
    pub(super) fn push_whole(&mut self, chars: impl Iterator<Item = char>, source: Range<usize>) {
        for char in chars {
            if char.is_whitespace() {
                self.push_space(source.clone());
                continue;
            }
            self.close_gap();
            self.places.whole(self.text.len(), source.clone());
            self.text.push(char);
            self.word_end = source.end;
        }
    }

    /// The border of a block, or a line break.
    pub(super) fn push_border(&mut self) {
        if matches!(self.gap, Gap::Nothing) {
            self.gap = Gap::Border;
        }
    }

    fn push_space(&mut self, source: Range<usize>) {
        if source.is_empty() {
            return;
        }
        self.gap = match self.gap {
            Gap::Space(Range { start, .. }) => Gap::Space(start..source.end),
            Gap::Nothing | Gap::Border => Gap::Space(source),
        };
    }

    fn push_words(&mut self, text: &str, at: usize) {
        let mut rest = text;
        loop {
            let word_len = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(word_len);
            let word_at = at + text.len() - rest.len();
            self.push_word(word, word_at);
            rest = behind.trim_start();
            if rest.is_empty() {
                return;
            }
            self.push_space(word_at + word_len..at + text.len() - rest.len());
        }
    }

    fn push_word(&mut self, word: &str, at: usize) {
        if word.is_empty() {
            return;
        }
        self.close_gap();
        self.places.verbatim(self.text.len(), at, word.len());
        self.text.push_str(word);
        self.word_end = at + word.len();
    }

    /// Puts in the space that is due, unless the text has not begun.
    fn close_gap(&mut self) {
        let source = match std::mem::replace(&mut self.gap, Gap::Nothing) {
            Gap::Nothing => return,
            Gap::Border => self.word_end..self.word_end,
            Gap::Space(source) => source,
        };
        if self.text.is_empty() {
            return;
        }
        if source.len() == 1 {
            self.places.verbatim(self.text.len(), source.start, 1);
        } else {
            self.places.whole(self.text.len(), source);
        }
        self.text.push(' ');
    }
}
