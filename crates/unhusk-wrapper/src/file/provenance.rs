//! The provenance of a wrapper, as the saved file keeps it.

use super::{Choice, Robustness};
use serde::{Deserialize, Serialize};

/// Origin of a wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct Provenance {
    /// Name of the method.
    pub method: String,
    /// Program and version that learnt it.
    pub tool: String,
    /// The labelled pages.
    pub pages: Vec<TrainingPage>,
    /// Other strings that fit equally well, string by string.
    #[serde(rename = "leeway", skip_serializing_if = "Vec::is_empty")]
    pub slack: Vec<Slack>,
    /// The reason for its choice, if there were others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// The share of its values that survives changes of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robustness: Option<Robustness>,
}

/// The strings that fit equally well in place of a chosen one, all others fixed: all lengths in a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slack {
    /// The field, if the string belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The string of the rule.
    pub side: DelimiterSide,
    /// Lengths of the shortest and of the longest.
    pub bytes: LengthRange,
    /// The longest one. The others are its ends or its beginnings ([`DelimiterSide::shares_ends`]); very long ones are
    /// cut on the other side.
    pub longest: String,
}

/// A range of lengths in bytes. A file has it as a list of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(usize, usize)", into = "(usize, usize)")]
pub struct LengthRange {
    /// Bytes of the shortest string.
    pub shortest: usize,
    /// Bytes of the longest string.
    pub longest: usize,
}

impl From<(usize, usize)> for LengthRange {
    fn from((shortest, longest): (usize, usize)) -> Self {
        Self { shortest, longest }
    }
}

impl From<LengthRange> for (usize, usize) {
    fn from(range: LengthRange) -> Self {
        (range.shortest, range.longest)
    }
}

/// A string of a rule: one of the two delimiters of a field, or one that frames records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DelimiterSide {
    /// The one that ends where the value begins.
    Left,
    /// The one that begins where the value ends.
    Right,
    /// The one behind which reading starts.
    Head,
    /// The one before which reading ends.
    Tail,
    /// The one that begins a record.
    Open,
    /// The one behind which the search for the next record starts.
    Close,
}

impl DelimiterSide {
    /// Whether shorter strings that fit are the ends of longer ones, rather than their beginnings.
    pub fn shares_ends(self) -> bool {
        matches!(self, Self::Left | Self::Head | Self::Close)
    }
}

/// One training page of a wrapper.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object with `name`")]
pub struct TrainingPage {
    /// Its file name, without folders, which would reveal the user's directories.
    pub name: String,
    /// SHA-256 of its decoded source, in hexadecimal.
    pub sha256: String,
    /// Number of labelled records.
    pub records: usize,
    /// Number of labelled values.
    pub labels: usize,
}
