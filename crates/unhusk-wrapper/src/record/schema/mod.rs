//! The fields of a record, and what they mean in a vocabulary.

mod meaning;

use super::datatype::FieldType;
use super::iri::{IriError, Prefixes};
use serde::{Deserialize, Serialize};

/// The fields of a record, in output order; with a meaning, if someone gave one.
///
/// Every name of a vocabulary in a schema that was loaded or made with [`Schema::with_meaning`] stands for an IRI.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "SchemaFields", into = "SchemaFields")]
pub struct Schema {
    class: Option<String>,
    prefixes: Prefixes,
    fields: Vec<Field>,
}

/// One field of a [`Schema`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `name`")]
pub struct Field {
    /// The field's name: its key in the output.
    pub name: String,
    /// Whether a record may lack it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Whether it repeats: its output is then always a list.
    #[serde(default, skip_serializing_if = "is_false")]
    pub many: bool,
    /// The property that it is, as it was written: `schema:startDate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iri: Option<String>,
    /// What its values are, or of which class its records are.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub holds: Option<FieldType>,
    /// Fields of the nested records; empty for a field that holds values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

/// Why fields do not make a schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// Two fields of one record have the same name.
    #[error("the field `{0}` is named twice")]
    Duplicate(String),
    /// A name that output could not carry.
    #[error("{0:?} is no name for a field: it must not be empty or begin with `_`")]
    Name(String),
    /// Fields nest deeper than [`Schema::MAX_DEPTH`].
    #[error("fields nest deeper than {} levels", Schema::MAX_DEPTH)]
    Depth,
    /// A name of a vocabulary stands for nothing.
    #[error("{place}: {cause}")]
    Iri {
        /// The class, or the field by its name with those that it is nested in.
        place: String,
        /// What is wrong with it.
        cause: IriError,
    },
    /// Nested records have a class, values a datatype.
    #[error("field `{field}` holds {holds}, so its type must be {expected}, not {found:?}")]
    Type {
        /// The field.
        field: String,
        /// `records` or `values`.
        holds: &'static str,
        /// What its type may be.
        expected: String,
        /// What it is.
        found: String,
    },
}

impl Field {
    /// A field that holds one value.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// A field that holds records of its own.
    pub fn nested(name: impl Into<String>, fields: Vec<Field>) -> Self {
        Self { name: name.into(), fields, ..Self::default() }
    }

    /// Whether the field holds records rather than values.
    pub fn is_nested(&self) -> bool {
        !self.fields.is_empty()
    }
}

impl Schema {
    /// How deep fields may nest; no site at hand needs more than five.
    pub const MAX_DEPTH: usize = 32;

    /// Checks that names are usable and unique among their siblings. What the fields mean is not looked at: the
    /// fields of a nested record may have prefixes that the schema around them knows.
    pub fn new(fields: Vec<Field>) -> Result<Self, SchemaError> {
        check(&fields, 0)?;
        Ok(Self { class: None, prefixes: Prefixes::default(), fields })
    }

    /// The fields, in output order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Position of the field called `name`.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// Whether no field holds nested records.
    pub fn is_flat(&self) -> bool {
        !self.fields.iter().any(Field::is_nested)
    }
}

fn check(fields: &[Field], depth: usize) -> Result<(), SchemaError> {
    if depth >= Schema::MAX_DEPTH {
        return Err(SchemaError::Depth);
    }
    for (position, field) in fields.iter().enumerate() {
        if field.name.is_empty() || field.name.starts_with('_') {
            return Err(SchemaError::Name(field.name.clone()));
        }
        if fields[..position].iter().any(|earlier| earlier.name == field.name) {
            return Err(SchemaError::Duplicate(field.name.clone()));
        }
        check(&field.fields, depth + 1)?;
    }
    Ok(())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's skip_serializing_if hands a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The saved shape, before its names were checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields`")]
struct SchemaFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    iri: Option<String>,
    #[serde(default, skip_serializing_if = "Prefixes::is_empty")]
    prefixes: Prefixes,
    fields: Vec<Field>,
}

impl TryFrom<SchemaFields> for Schema {
    type Error = SchemaError;

    fn try_from(saved: SchemaFields) -> Result<Self, SchemaError> {
        check(&saved.fields, 0)?;
        let schema = Self { class: saved.iri, prefixes: saved.prefixes, fields: saved.fields };
        schema.check_meaning()?;
        Ok(schema)
    }
}

impl From<Schema> for SchemaFields {
    fn from(schema: Schema) -> Self {
        Self { iri: schema.class, prefixes: schema.prefixes, fields: schema.fields }
    }
}

#[cfg(test)]
mod tests;
