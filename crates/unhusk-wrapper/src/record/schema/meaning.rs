//! The meaning of a schema: the class of its records, the property and the type of each field.

use super::{Field, Schema, SchemaError};
use crate::record::datatype::{Datatype, FieldType};
use crate::record::iri::Prefixes;

impl Schema {
    /// Returns the schema with a class for its records and prefixes for its names.
    ///
    /// # Errors
    /// If a name does not resolve to an IRI.
    pub fn with_meaning(
        fields: Vec<Field>,
        class: Option<String>,
        prefixes: Prefixes,
    ) -> Result<Self, SchemaError> {
        super::check(&fields, 0)?;
        let schema = Self { class, prefixes, fields };
        schema.check_meaning()?;
        Ok(schema)
    }

    /// Returns a schema of these fields with this schema's class and prefixes.
    ///
    /// # Errors
    /// If the fields do not make a valid schema.
    pub fn with_fields(&self, fields: Vec<Field>) -> Result<Self, SchemaError> {
        Self::with_meaning(fields, self.class.clone(), self.prefixes.clone())
    }

    /// Returns the class of the records, as it was written: `schema:Event`.
    pub fn class(&self) -> Option<&str> {
        self.class.as_deref()
    }

    /// Returns the IRI of the class of the records.
    pub fn class_iri(&self) -> Option<String> {
        self.class().map(|class| self.iri(class))
    }

    /// Returns the user-defined prefixes.
    pub fn prefixes(&self) -> &Prefixes {
        &self.prefixes
    }

    /// Returns the IRI of a name of this schema.
    pub fn iri(&self, name: &str) -> String {
        self.prefixes.resolve(name).unwrap_or_else(|_| name.to_owned())
    }

    /// Whether a class, a property or a type is given anywhere.
    pub fn has_meaning(&self) -> bool {
        fn any(fields: &[Field]) -> bool {
            fields
                .iter()
                .any(|field| field.iri.is_some() || field.holds.is_some() || any(&field.fields))
        }
        self.class.is_some() || any(&self.fields)
    }

    /// Checks that every name resolves to an IRI and every type fits its field.
    pub(super) fn check_meaning(&self) -> Result<(), SchemaError> {
        if let Some(class) = &self.class {
            self.check_iri(class, || "class".to_owned())?;
        }
        self.check_fields(&self.fields, "")
    }

    /// Recurses on the nesting of fields, whose depth is already checked.
    fn check_fields(&self, fields: &[Field], parent: &str) -> Result<(), SchemaError> {
        for field in fields {
            let name = format!("{parent}{}", field.name);
            if let Some(iri) = &field.iri {
                self.check_iri(iri, || format!("field `{name}`"))?;
            }
            self.check_type(field, &name)?;
            self.check_fields(&field.fields, &format!("{name}."))?;
        }
        Ok(())
    }

    fn check_type(&self, field: &Field, name: &str) -> Result<(), SchemaError> {
        let (holds, expected) = match (&field.holds, field.is_nested()) {
            (Some(FieldType::Class(class)), true) => {
                return self.check_iri(class, || format!("type of field `{name}`"));
            }
            (Some(FieldType::Class(_)), false) => ("values", Datatype::names()),
            (Some(FieldType::Values(_)), true) => {
                ("records", "a class such as `schema:Offer`".to_owned())
            }
            _ => return Ok(()),
        };
        let found = field.holds.as_ref().map(ToString::to_string).unwrap_or_default();
        Err(SchemaError::Type { field: name.to_owned(), holds, expected, found })
    }

    fn check_iri(&self, name: &str, place: impl Fn() -> String) -> Result<(), SchemaError> {
        match self.prefixes.resolve(name) {
            Ok(_) => Ok(()),
            Err(cause) => Err(SchemaError::Iri { place: place(), cause }),
        }
    }
}
