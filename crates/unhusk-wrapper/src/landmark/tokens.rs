//! Splits a page into tokens: tags, words, numbers and punctuation, each with the classes it belongs to.

use super::rule::Wildcard;
use serde::{Deserialize, Serialize};
use unhusk_page::Span;

/// A token of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LandmarkToken {
    /// Span of the token in the source.
    pub span: Span,
    /// Bit mask of the [`Wildcard`]s that match the token.
    pub classes: u16,
    /// Number of the text.
    pub text: u32,
    /// For a tag, the number of its text without attributes; for other tokens, the number of the text.
    pub name: u32,
}

/// The number of every text that no rule contains.
pub(crate) const UNKNOWN: u32 = 0;

/// Splitting of tags with attributes into tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`whole` or `split`")]
pub enum TagReading {
    /// A tag is one token.
    #[default]
    Whole,
    /// A tag with attributes is several tokens: its start, the words and punctuation of its attributes, and its end. For
    /// values inside tags.
    Split,
}

/// Splits a source into tokens; `number` returns the number of a text. Linear in the source.
pub fn tokenize(
    source: &str,
    tags: TagReading,
    number: impl FnMut(&str) -> u32,
) -> Vec<LandmarkToken> {
    let mut reader =
        LandmarkTokenizer { source, tags, number, tokens: Vec::new(), may_have_tags: true };
    reader.read(0, source.len());
    reader.tokens
}

struct LandmarkTokenizer<'s, N> {
    source: &'s str,
    tags: TagReading,
    number: N,
    tokens: Vec<LandmarkToken>,
    /// False after a tag without an end; no later tag ends either, so that the source is searched only once.
    may_have_tags: bool,
}

impl<N: FnMut(&str) -> u32> LandmarkTokenizer<'_, N> {
    fn read(&mut self, start: usize, end: usize) {
        let mut at = start;
        while let Some(first) = self.source[at..end].chars().next() {
            at = match first {
                _ if first.is_whitespace() => at + first.len_utf8(),
                // `end` is earlier inside a tag, which contains no tags.
                '<' if end == self.source.len() => self.tag(at),
                '&' => self.reference(at),
                _ if first.is_alphanumeric() => self.word(at, end),
                _ => self.punctuation(at, at + first.len_utf8()),
            };
        }
    }

    /// Reads a tag, a comment or a declaration; a single `<` if there is none. Returns its end.
    fn tag(&mut self, at: usize) -> usize {
        let bytes = &self.source.as_bytes()[at..];
        let name_at = 1 + usize::from(bytes.get(1) == Some(&b'/'));
        let begins = bytes.get(name_at).is_some_and(|byte| {
            byte.is_ascii_alphabetic() || (name_at == 1 && matches!(byte, b'!' | b'?'))
        });
        if !begins || !self.may_have_tags {
            return self.punctuation(at, at + 1);
        }
        let Some(len) = tag_len(bytes) else {
            self.may_have_tags = false;
            return self.punctuation(at, at + 1);
        };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':');
        let name_len = bytes[name_at..].iter().take_while(|byte| is_name(byte)).count();
        let (name_end, end) = (at + name_at + name_len, at + len);
        let beginning = self.source[at..name_end].to_ascii_lowercase();
        let is_plain = self.source[name_end..end].trim_matches(['>', '/', ' ']).is_empty();
        let classes = Wildcard::Any.bit() | Wildcard::Tag.bit();
        if self.tags == TagReading::Split && !is_plain && name_len > 0 {
            self.push(Span::new(at, name_end), classes, &beginning);
            self.read(name_end, end - 1);
            self.push(Span::new(end - 1, end), classes, ">");
            return end;
        }
        let name = (self.number)(&format!("{beginning}>"));
        let text = if is_plain { name } else { (self.number)(&self.source[at..end]) };
        self.tokens.push(LandmarkToken { span: Span::new(at, end), classes, text, name });
        end
    }

    /// Reads a character reference; a single `&` if there is none. Returns its end.
    fn reference(&mut self, at: usize) -> usize {
        const MAX_LEN: usize = 32;
        let bytes = &self.source.as_bytes()[at + 1..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        let len = bytes.iter().take(MAX_LEN).take_while(|byte| is_part(byte)).count();
        let is_reference = len > 0 && bytes.get(len) == Some(&b';');
        self.punctuation(at, if is_reference { at + len + 2 } else { at + 1 })
    }

    fn word(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.source[at..end];
        let len = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        self.push(Span::new(at, at + len), word_classes(&rest[..len]), &rest[..len]);
        at + len
    }

    fn punctuation(&mut self, at: usize, end: usize) -> usize {
        let bits = [Wildcard::Any, Wildcard::Text, Wildcard::Punctuation].map(Wildcard::bit);
        self.push(Span::new(at, end), bits.iter().sum(), &self.source[at..end]);
        end
    }

    fn push(&mut self, span: Span, classes: u16, text: &str) {
        let number = (self.number)(text);
        self.tokens.push(LandmarkToken { span, classes, text: number, name: number });
    }
}

/// Length of the tag or comment at the start of `bytes`; `None` if it does not end.
fn tag_len(bytes: &[u8]) -> Option<usize> {
    if let Some(comment) = bytes.strip_prefix(b"<!--") {
        return memchr::memmem::find(comment, b"-->").map(|at| at + 7);
    }
    let mut quote = None;
    for (at, byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at + 1),
            (None, b'"' | b'\'') if at > 0 && bytes[at - 1] == b'=' => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

fn word_classes(word: &str) -> u16 {
    let mut classes =
        [Wildcard::Any, Wildcard::Text, Wildcard::Alphanumeric].map(Wildcard::bit).iter().sum();
    let mut holds = |wildcard: Wildcard, is_such: bool| {
        classes |= if is_such { wildcard.bit() } else { 0 };
        is_such
    };
    let all = |is_such: fn(char) -> bool| word.chars().all(is_such);
    if !holds(Wildcard::Number, all(char::is_numeric))
        && holds(Wildcard::Alphabetic, all(char::is_alphabetic))
    {
        holds(Wildcard::Lower, all(char::is_lowercase));
        holds(Wildcard::Capitalized, word.starts_with(char::is_uppercase));
        holds(Wildcard::AllCaps, all(char::is_uppercase));
    }
    classes
}
