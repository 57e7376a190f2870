//! Schemas with a meaning: names resolve, types fit, and errors name their place.

use super::{Field, Schema};
use crate::record::{FieldType, Prefixes};

const EVENT: &str = r#"{"iri":"schema:Event","prefixes":{"ex":"https://example.org/ns#"},"fields":[
    {"name":"name","iri":"schema:name"},
    {"name":"start","iri":"schema:startDate","type":"date"},
    {"name":"seats","iri":"ex:seats","type":"number"},
    {"name":"offers","iri":"schema:offers","type":"schema:Offer","fields":[
        {"name":"price","iri":"https://schema.org/price","type":"price"}]},
    {"name":"note"}]}"#;

fn load(json: &str) -> Result<Schema, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[test]
fn names_resolve_to_iris() {
    let schema = load(EVENT).expect("a schema");
    assert_eq!(schema.class_iri().as_deref(), Some("https://schema.org/Event"));
    let iri = |at: usize| schema.fields()[at].iri.as_deref().map(|name| schema.iri(name));
    assert_eq!(iri(1).as_deref(), Some("https://schema.org/startDate"));
    assert_eq!(iri(2).as_deref(), Some("https://example.org/ns#seats"));
    assert_eq!(iri(4), None);
    assert_eq!(schema.fields()[3].holds, Some(FieldType::Class("schema:Offer".to_owned())));
    assert!(schema.has_meaning());
}

#[test]
fn a_schema_is_saved_as_it_was_written_and_one_without_meaning_as_before() {
    let schema = load(EVENT).expect("a schema");
    let saved = serde_json::to_string(&schema).expect("plain data");
    assert_eq!(saved, EVENT.replace("\n        ", "").replace("\n    ", ""));
    let plain = Schema::new(vec![Field::new("name")]).expect("a schema");
    assert_eq!(
        serde_json::to_string(&plain).expect("plain data"),
        r#"{"fields":[{"name":"name"}]}"#
    );
    assert!(!plain.has_meaning());
}

#[test]
fn errors_name_their_place() {
    let cases = [
        (
            r#"{"iri":"scema:Event","fields":[]}"#,
            "class: the prefix of \"scema:Event\" is unknown (did you mean `schema:`?); define it in \
             `prefixes`, or write the whole IRI",
        ),
        (
            r#"{"fields":[{"name":"a","fields":[{"name":"b","iri":"schema:the name"}]}]}"#,
            "field `a.b`: \"schema:the name\" is not an IRI: it contains a space",
        ),
        (
            r#"{"fields":[{"name":"a","iri":"name"}]}"#,
            "field `a`: \"name\" has no prefix; write it as `schema:name` or as a whole IRI",
        ),
        (
            r#"{"fields":[{"name":"a","type":"prize"}]}"#,
            "unknown type \"prize\"; the types are text, number, price, date, url, language",
        ),
        (
            r#"{"fields":[{"name":"a","type":"schema:Offer"}]}"#,
            "field `a` holds values, so its type must be text, number, price, date, url, language, not \"schema:Offer\"",
        ),
        (
            r#"{"fields":[{"name":"a","type":"date","fields":[{"name":"b"}]}]}"#,
            "field `a` holds records, so its type must be a class such as `schema:Offer`, not \"date\"",
        ),
        (
            r#"{"prefixes":{"e x":"https://example.org/"},"fields":[]}"#,
            "\"e x\" is not a valid prefix: it must begin with a letter and contain only letters, digits, `-` and `_`",
        ),
        (
            r#"{"prefixes":{"ex":"example"},"fields":[]}"#,
            "\"example\" is not an IRI: it does not begin with a scheme such as `https://`",
        ),
    ];
    for (json, expected) in cases {
        let error = load(json).expect_err(json);
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn whole_and_shortened_iris_are_equal() {
    let prefixes = Prefixes::default();
    for written in ["schema:Event", "https://schema.org/Event", "<https://schema.org/Event>"] {
        assert_eq!(prefixes.resolve(written).as_deref(), Ok("https://schema.org/Event"));
    }
    assert_eq!(prefixes.resolve("urn:isbn:1").as_deref(), Ok("urn:isbn:1"));
    assert_eq!(prefixes.shorten("https://schema.org/Event"), "schema:Event");
    assert_eq!(prefixes.shorten("https://example.org/x"), "<https://example.org/x>");
    // A path below a namespace is not a plain name.
    assert_eq!(prefixes.shorten("https://schema.org/a/b"), "<https://schema.org/a/b>");
}

#[test]
fn an_own_prefix_goes_before_a_known_one() {
    let mut prefixes = Prefixes::default();
    prefixes.insert("dc", "http://purl.org/dc/terms/").expect("a prefix");
    assert_eq!(prefixes.resolve("dc:title").as_deref(), Ok("http://purl.org/dc/terms/title"));
}
