//! A wrapper -> its own file, with a context that makes JSON-LD of it.

use super::statements::field_node;
use super::{PARTS, file_of, name_of};
use crate::sink::WI;
use oxrdf::NamedNode;
use serde_json::{Map, Value as Json, json};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Field, FieldType, Schema};

/// The wrapper file with a context; the same statements as [`super::to_rdf`].
pub fn to_jsonld(wrapper: &Wrapper) -> String {
    let name = name_of(wrapper);
    let file = file_of(wrapper);
    let mut object = Map::new();
    object.insert("@context".to_owned(), context());
    object.insert("@id".to_owned(), json!(name));
    object.insert("@type".to_owned(), json!("wi:Wrapper"));
    object.insert("unhusk".to_owned(), json!("wrapper/1"));
    object.insert("class".to_owned(), file["class"].clone());
    for part in PARTS {
        object.insert(part.to_owned(), file[part].clone());
    }
    if let Some(url) = &wrapper.applies.url {
        object.insert("wi:appliesTo".to_owned(), json!(url));
    }
    if let Some(class) = wrapper.schema.class_iri() {
        object.insert("reads".to_owned(), json!(class));
    }
    let node = NamedNode::new_unchecked(name);
    if let Some(fields) = fields(&wrapper.schema, &node, wrapper.schema.fields()) {
        object.insert("wi:field".to_owned(), fields);
    }
    let mut text = serde_json::to_string_pretty(&object).expect("keys are strings");
    text.push('\n');
    // With `<` escaped, no text can end its element inside a web page.
    text.replace('<', "\\u003c")
}

/// The keys of the file as properties; its parts are literals.
fn context() -> Json {
    let mut context = Map::new();
    context.insert("@version".to_owned(), json!(1.1));
    context.insert("wi".to_owned(), json!({"@id": WI, "@prefix": true}));
    context.insert("unhusk".to_owned(), json!("wi:format"));
    context.insert("class".to_owned(), json!("wi:class"));
    context.insert("name".to_owned(), json!("wi:name"));
    for link in ["reads", "binds"] {
        context.insert(link.to_owned(), json!({"@id": format!("wi:{link}"), "@type": "@id"}));
    }
    for part in PARTS {
        context.insert(part.to_owned(), json!({"@id": format!("wi:{part}"), "@type": "@json"}));
    }
    Json::Object(context)
}

/// Recurses on the nesting of fields, which a schema limits.
fn fields(schema: &Schema, parent: &NamedNode, list: &[Field]) -> Option<Json> {
    let object = |(at, field): (usize, &Field)| {
        let node = field_node(parent, at + 1);
        let mut object = Map::new();
        object.insert("@id".to_owned(), json!(node.as_str()));
        object.insert("@type".to_owned(), json!("wi:Field"));
        object.insert("name".to_owned(), json!(field.name));
        object.insert("wi:position".to_owned(), json!(at + 1));
        if let Some(iri) = &field.iri {
            object.insert("binds".to_owned(), json!(schema.iri(iri)));
        }
        match &field.holds {
            Some(FieldType::Values(datatype)) => {
                object.insert("wi:type".to_owned(), json!(datatype.name()));
            }
            Some(FieldType::Class(class)) => {
                object.insert("reads".to_owned(), json!(schema.iri(class)));
            }
            None => {}
        }
        if let Some(nested) = fields(schema, &node, &field.fields) {
            object.insert("wi:field".to_owned(), nested);
        }
        Json::Object(object)
    };
    (!list.is_empty()).then(|| Json::Array(list.iter().enumerate().map(object).collect()))
}
