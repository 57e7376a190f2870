//! Queries and their answers, and queries that are refused.

use super::{Cancel, Graph, QueryAnswer, plain_text, term_json};
use crate::sink::RdfFormat;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Prefixes;

const TALKS: &str = "@prefix schema: <https://schema.org/> .\n\
    <urn:a> a schema:Event ; schema:name \"On mugs\" ; schema:price 12.50 .\n\
    <urn:b> a schema:Event ; schema:name \"Trees\" .\n";

fn graph() -> Graph {
    let mut graph = Graph::new(Prefixes::default());
    graph.load("t.ttl", TALKS, RdfFormat::Turtle).unwrap();
    graph
}

fn rows(graph: &Graph, query: &str) -> Vec<String> {
    match graph.ask(query, &Cancel::new()).unwrap() {
        QueryAnswer::Rows { rows, .. } => rows
            .map(|row| {
                row.unwrap()
                    .iter()
                    .map(|term| plain_text(term.as_ref()))
                    .collect::<Vec<_>>()
                    .join("|")
            })
            .collect(),
        _ => panic!("rows were asked for"),
    }
}

fn error(query: &str) -> String {
    match graph().ask(query, &Cancel::new()) {
        Err(error) => error.to_string(),
        Ok(QueryAnswer::Rows { rows, .. }) => {
            rows.map(|row| row.unwrap_err().to_string()).next().unwrap()
        }
        Ok(_) => panic!("an answer"),
    }
}

#[test]
fn known_prefixes_need_no_line_and_unbound_is_nothing() {
    // The store keeps numbers, not their digits: 12.50 equals 12.5.
    let query = "SELECT ?n ?p { ?e schema:name ?n OPTIONAL { ?e schema:price ?p } } ORDER BY ?n";
    assert_eq!(rows(&graph(), query), ["On mugs|12.5", "Trees|"]);
}

#[test]
fn all_graphs_are_asked_together() {
    let mut graph = graph();
    let quads = "<urn:c> <https://schema.org/name> \"In a graph\" <urn:page> .";
    graph.load("t.nq", quads, RdfFormat::NQuads).unwrap();
    assert_eq!(rows(&graph, "SELECT (COUNT(?n) AS ?c) { ?e schema:name ?n }"), ["3"]);
    assert_eq!(rows(&graph, "SELECT ?g { GRAPH ?g { ?e schema:name ?n } }"), ["urn:page"]);
}

#[test]
fn numbers_are_numbers_in_json() {
    let graph = graph();
    let QueryAnswer::Rows { mut rows, .. } =
        graph.ask("SELECT ?p { ?e schema:price ?p }", &Cancel::new()).unwrap()
    else {
        panic!("rows were asked for");
    };
    let row = rows.next().unwrap().unwrap();
    assert_eq!(term_json(row[0].as_ref()).to_string(), "12.5");
}

#[test]
fn mistakes_have_a_place_and_no_one_else_is_asked() {
    assert_eq!(
        error("SELECT ?n {\n ?e sch:name ?n }"),
        "the query is no SPARQL: line 2, column 13, near \"?n }\": the prefix is not known; say what it stands for with PREFIX"
    );
    let unfinished = error("SELECT ?n { ?e schema:name");
    assert!(
        unfinished.starts_with("the query is no SPARQL: line 1, column 27, at the end: "),
        "{unfinished}"
    );
    assert!(
        error("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")
            .starts_with("`SERVICE` asks another server")
    );
    assert!(error("DELETE WHERE { ?s ?p ?o }").starts_with("the query is no SPARQL"));
}

#[test]
fn a_question_that_takes_too_long_is_ended() {
    let graph = graph();
    let cancel = Cancel::new();
    cancel.cancel();
    let ended = match graph.ask("SELECT * { ?a ?b ?c . ?d ?e ?f }", &cancel) {
        Ok(QueryAnswer::Rows { rows, .. }) => {
            rows.filter_map(Result::err).map(|error| error.to_string()).next()
        }
        Err(error) => Some(error.to_string()),
        Ok(_) => None,
    };
    assert_eq!(
        ended.as_deref(),
        Some("the query was stopped: it took longer than it may (--timeout)")
    );
}

#[test]
fn json_lines_have_the_meaning_that_their_wrapper_gives_them() {
    let wrapper = r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"iri": "schema:Event", "fields": [
        {"name": "n", "iri": "schema:name"}, {"name": "tags"}]},
        "program": {"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</i>"}]}}"#;
    let wrapper = Wrapper::from_json(wrapper).unwrap();
    let mut graph = Graph::new(Prefixes::default());
    let lines = "{\"_page\": \"1.html\", \"n\": \"On mugs\", \"tags\": [\"a\", {\"text\": \"b\", \"span\": [1, 2]}]}\n\n\
                 {\"_page\": \"1.html\", \"n\": null, \"tags\": []}\n";
    graph.load_lines("t.jsonl", lines, &wrapper).unwrap();
    let query = "SELECT ?n ?t { ?e a schema:Event ; schema:name ?n ; field:tags ?t } ORDER BY ?t";
    assert_eq!(rows(&graph, query), ["On mugs|a", "On mugs|b"]);
    let error = graph.load_lines("t.jsonl", "{\"x\": 1}", &wrapper).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`t.jsonl`, line 1, column 1: not a record of the wrapper's fields"
    );
}

#[test]
fn typed_values_of_json_lines_are_read_by_their_types_again() {
    let wrapper = r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"iri": "schema:Offer", "fields": [
        {"name": "p", "iri": "schema:price", "type": "price"}, {"name": "n", "type": "number"}]},
        "program": {"fields": [{"left": "<b>", "right": "</b>"}, {"left": "<i>", "right": "</i>"}]}}"#;
    let wrapper = Wrapper::from_json(wrapper).unwrap();
    let mut graph = Graph::new(Prefixes::default());
    let line =
        r#"{"p": {"amount": 12.5, "currency": "USD"}, "n": {"text": "1,000", "value": 1000}}"#;
    graph.load_lines("t.jsonl", line, &wrapper).unwrap();
    graph
        .load_lines("u.jsonl", r#"{"p": {"amount": 3, "currency": null}, "n": 7}"#, &wrapper)
        .unwrap();
    let query = "SELECT ?n ?p { ?o schema:price ?p ; field:n ?n } ORDER BY ?n";
    assert_eq!(rows(&graph, query), ["7|3", "1000|12.5"]);
    assert_eq!(rows(&graph, "SELECT ?c { ?o schema:priceCurrency ?c }"), ["USD"]);
}

#[test]
fn files_that_are_no_rdf_are_refused_with_their_line() {
    let mut graph = Graph::new(Prefixes::default());
    let error =
        graph.load("t.ttl", "<urn:a> <urn:b> <urn:c> .\na b c .", RdfFormat::Turtle).unwrap_err();
    assert!(error.to_string().starts_with("`t.ttl`, line 2, column 1: "), "{error}");
}
