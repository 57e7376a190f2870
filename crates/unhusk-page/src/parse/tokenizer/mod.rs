//! The tokenizer (HTML, 13.2.5): source -> tags, text, comments, doctypes.
//!
//! A token has its place and borrows from the source; only decoded text is copied.
//! The states of the specification are the functions of this folder, called by their names there. Runs of
//! text, comments and raw text are searched for their end instead of being read character by character.

mod comment;
mod doctype;
mod raw_text;
mod scan;
mod script_data;
mod tag;
#[cfg(test)]
mod tests;

use super::store::{ParseStore, narrow};
use crate::reference::ReferenceContext;
use crate::tree::NameId;
pub(super) use doctype::DoctypeToken;
use memchr::memchr2;
use scan::CodedBytes;
pub(super) use tag::TagToken;

/// One piece of the source.
#[derive(Debug)]
pub(super) enum Token {
    Start(TagToken),
    End(TagToken),
    Text(TextToken),
    Comment(CommentToken),
    Doctype(Box<DoctypeToken>),
    Eof,
}

/// A run of text as written in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextToken {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) content: ContentModel,
    /// Whether the characters differ from the source: references, line ends, NUL.
    pub(super) is_coded: bool,
}

/// A comment; its data are a range of the source unless they had to be decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CommentToken {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) data: (u32, u32),
    pub(super) is_decoded: bool,
}

/// State of the tokenizer between two tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentModel {
    Data,
    RcData,
    RawText,
    ScriptData,
    PlainText,
    CData,
}

impl ContentModel {
    /// Whether `&amp;` is a reference here.
    pub(super) fn references(self) -> Option<ReferenceContext> {
        matches!(self, Self::Data | Self::RcData).then_some(ReferenceContext::Text)
    }
}

/// Reads tokens off a source.
#[derive(Debug)]
pub(super) struct Tokenizer<'s> {
    pub(super) source: &'s str,
    bytes: &'s [u8],
    coded: CodedBytes,
    pos: usize,
    /// Set by the tree builder behind `<title>`, `<script>` and the like.
    pub(super) content: ContentModel,
    pub(super) last_start_tag: NameId,
}

impl<'s> Tokenizer<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            bytes: source.as_bytes(),
            coded: CodedBytes::new(source.as_bytes()),
            pos: 0,
            content: ContentModel::Data,
            last_start_tag: NameId(u32::MAX),
        }
    }

    /// Returns the next token. `is_foreign`: whether `<![CDATA[` begins a section here, which the tree builder knows.
    #[inline]
    pub(super) fn next(&mut self, store: &mut ParseStore, is_foreign: bool) -> Token {
        loop {
            let token = match self.content {
                ContentModel::Data => self.data(store, is_foreign),
                _ => self.other_than_data(store),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    fn other_than_data(&mut self, store: &mut ParseStore) -> Option<Token> {
        match self.content {
            ContentModel::Data => None,
            ContentModel::RcData | ContentModel::RawText => self.raw_text(store),
            ContentModel::ScriptData => self.script_data(store),
            ContentModel::PlainText => Some(self.plain_text()),
            ContentModel::CData => self.cdata_section(),
        }
    }

    /// Data state. `None` if the markup is no token (`</>`, or a tag that the end of the source cuts).
    #[inline]
    fn data(&mut self, store: &mut ParseStore, is_foreign: bool) -> Option<Token> {
        let start = self.pos;
        if self.bytes.get(start) == Some(&b'<') {
            if self.bytes.get(start + 1).is_some_and(u8::is_ascii_alphabetic) {
                return self.start_tag(store, start).map(Token::Start);
            }
            if self.opens_markup(start) {
                return self.tag_open(store, is_foreign);
            }
        }
        let mut from = start;
        self.pos = loop {
            match scan::find(self.bytes, from, b'<') {
                Some(at) if !self.opens_markup(at) => from = at + 1,
                stop => break stop.unwrap_or(self.bytes.len()),
            }
        };
        Some(if start == self.pos { Token::Eof } else { self.text(start, self.pos) })
    }

    /// Tag open state and end tag open state: whether the `<` at `at` opens markup.
    fn opens_markup(&self, at: usize) -> bool {
        match self.bytes.get(at + 1) {
            Some(b'!' | b'?') => true,
            Some(b'/') => at + 2 < self.bytes.len(),
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        }
    }

    /// Tag open state, at a `<` that opens markup other than a start tag.
    fn tag_open(&mut self, store: &mut ParseStore, is_foreign: bool) -> Option<Token> {
        let start = self.pos;
        match self.bytes[start + 1] {
            b'!' => Some(self.markup_declaration_open(store, is_foreign)),
            b'?' => Some(self.bogus_comment(store, start + 1)),
            _ => match self.bytes[start + 2] {
                b'>' => {
                    self.pos = start + 3;
                    None
                }
                byte if byte.is_ascii_alphabetic() => self.end_tag(store, start).map(Token::End),
                _ => Some(self.bogus_comment(store, start + 2)),
            },
        }
    }

    /// Markup declaration open state.
    fn markup_declaration_open(&mut self, store: &mut ParseStore, is_foreign: bool) -> Token {
        let start = self.pos;
        let rest = &self.bytes[start + 2..];
        if rest.starts_with(b"--") {
            return self.comment(store);
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            return Token::Doctype(Box::new(self.doctype()));
        }
        if is_foreign && rest.starts_with(b"[CDATA[") {
            self.pos = start + 9;
            self.content = ContentModel::CData;
            let section = self.cdata_section();
            return section.unwrap_or_else(|| self.text(self.pos, self.pos));
        }
        self.bogus_comment(store, start + 2)
    }

    /// CDATA section state. `None` for an empty section.
    fn cdata_section(&mut self) -> Option<Token> {
        let start = self.pos;
        let rest = &self.bytes[start..];
        let Some(len) = memchr::memmem::find(rest, b"]]>") else {
            self.content = ContentModel::Data;
            self.pos = self.bytes.len();
            return (start < self.pos).then(|| self.text_in(ContentModel::CData, start, self.pos));
        };
        self.content = ContentModel::Data;
        self.pos = start + len + 3;
        (len > 0).then(|| self.text_in(ContentModel::CData, start, start + len))
    }

    /// PLAINTEXT state.
    fn plain_text(&mut self) -> Token {
        let start = self.pos;
        self.pos = self.bytes.len();
        self.text_or_eof(start)
    }

    /// Returns the rest of the source as text, or the end of the file.
    fn text_or_eof(&mut self, start: usize) -> Token {
        if start == self.bytes.len() { Token::Eof } else { self.text(start, self.bytes.len()) }
    }

    fn text(&mut self, start: usize, end: usize) -> Token {
        self.text_in(self.content, start, end)
    }

    fn text_in(&mut self, content: ContentModel, start: usize, end: usize) -> Token {
        let is_coded = match content {
            ContentModel::Data | ContentModel::RcData => self.coded.are_in(self.bytes, start, end),
            // Ampersands are plain characters.
            _ => memchr2(b'\r', 0, &self.bytes[start..end]).is_some(),
        };
        Token::Text(TextToken { start: narrow(start), end: narrow(end), content, is_coded })
    }
}

/// White space of the specification; carriage returns count, being line ends.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0C')
}
