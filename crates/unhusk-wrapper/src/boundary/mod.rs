//! Boundary wrappers: values begin and end where enough weighted detectors say so.
//!
//! A [`Detector`] fires between two tokens if what it wants stands before and behind that place. Those of one border
//! add up their weights. Where at least half of the most votes on the page speak for a start, a value begins; it ends
//! where the votes for an end, times how often values were that long, are the most. Values make records as in contextual wrappers: one a page, or fields in turns.
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

/// How the values of one field are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `start`, `end` and `lengths`")]
pub struct Ensemble {
    /// Detectors of starts.
    pub start: Vec<Detector>,
    /// Detectors of ends.
    pub end: Vec<Detector>,
    /// Numbers of tokens that values have, each with how often, in increasing order.
    pub lengths: Vec<(u32, u32)>,
}

/// Fires between two tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `weight`")]
pub struct Detector {
    /// What must stand before the place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Landmark,
    /// What must stand behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Landmark,
    /// How much it counts, in thousandths.
    pub weight: u32,
}

/// Why detectors cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DetectorError(&'static str);

impl Bwi {
    /// Most detectors of one border.
    pub const MAX_DETECTORS: usize = 256;
    /// Most tokens on one side of a detector.
    pub const MAX_TOKENS: usize = 64;

    /// One ensemble per field, in the schema's order.
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
                return Err(DetectorError(
                    "values have at least one token, and were seen at least once",
                ));
            }
            if !lengths.windows(2).all(|pair| pair[0].0 < pair[1].0) {
                return Err(DetectorError("lengths are in increasing order"));
            }
        }
        Ok(Self { saved: SavedBwi { tags, records, fields } })
    }

    /// The ensembles, in the order of the fields.
    pub fn fields(&self) -> &[Ensemble] {
        &self.saved.fields
    }

    /// How values make records.
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
