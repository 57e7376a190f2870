//! A wrapper -> its statements.

use super::{PARTS, file_of, name_of};
use crate::sink::wi;
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Field, FieldType, Schema};

/// The datatype of JSON (JSON-LD 1.1, 10.2).
const JSON: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";

pub(super) fn statements(wrapper: &Wrapper) -> Vec<Quad> {
    let node = NamedNode::new_unchecked(name_of(wrapper));
    let mut said = Said { schema: &wrapper.schema, quads: Vec::new() };
    said.say(&node, rdf::TYPE.into(), wi("Wrapper"));
    said.say(&node, wi("format"), Literal::from("wrapper/1"));
    said.say(&node, wi("class"), Literal::from(wrapper.rule.class()));
    if let Some(url) = &wrapper.applies.url {
        said.say(&node, wi("appliesTo"), Literal::from(url.as_str()));
    }
    if let Some(class) = wrapper.schema.class_iri().and_then(|iri| NamedNode::new(iri).ok()) {
        said.say(&node, wi("reads"), class);
    }
    let file = file_of(wrapper);
    let json = NamedNode::new_unchecked(JSON);
    for part in PARTS {
        said.say(&node, wi(part), Literal::new_typed_literal(file[part].to_string(), json.clone()));
    }
    said.fields(&node, wrapper.schema.fields());
    said.quads
}

struct Said<'s> {
    schema: &'s Schema,
    quads: Vec<Quad>,
}

impl Said<'_> {
    fn say(&mut self, subject: &NamedNode, predicate: NamedNode, object: impl Into<Term>) {
        self.quads.push(Quad::new(subject.clone(), predicate, object, GraphName::DefaultGraph));
    }

    /// Recurses on the nesting of fields, which a schema limits.
    fn fields(&mut self, parent: &NamedNode, fields: &[Field]) {
        let nodes: Vec<NamedNode> =
            (1..=fields.len()).map(|number| field_node(parent, number)).collect();
        for node in &nodes {
            self.say(parent, wi("field"), node.clone());
        }
        for (number, (node, field)) in nodes.iter().zip(fields).enumerate() {
            self.say(node, rdf::TYPE.into(), wi("Field"));
            self.say(node, wi("name"), Literal::from(field.name.as_str()));
            let position = Literal::new_typed_literal((number + 1).to_string(), xsd::INTEGER);
            self.say(node, wi("position"), position);
            let iri = field.iri.as_deref().map(|iri| self.schema.iri(iri));
            if let Some(iri) = iri.and_then(|iri| NamedNode::new(iri).ok()) {
                self.say(node, wi("binds"), iri);
            }
            match &field.holds {
                Some(FieldType::Values(datatype)) => {
                    self.say(node, wi("type"), Literal::from(datatype.name()));
                }
                Some(FieldType::Class(class)) => {
                    if let Ok(class) = NamedNode::new(self.schema.iri(class)) {
                        self.say(node, wi("reads"), class);
                    }
                }
                None => {}
            }
            self.fields(node, &field.fields);
        }
    }
}

/// `urn:sha256:...#field/2`, `urn:sha256:...#field/2/1`.
pub(super) fn field_node(parent: &NamedNode, number: usize) -> NamedNode {
    let joint = if parent.as_str().contains('#') { "/" } else { "#field/" };
    NamedNode::new_unchecked(format!("{}{joint}{number}", parent.as_str()))
}
