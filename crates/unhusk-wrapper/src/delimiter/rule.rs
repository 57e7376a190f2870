//! The rules of each class, as saved. Constructors check the conditions for running a rule.

use super::{Delimiter, MAX_DELIMITER_BYTES, OptionalDelimiter};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// Maximum number of fields of a rule. The widest table in the test data has eight.
pub const MAX_FIELDS: usize = 256;

/// The delimiters of one field of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `left` and `right`")]
pub struct Pair {
    /// Name of the field. `None`: the field of the schema at the position of the pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Ends where the value begins. Empty only if the value begins where the one before it ends.
    pub left: OptionalDelimiter,
    /// Begins where the value ends.
    pub right: Delimiter,
}

/// The pairs of a table's fields in the order of the page: 1 to [`MAX_FIELDS`]. The left delimiter of the first is not
/// empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Pair>", into = "Vec<Pair>")]
pub struct Pairs(Vec<Pair>);

/// The delimiters of one level of nested records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `left` and `right`")]
pub struct DelimiterLevel {
    /// Name of the level's field, for readers of the file: levels and fields have the same order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Ends where the value begins.
    pub left: Delimiter,
    /// Begins where the value ends.
    pub right: Delimiter,
}

/// The levels of nested records, outermost first: 1 to [`MAX_FIELDS`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<DelimiterLevel>", into = "Vec<DelimiterLevel>")]
pub struct Levels(Vec<DelimiterLevel>);

/// LR: a pair of delimiters per field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields`")]
pub struct Lr {
    /// One pair per field.
    pub fields: Pairs,
}

/// HLRT: LR between a head and a tail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `head`, `tail` and `fields`")]
pub struct Hlrt {
    /// Extraction starts behind the first occurrence of this string; if it is empty, at the start of the page.
    pub head: OptionalDelimiter,
    /// Extraction ends where this string occurs before another record; if it is empty, at the end of the page.
    pub tail: OptionalDelimiter,
    /// One pair per field.
    pub fields: Pairs,
}

/// OCLR: LR inside an opening and a closing string around every record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `open`, `close` and `fields`")]
pub struct Oclr {
    /// A record is read from the start of this string, which may be part of the first left delimiter.
    pub open: Delimiter,
    /// The search for the next record starts behind this string; if it is empty, behind the last value.
    pub close: OptionalDelimiter,
    /// One pair per field.
    pub fields: Pairs,
}

/// HOCLRT: OCLR between a head and a tail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with `head`, `tail`, `open`, `close` and `fields`"
)]
pub struct Hoclrt {
    /// Extraction starts behind the first occurrence of this string; if it is empty, at the start of the page.
    pub head: OptionalDelimiter,
    /// Extraction ends where this string occurs before another record; if it is empty, at the end of the page.
    pub tail: OptionalDelimiter,
    /// A record is read from the start of this string, which may be part of the first left delimiter.
    pub open: Delimiter,
    /// The search for the next record starts behind this string; if it is empty, behind the last value.
    pub close: OptionalDelimiter,
    /// One pair per field.
    pub fields: Pairs,
}

/// N-LR: a pair of delimiters per level of nested records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields`")]
pub struct NLr {
    /// One pair per level.
    pub fields: Levels,
}

/// N-HLRT: N-LR between a head and a tail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `head`, `tail` and `fields`")]
pub struct NHlrt {
    /// Extraction starts behind the first occurrence of this string; if it is empty, at the start of the page.
    pub head: OptionalDelimiter,
    /// Extraction ends where this string occurs before another value; if it is empty, at the end of the page.
    pub tail: OptionalDelimiter,
    /// One pair per level.
    pub fields: Levels,
}

/// Reason why strings do not make a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A delimiter is empty that must not be, since extraction would not end.
    #[error("a delimiter is empty")]
    Empty,
    /// A delimiter is longer than [`MAX_DELIMITER_BYTES`].
    #[error("a delimiter has {bytes} bytes, more than {MAX_DELIMITER_BYTES}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A rule has no fields, or more than [`MAX_FIELDS`].
    #[error("{0} fields; a rule has 1 to {MAX_FIELDS}")]
    Fields(usize),
}

impl Pair {
    /// The pair of a field; an error if a delimiter is too long or the right one is empty.
    pub fn new(field: &str, left: &str, right: &str) -> Result<Self, RuleError> {
        Ok(Self {
            field: Some(field.to_owned()),
            left: OptionalDelimiter::new(left)?,
            right: Delimiter::new(right)?,
        })
    }
}

impl DelimiterLevel {
    /// The pair of a level; an error if a delimiter is too long or empty.
    pub fn new(field: &str, left: &str, right: &str) -> Result<Self, RuleError> {
        Ok(Self {
            field: Some(field.to_owned()),
            left: Delimiter::new(left)?,
            right: Delimiter::new(right)?,
        })
    }
}

impl Pairs {
    /// Checks the number of pairs and that the first one has a left delimiter.
    pub fn new(pairs: Vec<Pair>) -> Result<Self, RuleError> {
        if pairs.is_empty() || pairs.len() > MAX_FIELDS {
            return Err(RuleError::Fields(pairs.len()));
        }
        if pairs[0].left.is_empty() {
            return Err(RuleError::Empty);
        }
        Ok(Self(pairs))
    }
}

impl Levels {
    /// Checks the number of levels.
    pub fn new(levels: Vec<DelimiterLevel>) -> Result<Self, RuleError> {
        if levels.is_empty() || levels.len() > MAX_FIELDS {
            return Err(RuleError::Fields(levels.len()));
        }
        Ok(Self(levels))
    }
}

macro_rules! is_list {
    ($list:ty, $item:ty) => {
        impl Deref for $list {
            type Target = [$item];

            fn deref(&self) -> &[$item] {
                &self.0
            }
        }

        impl TryFrom<Vec<$item>> for $list {
            type Error = RuleError;

            fn try_from(items: Vec<$item>) -> Result<Self, RuleError> {
                Self::new(items)
            }
        }

        impl From<$list> for Vec<$item> {
            fn from(list: $list) -> Self {
                list.0
            }
        }
    };
}

is_list!(Pairs, Pair);
is_list!(Levels, DelimiterLevel);
