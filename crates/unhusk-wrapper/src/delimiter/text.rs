//! The strings that a rule searches for.

use super::RuleError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// Maximum length of a delimiter in bytes; a saved file of the largest size holds only a few this long.
pub const MAX_DELIMITER_BYTES: usize = 1 << 16;

/// A string to search for in the source: not empty, at most [`MAX_DELIMITER_BYTES`] long.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Delimiter(String);

/// A string to search for in the source, or the empty string, whose meaning the field documents.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OptionalDelimiter(String);

impl Delimiter {
    /// Makes a delimiter of a text that is neither empty nor too long.
    pub fn new(text: impl Into<String>) -> Result<Self, RuleError> {
        let OptionalDelimiter(text) = OptionalDelimiter::new(text)?;
        if text.is_empty() {
            return Err(RuleError::Empty);
        }
        Ok(Self(text))
    }
}

impl OptionalDelimiter {
    /// Makes a delimiter of a text that is not too long.
    pub fn new(text: impl Into<String>) -> Result<Self, RuleError> {
        let text = text.into();
        if text.len() > MAX_DELIMITER_BYTES {
            return Err(RuleError::TooLong { bytes: text.len() });
        }
        Ok(Self(text))
    }
}

macro_rules! is_text {
    ($type:ty) => {
        impl Deref for $type {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $type {
            type Error = RuleError;

            fn try_from(text: String) -> Result<Self, RuleError> {
                Self::new(text)
            }
        }

        impl From<$type> for String {
            fn from(text: $type) -> Self {
                text.0
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

is_text!(Delimiter);
is_text!(OptionalDelimiter);

impl From<Delimiter> for OptionalDelimiter {
    fn from(delimiter: Delimiter) -> Self {
        Self(delimiter.0)
    }
}
