//! Source -> chunks of text: markup removed, references decoded, in one pass and without a tree.

use super::block::is_block;
use super::tag::{SourceTag, end_of_declaration, end_of_raw_text, tag_at};
use crate::reference::{Reference, ReferenceContext, match_at};
use crate::visible::{HiddenContent, hidden_content};
use memchr::{memchr2, memchr3};
use std::ops::Range;

/// Rules by which a part of the source is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DecodeMode {
    /// HTML: tags and comments are markup, references are decoded. NULs are dropped, as HTML drops them.
    Markup,
    /// Text in which references are decoded, but nothing is markup: the contents of `title`, `textarea`. A NUL
    /// is U+FFFD.
    References,
    /// An attribute value: references are decoded by the rules for attributes. A NUL is U+FFFD.
    Attribute,
    /// Unchanged: plain text, the contents of `script`.
    Verbatim,
}

impl DecodeMode {
    /// Returns the mode for the contents of an element of HTML; the name is in lower case.
    pub(super) fn of_contents(name: &[u8]) -> Self {
        match name {
            b"title" | b"textarea" => Self::References,
            b"xmp" | b"iframe" | b"noembed" | b"noframes" => Self::Verbatim,
            _ if hidden_content(name) == Some(HiddenContent::RawText) => Self::Verbatim,
            _ => Self::Markup,
        }
    }
}

/// A piece of the visible text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextChunk<'s> {
    /// Text that is the same in the source, at byte `at`; never empty.
    Verbatim { text: &'s str, at: usize },
    /// A decoded reference, and its place.
    Decoded { reference: Reference, source: Range<usize> },
    /// A block begins or ends, or a line breaks.
    Border,
}

/// The chunks of a part of a source. The part must begin and end at character borders.
///
/// A reference that the end of the part cuts stays as written; a tag that it cuts is left out. Linear.
pub(super) struct Chunks<'s> {
    source: &'s str,
    at: usize,
    end: usize,
    mode: DecodeMode,
    /// End of an element such as `title` or `xmp` that is read in another mode, and the mode.
    detour: Option<(usize, DecodeMode)>,
    /// Number of open elements whose markup is hidden: `template`.
    hidden_depth: usize,
}

impl<'s> Chunks<'s> {
    pub(super) fn new(source: &'s str, part: Range<usize>, mode: DecodeMode) -> Self {
        Self { source, at: part.start, end: part.end, mode, detour: None, hidden_depth: 0 }
    }

    /// Reads one chunk; `None` if it is not visible.
    fn step(&mut self, end: usize, mode: DecodeMode) -> Option<TextChunk<'s>> {
        let rest = &self.source.as_bytes()[self.at..end];
        let special = match mode {
            DecodeMode::Markup => memchr3(b'<', b'&', b'\0', rest),
            DecodeMode::References | DecodeMode::Attribute => memchr2(b'&', b'\0', rest),
            DecodeMode::Verbatim => None,
        };
        match special {
            Some(0) => match rest[0] {
                b'<' => self.markup(end),
                b'&' => Some(self.reference(end, mode)),
                _ => self.nul(mode),
            },
            _ => Some(self.verbatim(special.unwrap_or(rest.len()))),
        }
    }

    fn verbatim(&mut self, len: usize) -> TextChunk<'s> {
        let at = self.at;
        self.at += len;
        TextChunk::Verbatim { text: &self.source[at..self.at], at }
    }

    /// Reads the reference at an ampersand. The bytes beyond the end of the part are considered, so that a part of
    /// `?a&copy=1` reads as it does in the whole.
    fn reference(&mut self, end: usize, mode: DecodeMode) -> TextChunk<'s> {
        let context = match mode {
            DecodeMode::Attribute => ReferenceContext::Attribute,
            _ => ReferenceContext::Text,
        };
        let found = match_at(&self.source[self.at + 1..], context);
        let Some(reference) = found.filter(|found| self.at + 1 + found.len <= end) else {
            return self.verbatim(1);
        };
        self.decoded(reference, 1 + reference.len)
    }

    fn nul(&mut self, mode: DecodeMode) -> Option<TextChunk<'s>> {
        if mode != DecodeMode::Markup {
            let first = char::REPLACEMENT_CHARACTER;
            return Some(self.decoded(Reference { len: 1, first, second: None }, 1));
        }
        self.at += 1;
        None
    }

    fn decoded(&mut self, reference: Reference, len: usize) -> TextChunk<'s> {
        let source = self.at..self.at + len;
        self.at += len;
        TextChunk::Decoded { reference, source }
    }

    /// Reads the markup that a `<` begins; a `<` that begins none is text.
    fn markup(&mut self, end: usize) -> Option<TextChunk<'s>> {
        let bytes = &self.source.as_bytes()[..end];
        if let Some(tag) = tag_at(bytes, self.at) {
            self.at = tag.end.unwrap_or(end);
            let mut lower = [0; MAX_NAME_LEN];
            let name = lower_case(tag.name, &mut lower);
            self.enter_or_leave(name, &tag, end);
            return is_block(name).then_some(TextChunk::Border);
        }
        match end_of_declaration(bytes, self.at) {
            Some(declaration_end) => {
                self.at = declaration_end;
                None
            }
            None => Some(self.verbatim(1)),
        }
    }

    /// Skips hidden content, and records contents that are not read as markup.
    fn enter_or_leave(&mut self, name: &[u8], tag: &SourceTag<'s>, end: usize) {
        let contents_end = || end_of_raw_text(&self.source.as_bytes()[..end], self.at, name);
        match (hidden_content(name), tag.is_end) {
            (Some(HiddenContent::Markup), false) => self.hidden_depth += 1,
            (Some(HiddenContent::Markup), true) => {
                self.hidden_depth = self.hidden_depth.saturating_sub(1);
            }
            (Some(HiddenContent::RawText), false) => self.at = contents_end(),
            (None, false) => {
                let mode = DecodeMode::of_contents(name);
                if mode != DecodeMode::Markup {
                    self.detour = Some((contents_end(), mode));
                }
            }
            _ => {}
        }
    }
}

/// A name in lower case; empty if it is longer than any that matters.
fn lower_case<'b>(name: &[u8], buffer: &'b mut [u8; MAX_NAME_LEN]) -> &'b [u8] {
    let Some(lower) = buffer.get_mut(..name.len()) else { return b"" };
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    lower
}

/// Bytes of the longest names that matter: `blockquote`, `figcaption`.
const MAX_NAME_LEN: usize = 10;

impl<'s> Iterator for Chunks<'s> {
    type Item = TextChunk<'s>;

    fn next(&mut self) -> Option<TextChunk<'s>> {
        while self.at < self.end {
            let (end, mode) = match self.detour {
                Some((end, mode)) if self.at < end => (end, mode),
                _ => (self.end, self.mode),
            };
            let chunk = self.step(end, mode);
            if self.hidden_depth == 0 && chunk.is_some() {
                return chunk;
            }
        }
        None
    }
}
