//! Landmark wrappers: a rule finds each border of a value by skipping from landmark to landmark.
//!
//! A page is a sequence of tokens (`tokens`). A [`SkipRule`] skips to landmarks, forwards or backwards. A [`Border`] has
//! alternative skip rules and uses the first that matches. An [`ExtractionRule`] has two borders; what is between them
//! is a value, or a list with rules for its items (`rule`). `run` compiles and runs the rules. `extract` assembles
//! records: the page is one record, or the items of a list are records, and fields are extracted from their records.
//! This is the *embedded catalog* of the source, as far as flat records with repeated fields need it.
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
pub use rule::{
    AnyOf, Border, ExtractionRule, Items, Landmark, SearchFrom, SkipRule, Terminal, Wildcard,
};
pub use tokens::TagReading;

use super::{Extract, RawExtraction};
use crate::record::Schema;
use run::{ExtractionProgram, TokenNumbers};
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// STALKER: an extraction rule per field, applied to the page or to each item of a list of records.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedStalker", into = "SavedStalker")]
pub struct Stalker {
    saved: SavedStalker,
    vocabulary: TokenNumbers,
    records: Option<ExtractionProgram>,
    fields: Vec<ExtractionProgram>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields`")]
struct SavedStalker {
    #[serde(default)]
    tags: TagReading,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<ExtractionRule>,
    fields: Vec<ExtractionRule>,
}

/// Reason why landmark rules are rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LandmarkError(&'static str);

impl Stalker {
    /// Compiles one rule per field, in the order of the schema. `records` extracts the list of records; without it, the
    /// page is one record.
    pub fn new(
        tags: TagReading,
        records: Option<ExtractionRule>,
        fields: Vec<ExtractionRule>,
    ) -> Result<Self, LandmarkError> {
        let rules = records.iter().chain(&fields);
        for extraction in rules {
            let items = extraction.items.iter().flat_map(|items| [&items.end, &items.next]);
            for alternatives in [&extraction.start.alternatives, &extraction.end.alternatives]
                .into_iter()
                .chain(items)
            {
                rule::check_alternatives(alternatives).map_err(LandmarkError)?;
            }
        }
        let mut vocabulary = TokenNumbers::default();
        let list = records.as_ref().map(|rule| ExtractionProgram::new(rule, &mut vocabulary));
        let programs =
            fields.iter().map(|rule| ExtractionProgram::new(rule, &mut vocabulary)).collect();
        let saved = SavedStalker { tags, records, fields };
        Ok(Self { saved, vocabulary, records: list, fields: programs })
    }

    /// Returns the splitting of tags into tokens.
    pub fn tags(&self) -> TagReading {
        self.saved.tags
    }

    /// The rule of the list of records; `None` if the page is one record.
    pub fn records(&self) -> Option<&ExtractionRule> {
        self.saved.records.as_ref()
    }

    /// The rules of the fields, in the order of the schema.
    pub fn fields(&self) -> &[ExtractionRule] {
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

/// Compares the saved rules; the compiled ones follow from them.
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
pub mod internal {
    pub mod run {
        pub use crate::landmark::run::{Probe, TokenNumbers};
    }
    pub mod tokens {
        pub use crate::landmark::tokens::{LandmarkToken, tokenize};
    }
}
