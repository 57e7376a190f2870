//! Landmark wrappers: each border of a value is found by skipping from landmark to landmark.
//!
//! A page is a row of tokens (`tokens`). A [`Way`] skips to landmarks, forwards or backwards; a [`Border`] takes the
//! first way that does not fail; a [`Cut`] has two borders, and what it cuts out may be a list, whose items follow
//! each other (`rule`). `run` walks the ways, `extract` puts records together: the page is one, or a list of them
//! is cut out first, and fields are cut out of their records. This is the *embedded catalog* of the source, as far as
//! flat records with repeated fields need it.
//!
//! Source: Muslea, Minton, Knoblock, *Hierarchical wrapper induction for semistructured information sources*,
//! Autonomous Agents and Multi-Agent Systems 4 (2001).

mod rule;
pub(crate) mod tokens;
pub(crate) mod run;
mod extract;
mod explain;

pub use explain::landmark_words;
pub use extract::span;
pub use rule::{AnyOf, Border, Cut, Items, Landmark, Origin, Terminal, Way, Wildcard};
pub use tokens::TagReading;

use super::{Extract, RawExtraction};
use crate::record::Schema;
use run::{CutProgram, Vocabulary};
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// STALKER: a cut per field, out of the page or out of the items of a list of records.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedStalker", into = "SavedStalker")]
pub struct Stalker {
    saved: SavedStalker,
    vocabulary: Vocabulary,
    records: Option<CutProgram>,
    fields: Vec<CutProgram>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields`")]
struct SavedStalker {
    #[serde(default)]
    tags: TagReading,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<Cut>,
    fields: Vec<Cut>,
}

/// Why landmark rules cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LandmarkError(&'static str);

impl Stalker {
    /// One cut per field, in the schema's order; `records` cuts a list of records out of the page, without it the
    /// page is one record.
    pub fn new(
        tags: TagReading,
        records: Option<Cut>,
        fields: Vec<Cut>,
    ) -> Result<Self, LandmarkError> {
        let cuts = || records.iter().chain(&fields);
        for cut in cuts() {
            let items = cut.items.iter().flat_map(|items| [&items.end, &items.next]);
            for ways in [&cut.start.ways, &cut.end.ways].into_iter().chain(items) {
                rule::check_ways(ways).map_err(LandmarkError)?;
            }
        }
        let mut vocabulary = Vocabulary::default();
        let list = records.as_ref().map(|cut| CutProgram::new(cut, &mut vocabulary));
        let programs = fields.iter().map(|cut| CutProgram::new(cut, &mut vocabulary)).collect();
        let saved = SavedStalker { tags, records, fields };
        Ok(Self { saved, vocabulary, records: list, fields: programs })
    }

    /// How tags are read.
    pub fn tags(&self) -> TagReading {
        self.saved.tags
    }

    /// The list of records, if the page is not one record.
    pub fn records(&self) -> Option<&Cut> {
        self.saved.records.as_ref()
    }

    /// The cuts, in the order of the fields.
    pub fn fields(&self) -> &[Cut] {
        &self.saved.fields
    }
}

impl Extract for Stalker {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        extract::extract(self, schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        super::context::check_fields(self.saved.fields.len(), schema)
    }
}

/// Equal rules run alike.
impl PartialEq for Stalker {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for Stalker {}

impl TryFrom<SavedStalker> for Stalker {
    type Error = LandmarkError;

    fn try_from(saved: SavedStalker) -> Result<Self, LandmarkError> {
        Self::new(saved.tags, saved.records, saved.fields)
    }
}

impl From<Stalker> for SavedStalker {
    fn from(wrapper: Stalker) -> Self {
        wrapper.saved
    }
}

#[cfg(test)]
mod tests;

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
#[allow(missing_docs, reason = "documented where it is defined")]
pub mod internal {
    pub mod run {
        pub use crate::landmark::run::{Probe, Vocabulary};
    }
    pub mod tokens {
        pub use crate::landmark::tokens::{Token, tokenize};
    }
}
