//! Comments, bogus ones included.

use super::{CommentToken, Token, Tokenizer};
use crate::parse::store::{Nul, ParseStore, narrow};
use memchr::{memchr, memchr_iter, memchr2};

impl Tokenizer<'_> {
    /// Comment start state to the comment end state, at `<!--`.
    pub(super) fn comment(&mut self, store: &mut ParseStore) -> Token {
        let start = self.pos;
        let data_start = start + 4;
        let (data_end, end) = self.comment_end(data_start);
        self.pos = end;
        self.comment_of(store, start, (data_start, data_end))
    }

    /// Returns the end of the data and the end of the comment.
    fn comment_end(&self, data_start: usize) -> (usize, usize) {
        let rest = &self.bytes[data_start..];
        for abrupt in [&b">"[..], b"->"] {
            if rest.starts_with(abrupt) {
                return (data_start, data_start + abrupt.len());
            }
        }
        for sign in memchr_iter(b'>', rest) {
            let before = &rest[..sign];
            if let Some(data) = before.strip_suffix(b"--").or(before.strip_suffix(b"--!")) {
                return (data_start + data.len(), data_start + sign + 1);
            }
        }
        // The source ends in the comment end state, the comment end bang state or a dash state.
        let endings = [&b"--!"[..], b"--", b"-"];
        let data = endings.into_iter().find_map(|ending| rest.strip_suffix(ending)).unwrap_or(rest);
        (data_start + data.len(), self.bytes.len())
    }

    /// Bogus comment state: the data begin at `data_start` and run to the next `>`.
    pub(super) fn bogus_comment(&mut self, store: &mut ParseStore, data_start: usize) -> Token {
        let start = self.pos;
        let found = memchr(b'>', &self.bytes[data_start..]);
        let data_end = found.map_or(self.bytes.len(), |len| data_start + len);
        self.pos = (data_end + 1).min(self.bytes.len());
        self.comment_of(store, start, (data_start, data_end))
    }

    fn comment_of(&self, store: &mut ParseStore, start: usize, data: (usize, usize)) -> Token {
        let written = &self.source[data.0..data.1];
        let is_decoded = memchr2(b'\r', 0, written.as_bytes()).is_some();
        let data = if is_decoded {
            store.decode(written, None, Nul::Replace)
        } else {
            (narrow(data.0), narrow(data.1))
        };
        Token::Comment(CommentToken {
            start: narrow(start),
            end: narrow(self.pos),
            data,
            is_decoded,
        })
    }
}
