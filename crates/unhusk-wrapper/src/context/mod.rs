//! Contextual wrappers: each field's values are the nodes whose surroundings match those of the examples.
//!
//! A [`ContextSelector`] holds the *marked (k,l)-forks* of the examples: every piece of the page, k neighbours wide and
//! l levels deep, that contains the value. A node of another page is a value if all such pieces around it are known.
//! `fork` has the forks and the test, `rule` the saved form, `program` and `extract` the run over a page, `paths` and
//! `candidate` the first test of a node, which decides most nodes, `group` the step from values to records, and `luti`
//! an older, simpler class.
//!
//! Source: Raeymaekers, Bruynooghe, Van den Bussche, *Learning (k,l)-contextual tree languages for information
//! extraction from web pages*, Machine Learning 71 (2008).

pub(crate) mod fork;
pub(crate) mod naming;
mod rule;
mod tag_symbols;
mod paths;
mod descent;
mod vocabulary;
mod program;
mod tokens;
mod node_symbols;
mod path_ids;
mod candidate;
mod signature;
mod decide;
pub(crate) mod extract;
pub(crate) mod group;
pub(crate) mod luti;
mod explain;
mod marked;
#[cfg(test)]
mod tests;

pub use fork::ElementName;
pub use group::Grouping;
pub use luti::{Luti, LutiError, LutiSelector};
pub use marked::marked_paths;
pub use rule::{
    ContextSelector, Extent, ForkSize, NodeTarget, SelectorError, SymbolKind, ValueTarget,
};

use super::{Extract, RawExtraction};
use crate::record::Schema;
use program::Program;
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// KL: a selector per field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedKl", into = "SavedKl")]
pub struct Kl {
    saved: SavedKl,
    program: Program,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `records` and `fields`")]
struct SavedKl {
    records: Grouping,
    fields: Vec<ContextSelector>,
}

impl Kl {
    /// A wrapper with one selector per field, in the schema's order.
    pub fn new(records: Grouping, fields: Vec<ContextSelector>) -> Result<Self, SelectorError> {
        let program = Program::new(&fields)?;
        Ok(Self { saved: SavedKl { records, fields }, program })
    }

    /// Returns the arrangement of values in records.
    pub fn grouping(&self) -> Grouping {
        self.saved.records
    }

    /// The selectors, in the order of the fields.
    pub fn selectors(&self) -> &[ContextSelector] {
        &self.saved.fields
    }
}

impl Extract for Kl {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        let (places, cut) =
            extract::extract(&self.saved.fields, &self.program, page, extract::MAX_STEPS);
        let (records, mut warnings) = group::records(self.saved.records, schema, &places, page);
        warnings.extend(cut);
        RawExtraction { records, warnings }
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        check_fields(self.saved.fields.len(), schema)
    }
}

/// One selector for each field of a flat schema.
pub(super) fn check_fields(n_rules: usize, schema: &Schema) -> Result<(), String> {
    let n_fields = schema.fields().len();
    if n_rules != n_fields {
        return Err(format!("{n_rules} selectors for {n_fields} fields"));
    }
    match schema.fields().iter().find(|field| field.is_nested()) {
        Some(field) => Err(format!("field `{}` holds records of its own", field.name)),
        None => Ok(()),
    }
}

/// Rules are equal if their saved forms are.
impl PartialEq for Kl {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for Kl {}

impl TryFrom<SavedKl> for Kl {
    type Error = SelectorError;

    fn try_from(saved: SavedKl) -> Result<Self, SelectorError> {
        Self::new(saved.records, saved.fields)
    }
}

impl From<Kl> for SavedKl {
    fn from(wrapper: Kl) -> Self {
        wrapper.saved
    }
}

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub mod extract {
        pub use crate::context::extract::{place_of, trim};
    }
    pub mod fork {
        pub use crate::context::fork::{
            Accepted, Budget, ElementName, Exhausted, ForkMatcher, ForkShape, Forks, Index,
            NO_PARENT, Node, NodeSymbol, NodeSymbols, Outline, ShapeId, Window, reach, write,
            write_element, write_text,
        };
    }
    pub mod luti {
        pub use crate::context::luti::{Marked, Windows, write};
    }
    pub mod naming {
        pub use crate::context::naming::tokens;
    }
}
