//! Boundary wrappers: values start and end where enough weighted detectors fire.
//!
//! A [`Detector`] fires between two tokens if the tokens before and behind match. The weights of the detectors that fire
//! are the votes for a border. A value starts where the votes are at least half of the highest number of votes on the
//! page. It ends where the product of the votes for an end and the frequency of the length is highest. Values make
//! records as in contextual wrappers: one record per page, or one value of each field in turn.
//!
//! Source: Freitag, Kushmerick, *Boosted wrapper induction*, AAAI 2000.

mod extract;
mod explain;

use super::context::Grouping;
use super::landmark::{Landmark, TagReading};
use super::{Extract, RawExtraction};
use crate::record::Schema;
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// BWI: weighted detectors per field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedBwi", into = "SavedBwi")]
pub struct Bwi {
    saved: SavedBwi,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `records` and `fields`")]
struct SavedBwi {
    #[serde(default)]
    tags: TagReading,
    records: Grouping,
    fields: Vec<Ensemble>,
}

/// The detectors of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `start`, `end` and `lengths`")]
pub struct Ensemble {
    /// Detectors of starts.
    pub start: Vec<Detector>,
    /// Detectors of ends.
    pub end: Vec<Detector>,
    /// Lengths of values in tokens, each with its frequency in the examples, in increasing order.
    pub lengths: Vec<(u32, u32)>,
}

/// Fires between two tokens if the tokens on both sides match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `weight`")]
pub struct Detector {
    /// Tokens before the border.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Landmark,
    /// Tokens behind the border.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Landmark,
    /// Weight of the detector's vote, in thousandths.
    pub weight: u32,
}

/// Reason why detectors are rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DetectorError(&'static str);

impl Bwi {
    /// Maximum number of detectors of one border.
    pub const MAX_DETECTORS: usize = 256;
    /// Maximum number of tokens on one side of a detector.
    pub const MAX_TOKENS: usize = 64;

    /// Checks the ensembles: one per field, in the order of the schema.
    pub fn new(
        tags: TagReading,
        records: Grouping,
        fields: Vec<Ensemble>,
    ) -> Result<Self, DetectorError> {
        for Ensemble { start, end, lengths } in &fields {
            if start.len().max(end.len()) > Self::MAX_DETECTORS {
                return Err(DetectorError("a border has more than 256 detectors"));
            }
            let mut detectors = start.iter().chain(end);
            if detectors.any(|one| one.before.len().max(one.behind.len()) > Self::MAX_TOKENS) {
                return Err(DetectorError("a detector looks at more than 64 tokens on one side"));
            }
            if lengths.is_empty()
                || lengths.iter().any(|(length, count)| *length == 0 || *count == 0)
            {
                return Err(DetectorError("lengths and their frequencies are at least 1"));
            }
            if !lengths.windows(2).all(|pair| pair[0].0 < pair[1].0) {
                return Err(DetectorError("lengths are not in increasing order"));
            }
        }
        Ok(Self { saved: SavedBwi { tags, records, fields } })
    }

    /// The ensembles, in the order of the schema.
    pub fn fields(&self) -> &[Ensemble] {
        &self.saved.fields
    }

    /// Returns the arrangement of values in records.
    pub fn grouping(&self) -> Grouping {
        self.saved.records
    }
}

impl Extract for Bwi {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        extract::extract(self, schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        super::context::check_fields(self.saved.fields.len(), schema)
    }
}

impl TryFrom<SavedBwi> for Bwi {
    type Error = DetectorError;

    fn try_from(saved: SavedBwi) -> Result<Self, DetectorError> {
        Self::new(saved.tags, saved.records, saved.fields)
    }
}

impl From<Bwi> for SavedBwi {
    fn from(wrapper: Bwi) -> Self {
        wrapper.saved
    }
}
