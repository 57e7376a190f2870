//! Facts of schema.org, Dublin Core and FOAF, and files without a vocabulary.

use super::VocabularyMatches;
use super::{Vocabulary, local_name};
use unhusk_wrapper::record::Schema;

const EVENT: &str = "https://schema.org/Event";

fn schema(json: &str) -> Schema {
    serde_json::from_value(serde_json::from_str(json).unwrap()).unwrap()
}

#[test]
fn a_class_is_offered_its_own_properties_then_those_of_its_super_classes_then_general_ones() {
    let vocabulary = Vocabulary::embedded();
    let offer = vocabulary.offer("https://schema.org/MusicEvent");
    let classes: Vec<_> = offer.of_classes.iter().map(|(class, _)| local_name(class)).collect();
    assert_eq!(classes, ["MusicEvent", "Event", "Thing"]);
    let has = |at: usize, name: &str| {
        offer.of_classes[at].1.iter().any(|property| local_name(&property.iri) == name)
    };
    assert!(has(1, "startDate") && has(1, "location") && has(2, "name"));
    assert!(!has(1, "price"), "a price is of an offer");
    assert!(!has(1, "performers"), "it is superseded by `performer`");
    let general: Vec<&str> = offer.general.iter().map(|property| property.iri.as_str()).collect();
    for iri in [
        "http://purl.org/dc/elements/1.1/title",
        "http://purl.org/dc/terms/title",
        "http://www.w3.org/2000/01/rdf-schema#label",
        "http://xmlns.com/foaf/0.1/name",
    ] {
        assert!(general.contains(&iri), "{iri}");
    }
}

#[test]
fn descriptions_have_no_character_references() {
    let vocabulary = Vocabulary::embedded();
    let group = vocabulary.class("https://schema.org/DanceGroup").unwrap();
    assert!(group.about.starts_with("A dance group\u{2014}for example"), "{}", group.about);
    let mut own = Vocabulary::default();
    let turtle = "<https://example.org/A> a <http://www.w3.org/2000/01/rdf-schema#Class> ;
        <http://www.w3.org/2000/01/rdf-schema#comment> \"a &lt; b &amp;c\" .";
    own.add_turtle("a.ttl", turtle).unwrap();
    assert_eq!(own.class("https://example.org/A").unwrap().about, "a < b &c");
}

#[test]
fn http_and_https_are_one_schema_org() {
    let vocabulary = Vocabulary::embedded();
    assert!(vocabulary.class("http://schema.org/Event").is_some());
    assert!(vocabulary.is_a("http://schema.org/MusicEvent", EVENT));
    assert!(!vocabulary.is_a(EVENT, "https://schema.org/MusicEvent"));
}

#[test]
fn a_schema_in_order_has_no_warnings_and_mistakes_name_what_is_meant() {
    let vocabulary = Vocabulary::embedded();
    let good = r#"{"iri":"schema:MusicEvent","fields":[{"name":"n","iri":"schema:name"},
        {"name":"t","iri":"dc:title"},{"name":"f","iri":"foaf:name"},{"name":"o","iri":"https://example.org/x"}]}"#;
    assert_eq!(vocabulary.check(&schema(good)), Vec::<String>::new());
    let bad = r#"{"iri":"schema:Evnt","fields":[{"name":"n","iri":"schema:nam"}]}"#;
    assert_eq!(
        vocabulary.check(&schema(bad)),
        [
            "the vocabulary has no class `schema:Evnt`, which the records are said to be; did you mean `schema:Event`?",
            "field `n`: the vocabulary has no property `schema:nam`; did you mean `schema:name`?"
        ]
    );
    let misplaced = r#"{"iri":"schema:Person","fields":[{"name":"d","iri":"schema:doorTime"}]}"#;
    assert_eq!(
        vocabulary.check(&schema(misplaced)),
        [
            "field `d`: `schema:doorTime` is a property of schema:Event, not of `schema:Person` (unhusk vocabulary schema:Person)"
        ]
    );
}

#[test]
fn a_file_adds_classes_properties_and_prefixes_in_any_order() {
    let mut vocabulary = Vocabulary::embedded();
    let turtle = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\
        @prefix ex: <https://example.org/ns#> .\n\
        ex:speaker rdfs:domain ex:Talk ; rdfs:comment \"Who\\n speaks.\" .\n\
        ex:Talk rdfs:subClassOf <http://schema.org/Event> .\n";
    vocabulary.add_turtle("talks.ttl", turtle).unwrap();
    let offer = vocabulary.offer("https://example.org/ns#Talk");
    assert_eq!(offer.of_classes[0].1[0].about, "Who speaks.");
    assert_eq!(offer.of_classes[1].0, EVENT);
    assert_eq!(vocabulary.prefixes().resolve("ex:Talk").unwrap(), "https://example.org/ns#Talk");
}

#[test]
fn a_file_that_is_no_vocabulary_is_refused_with_its_line() {
    let mut vocabulary = Vocabulary::default();
    let error = vocabulary
        .add_turtle("v.ttl", "@prefix ex: <https://example.org/> .\nex:a ex:b .\n")
        .unwrap_err();
    assert!(error.to_string().starts_with("`v.ttl`, line 2, column "), "{error}");
    let error =
        vocabulary.add_turtle("v.ttl", "<https://a.org/a> <https://a.org/b> 1 .").unwrap_err();
    assert!(error.to_string().starts_with("`v.ttl` has no class and no property in it"), "{error}");
}

#[test]
fn circles_of_classes_end() {
    let mut vocabulary = Vocabulary::default();
    let turtle = "@prefix s: <http://www.w3.org/2000/01/rdf-schema#> .\n\
        <u:a> s:subClassOf <u:b> . <u:b> s:subClassOf <u:a> .";
    vocabulary.add_turtle("v.ttl", turtle).unwrap();
    assert_eq!(vocabulary.lineage("u:a"), ["u:a", "u:b"]);
}

#[test]
fn names_are_found_by_a_part() {
    let vocabulary = Vocabulary::embedded();
    let VocabularyMatches { classes, properties } = vocabulary.search("STARTDATE");
    assert!(classes.is_empty());
    assert!(properties.iter().any(|property| property.iri == "https://schema.org/startDate"));
}
