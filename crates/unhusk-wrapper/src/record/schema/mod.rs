//! The fields of a record, and their meaning in a vocabulary.

mod meaning;

use super::datatype::{Datatype, FieldType};
use super::iri::{IriError, Prefixes};
use serde::{Deserialize, Serialize};

/// The fields of a record, in output order, with an optional meaning.
///
/// Every vocabulary name in a schema that was loaded or made with [`Schema::with_meaning`] resolves to an IRI.
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
    /// Whether a record may lack this field.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Whether the field may have several values; its output is then always a list.
    #[serde(default, skip_serializing_if = "is_false")]
    pub many: bool,
    /// The property of the field, as it was written: `schema:startDate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iri: Option<String>,
    /// The datatype of the field's values, or the class of its nested records.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub holds: Option<FieldType>,
    /// Fields of the nested records; empty for a field of values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

/// Reasons why fields do not make a schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// Two fields of one record have the same name.
    #[error("the field `{0}` is named twice")]
    Duplicate(String),
    /// The name is empty or reserved for output.
    #[error("{0:?} is not a valid field name: it must not be empty or begin with `_`")]
    Name(String),
    /// Fields nest deeper than [`Schema::MAX_DEPTH`].
    #[error("fields nest deeper than {} levels", Schema::MAX_DEPTH)]
    Depth,
    /// A vocabulary name does not resolve to an IRI.
    #[error("{place}: {cause}")]
    Iri {
        /// The class, or the path of the field.
        place: String,
        /// The problem.
        cause: IriError,
    },
    /// The type does not fit: nested records need a class, values need a datatype.
    #[error("field `{field}` holds {holds}, so its type must be {expected}, not {found:?}")]
    Type {
        /// Path of the field.
        field: String,
        /// `records` or `values`.
        holds: &'static str,
        /// The types that the field may have.
        expected: String,
        /// The type that it has.
        found: String,
    },
}

impl Field {
    /// Makes a field with one value.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Makes a field of nested records.
    pub fn nested(name: impl Into<String>, fields: Vec<Field>) -> Self {
        Self { name: name.into(), fields, ..Self::default() }
    }

    /// Returns the datatype of the field's values, if it has one.
    pub fn datatype(&self) -> Option<Datatype> {
        match self.holds {
            Some(FieldType::Values(datatype)) => Some(datatype),
            _ => None,
        }
    }

    /// Whether the field contains records rather than values.
    pub fn is_nested(&self) -> bool {
        !self.fields.is_empty()
    }
}

impl Schema {
    /// Limit on the nesting of fields; no known site needs more than five levels.
    pub const MAX_DEPTH: usize = 32;

    /// Checks that names are valid and unique among their siblings. Does not check the meaning: the fields of a
    /// nested record may use prefixes of the enclosing schema.
    pub fn new(fields: Vec<Field>) -> Result<Self, SchemaError> {
        check(&fields, 0)?;
        Ok(Self { class: None, prefixes: Prefixes::default(), fields })
    }

    /// Returns the fields, in output order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the position of the field called `name`.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// Whether no field contains nested records.
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

/// The saved form, before its names are checked.
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
