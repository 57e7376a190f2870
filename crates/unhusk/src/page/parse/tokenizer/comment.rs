//! Comments, bogus ones included.

use super::{Comment, Token, Tokenizer};
use crate::page::parse::store::{Nul, Store, narrow};
use memchr::{memchr, memchr2, memmem};

impl Tokenizer<'_> {
    /// Comment start state to the comment end state, at `<!--`.
    pub(super) fn comment(&mut self, store: &mut Store) -> Token {
        let start = self.pos;
        let data_start = start + 4;
        let (data_end, end) = self.comment_end(data_start);
        self.pos = end;
        self.comment_of(store, start, (data_start, data_end))
    }

    /// Where the data end, and where the comment does.
    fn comment_end(&self, data_start: usize) -> (usize, usize) {
        let rest = &self.bytes[data_start..];
        for abrupt in [&b">"[..], b"->"] {
            if rest.starts_with(abrupt) {
                return (data_start, data_start + abrupt.len());
            }
        }
        let mut from = data_start;
        while let Some(offset) = memmem::find(&self.bytes[from..], b"--") {
            let dashes = from + offset;
            match &self.bytes[dashes + 2..] {
                [b'>', ..] => return (dashes, dashes + 3),
                [b'!', b'>', ..] => return (dashes, dashes + 4),
                // The source ends in the comment end state or the comment end bang state.
                [] | [b'!'] => return (dashes, self.bytes.len()),
                _ => from = dashes + 1,
            }
        }
        // One dash at the end of the source: the comment (start, end) dash state leaves it out.
        let len = self.bytes.len();
        let is_dash = len > data_start && self.bytes[len - 1] == b'-';
        (len - usize::from(is_dash), len)
    }

    /// Bogus comment state: the data begin at `data_start` and run to the next `>`.
    pub(super) fn bogus_comment(&mut self, store: &mut Store, data_start: usize) -> Token {
        let start = self.pos;
        let found = memchr(b'>', &self.bytes[data_start..]);
        let data_end = found.map_or(self.bytes.len(), |len| data_start + len);
        self.pos = (data_end + 1).min(self.bytes.len());
        self.comment_of(store, start, (data_start, data_end))
    }

    fn comment_of(&self, store: &mut Store, start: usize, data: (usize, usize)) -> Token {
        let written = &self.source[data.0..data.1];
        let is_decoded = memchr2(b'\r', 0, written.as_bytes()).is_some();
        let data = if is_decoded {
            store.decode(written, None, Nul::Replace)
        } else {
            (narrow(data.0), narrow(data.1))
        };
        Token::Comment(Comment { start: narrow(start), end: narrow(self.pos), data, is_decoded })
    }
}
