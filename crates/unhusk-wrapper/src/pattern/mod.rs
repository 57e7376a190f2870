//! Patterns: a record is a subtree that is similar to the examples, and fields are bound to nodes of the pattern.
//!
//! A [`TreePattern`] is an example with wildcards: [parts](PatternPart) that are required in their order, optional
//! parts, lists, and arbitrary content. It matches a node if each of its parts finds a node of its own; other nodes may
//! lie between them. Of several possible matches, the heaviest is read, and the first among equals. `part` has the
//! language, `matching` and `row` its meaning, `outline` a pattern prepared for a page.
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

/// A pattern, and the parts that are fields.
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

/// Meaning of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`page` or `each`")]
pub enum RecordMode {
    /// The page is one record: the first match is read.
    Page,
    /// Each match is a record.
    Each,
}

impl TreePattern {
    /// Creates a pattern of `parts` in document order, whose matches lie in elements like those of `inside`, the
    /// nearest first, if any match of the page does. A field has one or more bindings, of which the first that is found
    /// is read, or all if the field repeats.
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

    /// Returns the meaning of a match.
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

    /// Returns the nodes of a page that are records, in document order; `None` if the budget does not suffice.
    pub fn matches(&self, page: &Page, steps: &mut Budget) -> Option<Vec<NodeId>> {
        read::matches(self, page, steps)
    }

    /// Returns the number of records of a page; `None` if the budget does not suffice.
    pub fn n_records(&self, schema: &Schema, page: &Page, steps: &mut Budget) -> Option<usize> {
        read::n_records(self, schema, page, steps)
    }

    /// Returns the nodes that match, even if they contain each other.
    #[cfg(test)]
    fn all_matches(&self, page: &Page) -> Vec<NodeId> {
        let (matching, _) = matching::Matching::new(self.parts(), &self.shape, page);
        matching.roots().map(|(node, _)| matching.id(node)).collect()
    }

    /// Returns the bindings of each field, the best first.
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

/// Equal patterns have equal matches.
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
