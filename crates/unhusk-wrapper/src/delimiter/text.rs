//! The strings that a rule looks for.

use super::RuleError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// Bytes of the longest delimiter: a saved file of the largest size could not hold many such.
pub const MAX_DELIMITER_BYTES: usize = 1 << 16;

/// A string that is looked for in the source; never empty, at most [`MAX_DELIMITER_BYTES`] long.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Delimiter(String);

/// A string that is looked for in the source, or nothing: what an empty one means is said where it is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Landmark(String);

impl Delimiter {
    /// Checks that the text can be looked for.
    pub fn new(text: impl Into<String>) -> Result<Self, RuleError> {
        let Landmark(text) = Landmark::new(text)?;
        if text.is_empty() {
            return Err(RuleError::Empty);
        }
        Ok(Self(text))
    }
}

impl Landmark {
    /// Checks that the text can be looked for.
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
is_text!(Landmark);

impl From<Delimiter> for Landmark {
    fn from(delimiter: Delimiter) -> Self {
        Self(delimiter.0)
    }
}
