//! The provenance of a wrapper, as the saved file keeps it.

use super::{Choice, Robustness};
use serde::{Deserialize, Serialize};

/// What a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct Provenance {
    /// Name of the method.
    pub method: String,
    /// Program and version that learnt it.
    pub tool: String,
    /// The labelled pages.
    pub pages: Vec<TrainingPage>,
    /// What else would have done, string by string.
    #[serde(rename = "leeway", skip_serializing_if = "Vec::is_empty")]
    pub slack: Vec<Slack>,
    /// Why this wrapper was taken, if there were others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// How much of it survives changes of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robustness: Option<Robustness>,
}

/// The strings that would have done as well as the one that was taken, all others held: all lengths in a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slack {
    /// The field, if the string belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Which string.
    pub side: DelimiterSide,
    /// Lengths of the shortest and of the longest.
    pub bytes: LengthRange,
    /// The longest one. The others are its ends or its beginnings ([`DelimiterSide::shares_ends`]); very long ones
    /// are cut on the other side.
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
    /// The one behind which the next record is looked for.
    Close,
}

impl DelimiterSide {
    /// Whether shorter strings that would have done are the ends of longer ones, rather than their beginnings.
    pub fn shares_ends(self) -> bool {
        matches!(self, Self::Left | Self::Head | Self::Close)
    }
}

/// One page that a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object with `name`")]
pub struct TrainingPage {
    /// Its file name; folders are left out, because they say where someone keeps their files.
    pub name: String,
    /// SHA-256 of its decoded source, in hexadecimal.
    pub sha256: String,
    /// How many records were labelled on it.
    pub records: usize,
    /// How many values were labelled on it.
    pub labels: usize,
}
