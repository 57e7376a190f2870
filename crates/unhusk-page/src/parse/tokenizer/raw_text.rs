//! RCDATA and RAWTEXT: text up to the end tag of its element.

use super::{ContentModel, Token, Tokenizer, is_space};
use crate::parse::store::ParseStore;
use memchr::memmem;

impl Tokenizer<'_> {
    /// RCDATA state and RAWTEXT state: the text up to the end tag, then the end tag.
    pub(super) fn raw_text(&mut self, store: &mut ParseStore) -> Option<Token> {
        let start = self.pos;
        let mut from = start;
        while let Some(offset) = memmem::find(&self.bytes[from..], b"</") {
            let at = from + offset;
            if self.is_appropriate_end_tag(store, at) {
                return self.text_then_end_tag(store, start, at);
            }
            from = at + 2;
        }
        self.pos = self.bytes.len();
        Some(self.text_or_eof(start))
    }

    /// The text that began at `start` if there is any, else the end tag at `end`.
    pub(super) fn text_then_end_tag(
        &mut self,
        store: &mut ParseStore,
        start: usize,
        end: usize,
    ) -> Option<Token> {
        if end > start {
            self.pos = end;
            return Some(self.text(start, end));
        }
        self.content = ContentModel::Data;
        self.end_tag(store, end).map(Token::End)
    }

    /// Whether `</` at `at` begins the end tag of the last start tag.
    pub(super) fn is_appropriate_end_tag(&self, store: &ParseStore, at: usize) -> bool {
        if self.last_start_tag.0 == u32::MAX {
            return false;
        }
        let name = store.names.text(self.last_start_tag).as_bytes();
        let rest = &self.bytes[at + 2..];
        rest.get(..name.len()).is_some_and(|written| written.eq_ignore_ascii_case(name))
            && rest
                .get(name.len())
                .is_some_and(|&byte| is_space(byte) || byte == b'/' || byte == b'>')
    }
}
