//! Script data: like raw text, but `<!-- <script> </script> -->` hides an end tag.

use super::{Token, Tokenizer, is_space};
use crate::parse::store::ParseStore;
use memchr::{memchr, memchr2};

/// Level of escape in a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    /// Script data state.
    None,
    /// Script data escaped state: behind `<!--`.
    Single,
    /// Script data double escaped state: behind `<!-- <script`.
    Double,
}

impl Tokenizer<'_> {
    /// Script data state: the text up to the end tag, then the end tag.
    pub(super) fn script_data(&mut self, store: &mut ParseStore) -> Option<Token> {
        let start = self.pos;
        let mut at = start;
        let mut escape = Escape::None;
        while let Some(next) = self.next_sign(at, escape) {
            at = next;
            if self.bytes[at] == b'-' {
                // Script data (double) escaped dash dash state.
                if self.bytes[at..].starts_with(b"-->") {
                    escape = Escape::None;
                }
                at += 1;
                continue;
            }
            match escape {
                Escape::None if self.bytes[at..].starts_with(b"<!--") => {
                    escape = Escape::Single;
                    // The dashes may be those of `-->`, too.
                    at += 2;
                    continue;
                }
                Escape::Single if self.names_script(at + 1) => escape = Escape::Double,
                Escape::Double if self.byte_is(at + 1, b'/') && self.names_script(at + 2) => {
                    escape = Escape::Single;
                }
                Escape::None | Escape::Single
                    if self.byte_is(at + 1, b'/') && self.is_appropriate_end_tag(store, at) =>
                {
                    return self.text_then_end_tag(store, start, at);
                }
                _ => {}
            }
            at += 1;
        }
        self.pos = self.bytes.len();
        Some(self.text_or_eof(start))
    }

    /// The next `<`, or in an escape the next `-`.
    fn next_sign(&self, from: usize, escape: Escape) -> Option<usize> {
        let rest = &self.bytes[from..];
        let offset = match escape {
            Escape::None => memchr(b'<', rest),
            Escape::Single | Escape::Double => memchr2(b'<', b'-', rest),
        };
        offset.map(|offset| from + offset)
    }

    /// Script data double escape start state (and end state): whether the word at `at` is `script`.
    fn names_script(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.get(..6).is_some_and(|word| word.eq_ignore_ascii_case(b"script"))
            && rest.get(6).is_some_and(|&byte| is_space(byte) || byte == b'/' || byte == b'>')
    }

    fn byte_is(&self, at: usize, byte: u8) -> bool {
        self.bytes.get(at) == Some(&byte)
    }
}
