//! A schema, made ready for writing: every name is an IRI.

use super::FIELD;
use crate::sink::SinkSetupError;
use crate::sink::subject::encoded;
use oxrdf::NamedNode;
use unhusk_wrapper::record::{Datatype, Field, FieldType, Schema};

/// Class of the records, and the statements of each field.
pub(super) struct StatementPlan {
    pub(super) class: Option<NamedNode>,
    pub(super) fields: Vec<PredicatePlan>,
}

/// Statements of one field.
pub(super) struct PredicatePlan {
    /// Its name, with the names of the fields around it.
    pub(super) name: String,
    pub(super) predicate: NamedNode,
    pub(super) datatype: Option<Datatype>,
    /// Class of its records.
    pub(super) class: Option<NamedNode>,
    pub(super) fields: Vec<PredicatePlan>,
}

impl StatementPlan {
    pub(super) fn new(schema: &Schema) -> Result<Self, SinkSetupError> {
        let class = schema.class_iri().map(|iri| node(&iri, "class")).transpose()?;
        Ok(Self { class, fields: fields(schema, schema.fields(), "")? })
    }
}

fn fields(
    schema: &Schema,
    list: &[Field],
    parent: &str,
) -> Result<Vec<PredicatePlan>, SinkSetupError> {
    list.iter().map(|field| plan(schema, field, parent)).collect()
}

fn plan(schema: &Schema, field: &Field, parent: &str) -> Result<PredicatePlan, SinkSetupError> {
    let name = format!("{parent}{}", field.name);
    let place = format!("field `{name}`");
    let predicate = match &field.iri {
        Some(iri) => node(&schema.iri(iri), &place)?,
        None => NamedNode::new_unchecked(format!("{FIELD}{}", encoded(&field.name))),
    };
    let (datatype, class) = match &field.holds {
        Some(FieldType::Values(datatype)) => (Some(*datatype), None),
        Some(FieldType::Class(class)) => (None, Some(node(&schema.iri(class), &place)?)),
        None => (None, None),
    };
    let nested = fields(schema, &field.fields, &format!("{name}."))?;
    Ok(PredicatePlan { name, predicate, datatype, class, fields: nested })
}

fn node(iri: &str, place: &str) -> Result<NamedNode, SinkSetupError> {
    NamedNode::new(iri).map_err(|error| SinkSetupError::Iri {
        place: place.to_owned(),
        iri: iri.to_owned(),
        reason: error.to_string(),
    })
}
