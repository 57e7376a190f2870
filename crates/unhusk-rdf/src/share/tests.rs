//! Texts without a wrapper are refused, with the reason.

use super::{import, to_jsonld, to_rdf};
use crate::sink::RdfFormat;
use unhusk_wrapper::Wrapper;

fn wrapper() -> Wrapper {
    let file = r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"iri": "schema:Event", "fields": [
        {"name": "n", "iri": "schema:name"}, {"name": "w", "iri": "schema:startDate", "type": "date"}]},
        "program": {"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</script>"}]},
        "for": {"url": "https://example.org/*"}}"#;
    Wrapper::from_json(file).unwrap()
}

#[test]
fn others_can_ask_what_a_wrapper_reads() {
    let turtle = to_rdf(&wrapper(), RdfFormat::Turtle);
    for said in [
        "wi:reads schema:Event",
        "wi:appliesTo \"https://example.org/*\"",
        "wi:binds schema:startDate",
    ] {
        assert!(turtle.contains(said), "{said} in {turtle}");
    }
}

#[test]
fn json_ld_cannot_end_an_element_of_a_page() {
    let text = to_jsonld(&wrapper());
    assert!(!text.contains('<'), "{text}");
    assert_eq!(import("w", &text, RdfFormat::JsonLd).unwrap().wrapper, wrapper());
}

#[test]
fn the_published_context_is_the_one_that_is_written() {
    let published = include_str!("../../../../docs/wrapper-1.context.jsonld");
    let published: serde_json::Value = serde_json::from_str(published).unwrap();
    let written: serde_json::Value = serde_json::from_str(&to_jsonld(&wrapper())).unwrap();
    assert_eq!(written["@context"], published["@context"]);
}

#[test]
fn a_changed_wrapper_is_not_genuine() {
    let turtle = to_rdf(&wrapper(), RdfFormat::Turtle).replace("</b>", "</B>");
    let imported = import("w", &turtle, RdfFormat::Turtle).unwrap();
    assert!(!imported.is_genuine);
}

#[test]
fn what_is_no_wrapper_is_refused_with_the_reason() {
    let turtle = to_rdf(&wrapper(), RdfFormat::Turtle);
    let without = |start: &str| -> String {
        turtle
            .lines()
            .filter(|line| !line.trim_start().starts_with(start))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let cases = [
        (String::new(), "`w` has no wrapper in it"),
        ("<a> <b>".to_owned(), "`w`, line 1"),
        (without("wi:program"), "`w`: the wrapper's `wi:program` is missing"),
        (turtle.replace("wrapper/1", "wrapper/2"), "`w`: written by a newer unhusk"),
        (turtle.replace("\"lr\"", "\"magic\""), "`w`: unknown wrapper class \"magic\""),
        (
            turtle.replace("{\\\"left\\\"", "{\\\"run\\\":1,\\\"left\\\""),
            "`w`: `program` is not as it should be",
        ),
        (
            turtle.replace("schema:startDate\\\"", "nope:startDate\\\""),
            "`w`: `schema` is not as it should be",
        ),
        (format!("{turtle}\n<urn:x> a <urn:unhusk:ns:Wrapper> ."), "`w` has 2 wrappers in it"),
    ];
    for (text, expected) in cases {
        let error = import("w", &text, RdfFormat::Turtle).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn contexts_that_are_elsewhere_are_not_fetched() {
    let text = r#"{"@context": "https://example.org/context.jsonld", "@id": "urn:x"}"#;
    let error = import("w", text, RdfFormat::JsonLd).expect_err("there is no network").to_string();
    assert!(error.starts_with("`w`"), "{error}");
}
