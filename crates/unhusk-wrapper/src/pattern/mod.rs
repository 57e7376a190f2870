//! Patterns: a record is a subtree that looks like the examples, and fields are bound to nodes of that look.
//!
//! A [`TreePattern`] is an example with wildcards: [parts](PatternPart) that must be there in their order, parts that may be
//! missing, lists, and content that may be anything. It matches a node if each of its parts finds a node of its
//! own, whatever else stands between them; of several ways to match, that of most weight is read, the first if there
//! is a choice. `part` has the language, `matching` and `row` its meaning, `outline` a pattern made ready for a page.
//!
//! Source: Hogue, Karger, *Thresher: automating the unwrapping of semantic content from the World Wide Web*, WWW 2005.

mod part;
mod check;
mod outline;
mod row;
mod matching;
mod repeats;
mod read;
mod explain;
#[cfg(test)]
mod tests;

pub use check::PatternError;
pub use part::is_dashes;
pub use part::{Binding, ElementTest, NodeTest, PatternPart, Repetition};

use super::{Extract, RawExtraction};
use crate::align::Budget;
use crate::record::Schema;
use outline::PatternTree;
use serde::{Deserialize, Serialize};
use unhusk_page::{NodeId, Page};

/// A pattern, and which of its parts are the fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedPattern", into = "SavedPattern")]
pub struct TreePattern {
    saved: SavedPattern,
    shape: PatternTree,
}

/// A pattern as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `records`, `parts` and `fields`")]
struct SavedPattern {
    records: RecordMode,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    inside: Vec<ElementTest>,
    parts: Vec<PatternPart>,
    fields: Vec<Vec<Binding>>,
}

/// What a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`page` or `each`")]
pub enum RecordMode {
    /// The page is one record: the first match is read.
    Page,
    /// Each match is a record.
    Each,
}

impl TreePattern {
    /// A pattern of `parts` in document order, whose matches stand in elements like those of `inside`, the nearest
    /// first, if any on the page does. Each field has its bindings, of which the first that is found is read, or all if it repeats.
    pub fn new(
        records: RecordMode,
        inside: Vec<ElementTest>,
        parts: Vec<PatternPart>,
        fields: Vec<Vec<Binding>>,
    ) -> Result<Self, PatternError> {
        check::check(&inside, &parts, &fields)?;
        let shape = PatternTree::new(&parts);
        Ok(Self { saved: SavedPattern { records, inside, parts, fields }, shape })
    }

    /// What a match is.
    pub fn records(&self) -> RecordMode {
        self.saved.records
    }

    /// The elements around a match, the nearest first.
    pub fn inside(&self) -> &[ElementTest] {
        &self.saved.inside
    }

    /// The parts, in document order.
    pub fn parts(&self) -> &[PatternPart] {
        &self.saved.parts
    }

    /// The nodes of a page that are records, in document order; `None` if there are not enough steps.
    pub fn matches(&self, page: &Page, steps: &mut Budget) -> Option<Vec<NodeId>> {
        read::matches(self, page, steps)
    }

    /// How many records a page has; `None` if there are not enough steps.
    pub fn n_records(&self, schema: &Schema, page: &Page, steps: &mut Budget) -> Option<usize> {
        read::n_records(self, schema, page, steps)
    }

    /// The nodes that match, even if they hold each other.
    #[cfg(test)]
    fn all_matches(&self, page: &Page) -> Vec<NodeId> {
        let (matching, _) = matching::Matching::new(self.parts(), &self.shape, page);
        matching.roots().map(|(node, _)| matching.id(node)).collect()
    }

    /// For each field what its value is, the best first.
    pub fn fields(&self) -> &[Vec<Binding>] {
        &self.saved.fields
    }
}

impl Extract for TreePattern {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        read::extract(self, schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        let (n_bound, n_fields) = (self.saved.fields.len(), schema.fields().len());
        if n_bound != n_fields {
            return Err(format!("bindings for {n_bound} fields, but there are {n_fields}"));
        }
        match schema.fields().iter().find(|field| field.is_nested()) {
            Some(field) => Err(format!("field `{}` holds records of its own", field.name)),
            None => Ok(()),
        }
    }
}

/// Equal patterns match alike.
impl PartialEq for TreePattern {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for TreePattern {}

impl TryFrom<SavedPattern> for TreePattern {
    type Error = PatternError;

    fn try_from(saved: SavedPattern) -> Result<Self, PatternError> {
        let SavedPattern { records, inside, parts, fields } = saved;
        Self::new(records, inside, parts, fields)
    }
}

impl From<TreePattern> for SavedPattern {
    fn from(pattern: TreePattern) -> Self {
        pattern.saved
    }
}
