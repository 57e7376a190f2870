//! A reader of selectors: characters, positions for messages, and a cap on nesting.

use super::{MAX_LEN, MAX_NESTING, SelectError, shortened};

/// A position in the text of a selector that is being parsed.
pub(super) struct Cursor<'s> {
    language: &'static str,
    source: &'s str,
    at: usize,
    nesting: usize,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(language: &'static str, source: &'s str) -> Result<Self, SelectError> {
        let cursor = Self { language, source, at: 0, nesting: 0 };
        match source.len() {
            0..=MAX_LEN => Ok(cursor),
            length => Err(cursor.error(&format!("{length} bytes are more than {MAX_LEN}"))),
        }
    }

    /// An error at this position.
    pub(super) fn error(&self, message: &str) -> SelectError {
        SelectError::Syntax {
            language: self.language,
            selector: shortened(self.source),
            at: self.source[..self.at].chars().count() + 1,
            message: message.to_owned(),
        }
    }

    /// An error with the text found here and the text expected.
    pub(super) fn expected(&self, expected: &str) -> SelectError {
        match self.peek() {
            Some(found) => self.error(&format!("found `{found}`, expected {expected}")),
            None => self.error(&format!("it ends here, expected {expected}")),
        }
    }

    /// An error about an unsupported part of the full language.
    pub(super) fn unsupported(&self, what: &str) -> SelectError {
        self.error(&format!("unsupported in labels: {what}"))
    }

    pub(super) fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to an earlier position, for an error there.
    pub(super) fn back_to(&mut self, position: usize) {
        self.at = position;
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.source.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips white space; returns whether there was any.
    pub(super) fn skip_space(&mut self) -> bool {
        !self.take_while(char::is_whitespace).is_empty()
    }

    /// Takes `n_bytes`, which end on a character border.
    pub(super) fn take(&mut self, n_bytes: usize) {
        self.at += n_bytes;
    }

    /// Takes `token` if it is next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Takes `token`, which must be next.
    pub(super) fn require(&mut self, token: &str) -> Result<(), SelectError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// Takes the characters that `belongs` accepts.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes a quoted string if a quote is next.
    pub(super) fn quoted(&mut self) -> Result<Option<&'s str>, SelectError> {
        let Some(quote @ ('"' | '\'')) = self.peek() else { return Ok(None) };
        let inner = &self.rest()[1..];
        let Some(length) = inner.find(quote) else {
            return Err(self.error("the string has no end"));
        };
        self.at += length + 2;
        Ok(Some(&inner[..length]))
    }

    /// Goes one bracket deeper.
    pub(super) fn enter(&mut self) -> Result<(), SelectError> {
        self.nesting += 1;
        if self.nesting <= MAX_NESTING {
            Ok(())
        } else {
            Err(self.error(&format!("brackets nest deeper than {MAX_NESTING}")))
        }
    }

    pub(super) fn leave(&mut self) {
        self.nesting -= 1;
    }
}

/// Whether a character may be part of a name.
pub(super) fn is_name_char(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_')
}
