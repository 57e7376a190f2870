//! Folded text under construction: chunks go in, and white space and borders between words become one space.

use super::chunks::TextChunk;
use super::fold::normalised;
use super::map::Places;
use super::scan::first_unsure;
use std::ops::Range;

/// Builds folded text and, unless `P` is `()`, the place of each of its characters.
pub(super) struct Folding<P> {
    pub(super) text: String,
    pub(super) places: P,
    gap: Gap,
    /// The end of the last word in the source.
    word_end: usize,
    /// Whether recent runs of words were short, so that more of them are to be expected.
    is_ragged: bool,
}

/// Separator between the last word and the next.
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
        Self { text: String::new(), places, gap: Gap::Nothing, word_end: 0, is_ragged: false }
    }

    /// A chunk of a source.
    pub(super) fn push_chunk(&mut self, chunk: TextChunk<'_>) {
        match chunk {
            TextChunk::Verbatim { text, at } => self.push_text(text, at),
            TextChunk::Decoded { reference, source } => self.push_whole(reference.chars(), source),
            TextChunk::Border => self.push_border(),
        }
    }

    /// Text that is the same in the source, at byte `at`.
    pub(super) fn push_text(&mut self, text: &str, at: usize) {
        let mut start = 0;
        while start < text.len() {
            let n_folded = if self.is_ragged { self.push_ragged(&text[start..]) } else { 0 };
            if n_folded > 0 {
                start += n_folded;
                continue;
            }
            let words_end = start + len_of_words(&text[start..]);
            self.push_words(&text[start..words_end], at + start);
            let next = end_of_space(text, words_end);
            self.push_space(at + words_end..at + next);
            self.is_ragged |= P::FORGETS && next < text.len() && words_end - start < RAGGED;
            start = next;
        }
    }

    /// Adds the first bytes of a text with short runs of words, for which a search per run costs more than a test of
    /// every byte; returns their number, 0 if they are not ASCII. Records no places.
    fn push_ragged(&mut self, text: &str) -> usize {
        let block = &text.as_bytes()[..text.len().min(BLOCK)];
        if !block.is_ascii() {
            return 0;
        }
        let mut folded = [0; 2 * BLOCK];
        // Treats all earlier text as if it had ended in the pending space, or in none.
        let mut is_behind_space = self.text.is_empty() || !matches!(self.gap, Gap::Nothing);
        let mut len = usize::from(is_behind_space && !self.text.is_empty());
        folded[0] = b' ';
        for &byte in block {
            let is_space = is_ascii_space(byte);
            folded[len % (2 * BLOCK)] = if is_space { b' ' } else { byte };
            len += usize::from(!is_space) | usize::from(!is_behind_space);
            is_behind_space = is_space;
        }
        self.gap = if is_behind_space { Gap::Border } else { Gap::Nothing };
        len -= usize::from(is_behind_space && len > 0);
        self.text.push_str(str::from_utf8(&folded[..len]).expect("folded ASCII is ASCII"));
        block.len()
    }

    /// Adds characters that represent `source` as a whole: a decoded reference, say.
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
            // Text that the parser moved lies before the text that it now follows.
            Gap::Space(Range { start, end }) => {
                Gap::Space(start.min(source.start)..end.max(source.end))
            }
            Gap::Nothing | Gap::Border => Gap::Space(source),
        };
    }

    /// Words with single spaces between them.
    fn push_words(&mut self, words: &str, at: usize) {
        if words.is_empty() {
            return;
        }
        self.close_gap();
        self.places.verbatim(self.text.len(), at, words.len());
        self.text.push_str(words);
        self.word_end = at + words.len();
    }

    /// Adds the pending space, unless the text is empty.
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

/// Length of a run of words, in bytes, below which the text is expected to have many such.
const RAGGED: usize = 32;
/// Bytes of such a text that are folded at once.
const BLOCK: usize = 64;

fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The end of the white space that begins at a position of a text.
fn end_of_space(text: &str, from: usize) -> usize {
    let bytes = &text.as_bytes()[from..];
    let ascii_len = bytes.iter().position(|&byte| !is_ascii_space(byte)).unwrap_or(bytes.len());
    if bytes.get(ascii_len).is_none_or(u8::is_ascii) {
        return from + ascii_len;
    }
    text.len() - text[from + ascii_len..].trim_start().len()
}

/// Returns the length of the words at the start of a text with single spaces between them: up to other white space, or
/// to the end.
fn len_of_words(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b' ') {
        return 0;
    }
    let mut end = first_unsure(bytes);
    while let Some(char) = text[end..].chars().next() {
        if char.is_whitespace() {
            break;
        }
        end += char.len_utf8();
        // Where one character is unsure, its neighbours often are: scan only from ASCII on.
        if bytes.get(end).is_some_and(u8::is_ascii) {
            end += first_unsure(&bytes[end..]);
        }
    }
    // A single space before other white space, or at the end, separates no words.
    end - usize::from(bytes[..end].last() == Some(&b' '))
}
