//! Delimiter classes: values stand between fixed strings of the source.

use serde::{Deserialize, Serialize};

/// The delimiters of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Ends where the value begins.
    pub left: String,
    /// Begins where the value ends.
    pub right: String,
}

/// LR: a pair of delimiters per field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lr {
    /// One pair per field, in document order.
    pub fields: Vec<Pair>,
}

/// HLRT: LR between a head and a tail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hlrt {
    /// Reading begins behind its first occurrence; may be empty.
    pub head: String,
    /// Reading ends at it.
    pub tail: String,
    /// One pair per field, in document order.
    pub fields: Vec<Pair>,
}

fn check_fields(fields: &[Pair], schema: &crate::record::Schema) -> Result<(), String> {
    if fields.len() == schema.fields().len() {
        return Ok(());
    }
    Err(format!("{} pairs of delimiters for {} fields", fields.len(), schema.fields().len()))
}

impl super::Wrapper for Lr {
    fn extract<'p>(
        &self,
        _: &crate::record::Schema,
        _: &'p crate::page::Page,
    ) -> super::Extraction<'p> {
        super::Extraction::default()
    }

    fn check(&self, schema: &crate::record::Schema) -> Result<(), String> {
        check_fields(&self.fields, schema)
    }
}

impl super::Wrapper for Hlrt {
    fn extract<'p>(
        &self,
        _: &crate::record::Schema,
        _: &'p crate::page::Page,
    ) -> super::Extraction<'p> {
        super::Extraction::default()
    }

    fn check(&self, schema: &crate::record::Schema) -> Result<(), String> {
        check_fields(&self.fields, schema)
    }
}
