//! Saved wrappers: the fixtures of a format must always load, do what they declare, and match its JSON Schema.
//!
//! These fixtures are written by hand when a class is new, and never changed afterwards; `learnt_files` has those that
//! were learnt.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use unhusk_page::Page;
use unhusk_wrapper::record::Cell;
use unhusk_wrapper::{AnyWrapper, Wrapper};

const SCHEMA: &str = include_str!("../../../../docs/wrapper-1.schema.json");

fn fixture(class: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/fixtures/wrapper-1/{class}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn is_valid(file: &Value) -> bool {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    let schema = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    compiler.add_resource("wrapper.json", schema).expect("the schema is a schema");
    let index = compiler.compile("wrapper.json", &mut schemas).expect("the schema compiles");
    schemas.validate(file, index).is_ok()
}

#[test]
fn every_class_has_a_fixture_that_loads() {
    for class in AnyWrapper::CLASSES {
        let file =
            Wrapper::from_json(&fixture(class)).unwrap_or_else(|error| panic!("{class}: {error}"));
        assert_eq!(file.rule.class(), *class);
    }
}

#[test]
fn every_fixture_reads_the_country_page() {
    let page = Page::from(
        "<B>Codes</B><P><LI><B>Congo</B> <I>242</I><BR><LI><B>Spain</B> <I>34</I><BR><HR><B>End</B>",
    );
    for class in [
        "hlrt",
        "oclr",
        "hoclrt",
        "n-hlrt",
        "kl",
        "luti",
        "stalker",
        "bwi",
        "site",
        "site-sequence",
        "pattern",
        "template",
    ] {
        let file = Wrapper::from_json(&fixture(class)).expect("fixtures load");
        let extraction = file.extract(&page);
        let names: Vec<_> = extraction
            .records
            .iter()
            .map(|record| match &record.cells[0] {
                Cell::One(value) => &*value.text,
                other => panic!("{class}: {other:?}"),
            })
            .collect();
        assert_eq!(names, ["Congo", "Spain"], "{class}");
    }
}

#[test]
fn the_site_fixture_of_a_page_reads_one_record() {
    let page = Page::from(
        "<h1 class=title>Blue mug</h1><p>by <a>Ann</a>, <a>Bob</a></p>\
         <table><tr><td>Price:<td>about $12.50 each</table><img src=/m.png>",
    );
    let file = Wrapper::from_json(&fixture("site-page")).expect("fixtures load");
    let [record] = &file.extract(&page).records[..] else { panic!("one record") };
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => values.iter().map(|value| &*value.text).collect::<Vec<_>>().join("+"),
        other => panic!("{other:?}"),
    };
    let texts: Vec<String> = record.cells.iter().map(text).collect();
    assert_eq!(texts, ["Blue mug", "12.50", "Ann+Bob", "/m.png"]);
}

#[test]
fn files_match_the_schema_as_they_are_and_as_they_are_saved_again() {
    for class in AnyWrapper::CLASSES.iter().chain(&[
        "site-page",
        "site-sequence",
        "lr-account",
        "lr-meaning",
    ]) {
        let text = fixture(class);
        assert!(is_valid(&serde_json::from_str(&text).expect("fixtures are JSON")), "{class}");
        let saved = Wrapper::from_json(&text).expect("fixtures load").to_json();
        assert!(is_valid(&serde_json::from_str(&saved).expect("saved files are JSON")), "{class}");
        assert_eq!(Wrapper::from_json(&saved).expect("saved files load").to_json(), saved);
    }
}

#[test]
fn schema_and_loader_refuse_the_same_files() {
    let wrong: &[(&str, Value)] = &[
        ("/unhusk", json!("wrapper/2")),
        ("/class", json!("magic")),
        ("/class", json!(["lr"])),
        ("/schema", json!({"fields": [{"name": ""}]})),
        ("/schema", json!({"fields": [{"name": "_page"}, {"name": "code"}]})),
        ("/schema", json!([])),
        ("/program", json!(null)),
        ("/program", json!({"fields": []})),
        ("/program/fields/0/right", json!("")),
        ("/program/fields/0/left", json!(7)),
        ("/program/fields/0", json!({"left": "<B>"})),
        ("/program/run", json!("rm")),
        ("/learnt/pages", json!({})),
        ("/for/run", json!("x")),
        ("/extra", json!(1)),
    ];
    refused_by_both("lr", wrong);
}

#[test]
fn schema_and_loader_refuse_the_same_landmark_files() {
    let wrong: &[(&str, Value)] = &[
        ("/program/fields/0", json!({})),
        ("/program/fields/0/start/ways", json!([])),
        ("/program/fields/0/start/ways", json!([{"skip": [[]]}])),
        ("/program/fields/0/start/ways", json!([{"skip": [[{"any": "emoji"}]]}])),
        ("/program/fields/0/start/ways/0/run", json!("x")),
        ("/program/fields/0/start/from", json!("middle")),
        ("/program/records/items", json!({"end": []})),
        ("/program/tags", json!("torn")),
    ];
    refused_by_both("stalker", wrong);
}

#[test]
fn schema_and_loader_refuse_the_same_detector_files() {
    let wrong: &[(&str, Value)] = &[
        ("/program/fields/0", json!({})),
        ("/program/fields/0/lengths", json!([])),
        ("/program/fields/0/lengths", json!([[0, 1]])),
        ("/program/fields/0/start/0/weight", json!(-1)),
        ("/program/fields/0/start/0/run", json!("x")),
        ("/program/records", json!("pile")),
    ];
    refused_by_both("bwi", wrong);
}

#[test]
fn schema_and_loader_refuse_the_same_template_files() {
    let wrong: &[(&str, Value)] = &[
        ("/program/parts", json!({})),
        ("/program/parts/0", json!({"column": {}})),
        ("/program/parts/0", json!({"row": {}})),
        ("/program/parts/0/column/seen", json!(-1)),
        ("/program/parts/0/column/kind", json!("weather")),
        ("/program/parts/0/column/run", json!("x")),
        ("/program/parts/0/column/stretch", json!("x")),
        // The column has a constant text.
        ("/program/parts/0/column/stretch", json!(true)),
        ("/program/parts/1/set/parts", json!([])),
        ("/program/parts/1/set/of", json!("many")),
        ("/program/parts/0", json!({"option": []})),
        ("/program/parts/0", json!({"either": []})),
        ("/program/pages", json!(null)),
    ];
    refused_by_both("template", wrong);
}

#[test]
fn schema_and_loader_take_free_text() {
    let file = changed("template", "/program/parts/1/set/parts/0/column/stretch", &json!(true));
    assert!(is_valid(&file));
    let loaded = Wrapper::from_json(&file.to_string()).expect("it loads");
    assert!(loaded.to_json().contains("\"stretch\""), "{}", loaded.to_json());
}

#[test]
fn the_fixture_with_a_meaning_says_what_its_fields_are() {
    let schema = Wrapper::from_json(&fixture("lr-meaning")).expect("fixtures load").schema;
    assert_eq!(schema.class_iri().as_deref(), Some("https://schema.org/Event"));
    let iris: Vec<_> = schema
        .fields()
        .iter()
        .map(|field| schema.iri(field.iri.as_deref().expect("given")))
        .collect();
    let expected =
        ["https://schema.org/name", "https://schema.org/startDate", "https://example.org/ns#seats"];
    assert_eq!(iris, expected);
}

#[test]
fn schema_and_loader_refuse_the_same_meanings() {
    let wrong: &[(&str, Value)] = &[
        ("/schema/iri", json!("Event")),
        ("/schema/iri", json!("schema:My Event")),
        ("/schema/iri", json!(7)),
        ("/schema/prefixes", json!({"e x": "https://example.org/"})),
        ("/schema/prefixes", json!({"ex": "example"})),
        ("/schema/fields/0/iri", json!("schema:<name>")),
        ("/schema/fields/0/iri", json!("")),
        ("/schema/fields/1/type", json!("prize")),
        ("/schema/fields/1/type", json!(["date"])),
    ];
    refused_by_both("lr-meaning", wrong);
}

#[test]
fn the_fixture_with_an_account_says_what_was_measured() {
    let file = Wrapper::from_json(&fixture("lr-account")).expect("fixtures load");
    let robustness = file.provenance.robustness.expect("it is in the file");
    // All eight through dropped attributes, four of eight through changed tags.
    assert!((robustness.overall() - 0.75).abs() < 1e-9);
    let next =
        file.provenance.choice.and_then(|choice| choice.runner_up).expect("it is in the file");
    assert_eq!((next.class.as_str(), next.differs), ("kl", vec!["code".to_owned()]));
}

#[test]
fn schema_and_loader_refuse_the_same_accounts() {
    let survival = |key: &str, value: Value| {
        let mut survival = json!({"change": "tags", "values": 8, "kept": 4});
        survival[key] = value;
        survival
    };
    let wrong: &[(&str, Value)] = &[
        ("/learnt/robustness", json!({"pages": 1})),
        ("/learnt/robustness", json!([])),
        ("/learnt/robustness/pages", json!(-1)),
        ("/learnt/robustness/changes/0", survival("change", json!("weather"))),
        ("/learnt/robustness/changes/0", survival("kept", json!(0.5))),
        ("/learnt/robustness/changes/0", survival("kept", json!(-4))),
        ("/learnt/robustness/changes/0", survival("share", json!(1))),
        ("/learnt/choice", json!({})),
        ("/learnt/choice", json!("because")),
        ("/learnt/choice/reason", json!(7)),
        ("/learnt/choice/runner_up", json!({"class": "kl"})),
        ("/learnt/choice/runner_up/fits", json!("all")),
        ("/learnt/choice/runner_up/agreement", json!({"pages": 1})),
        ("/learnt/choice/runner_up/differs", json!(["a", 1])),
        ("/learnt/choice/runner_up/run", json!("x")),
    ];
    refused_by_both("lr-account", wrong);
}

#[test]
fn schema_and_loader_refuse_the_same_site_files() {
    let rule = json!({"clues": [{"what": "path", "at": 1, "says": "li"}]});
    let clue = json!({"what": "class", "says": "b.x"});
    let long = "x".repeat(65_537);
    let wrong: &[(&str, Value)] = &[
        ("/program/records", json!("book")),
        ("/program/records", json!({"page": {}, "regions": {}})),
        ("/program/records/regions/begin", json!([])),
        ("/program/records/regions/begin", json!(vec![rule.clone(); 257])),
        ("/program/records/regions/others", json!([[]])),
        ("/program/records/regions/others", json!(vec![[rule.clone()]; 65])),
        ("/program/records/regions/reach", json!("far")),
        ("/program/records/regions/required", json!([-1])),
        ("/program/records/regions/required", json!([256])),
        ("/program/landmarks", json!([7])),
        ("/program/landmarks", json!([long])),
        ("/program/landmarks", json!(vec!["a"; 4097])),
        ("/program/fields/0", json!({})),
        ("/program/fields/0/runs_on", json!(17)),
        ("/program/fields/0/distinct", json!("yes")),
        ("/program/fields/0/look", json!({"values": 3})),
        ("/program/fields/0/look", json!({"values": 3, "length": 9, "captions": [7]})),
        ("/program/fields/0/ways/0/target", json!("comment")),
        ("/program/fields/0/ways/0/extent", json!("all")),
        ("/program/fields/0/ways/0/cut", json!({"after": {"text": ""}})),
        ("/program/fields/0/ways/0/cut", json!({"behind": {"text": "$"}})),
        ("/program/fields/0/ways/0/rules", json!([])),
        ("/program/fields/0/ways/0/rules/0", json!({"clues": []})),
        ("/program/fields/0/ways/0/rules/0", json!({"clues": vec![clue; 17]})),
        ("/program/fields/0/ways/0/rules/0/weight", json!(0)),
        ("/program/fields/0/ways/0/rules/0/weight", json!(4_294_967_296_u64)),
        ("/program/fields/0/ways/0/rules/0/clues/0", json!({"what": "path", "says": "b"})),
        ("/program/fields/0/ways/0/rules/0/clues/0", json!({"what": "text-before", "says": "b"})),
        (
            "/program/fields/0/ways/0/rules/0/clues/0",
            json!({"what": "heading", "at": 1, "says": "b"}),
        ),
        ("/program/fields/0/ways/0/rules/0/clues/0/at", json!(17)),
        ("/program/fields/0/ways/0/rules/0/clues/0/what", json!("smell")),
        ("/program/fields/0/ways/0/rules/0/clues/0/says", json!(long)),
    ];
    refused_by_both("site", wrong);
    let wrong: &[(&str, Value)] = &[
        ("/program/records/sequence/class", json!("kl")),
        ("/program/records/sequence/class", json!("site")),
        ("/program/records/sequence/program", json!({"fields": []})),
        ("/program/fields", json!([{"ways": []}])),
    ];
    refused_by_both("site-sequence", wrong);
}

#[test]
fn schema_and_loader_refuse_the_same_patterns() {
    let wrong: &[(&str, Value)] = &[
        ("/program/records", json!("all")),
        ("/program/parts", json!([])),
        ("/program/parts/1", json!({"depth": 1})),
        ("/program/parts/1", json!({"depth": 1, "tag": "b", "text": "b"})),
        ("/program/parts/1", json!({"depth": 1, "tag": ""})),
        ("/program/parts/1", json!({"tag": "b"})),
        ("/program/parts/2", json!({"depth": 2, "any": "text", "tokens": ["class=x"]})),
        ("/program/parts/2", json!({"depth": 2, "any": "thing"})),
        ("/program/parts/2/count", json!("many")),
        ("/program/parts/2/depth", json!(-1)),
        ("/program/parts/2/run", json!("x")),
        ("/program/inside", json!(vec![json!({"tag": "div"}); 17])),
        ("/program/inside/0", json!({"tokens": []})),
        ("/program/fields/0/0/part", json!(-1)),
        ("/program/fields/0/0/part", json!(20_000)),
        ("/program/fields/0/0/target", json!("comment")),
        ("/program/fields/0/0/cut", json!({"after": {"text": ""}})),
        ("/program/fields/0", json!(vec![json!({"part": 2, "target": "text"}); 65])),
    ];
    refused_by_both("pattern", wrong);
}

#[test]
fn what_is_wrong_with_a_pattern_is_said() {
    let check = |pointer: &str, value: Value, says: &str| {
        let error = Wrapper::from_json(&changed("pattern", pointer, &value).to_string());
        let error = error.expect_err("a wrong file").to_string();
        assert!(error.contains(says), "{error}");
    };
    check("/program/parts/1/depth", json!(0), "begin with an element at depth 0, and no other");
    check("/program/parts/1/depth", json!(2), "part 1 at depth 2 has no parent");
    // A part below a text.
    check("/program/parts/3/depth", json!(3), "part 3 at depth 3 has no parent");
    check("/program/fields/0/0/part", json!(7), "bound to part 7, which is not there");
    check("/program/fields/0/0/part", json!(6), "part 6, which is anything");
    check("/program/fields/0/0/part", json!(1), "part 1, which is of another kind than the value");
    check("/program/fields", json!([[]]), "bindings for 1 fields, but there are 2");
}

#[test]
fn what_is_wrong_with_a_site_file_is_said() {
    let check = |pointer: &str, value: Value, says: &str| {
        let error = Wrapper::from_json(&changed("site", pointer, &value).to_string());
        let error = error.expect_err("a wrong file").to_string();
        assert!(error.contains(says), "{error}");
    };
    check(
        "/program/records/regions/required",
        json!([2]),
        "a region requires field 2, but there are 2 (the first is 0)",
    );
    check(
        "/program/records",
        json!({"sequence": {"class": "kl", "program": {"records": "page", "fields": []}}}),
        "unknown wrapper class `kl`, expected one of `lr`, `hlrt`, `oclr`, `hoclrt`, `n-lr`, `n-hlrt`",
    );
    let clue = |what: &str, at: u8| json!({"what": what, "at": at, "says": "x"});
    let first = "/program/fields/0/ways/0/rules/0/clues/0";
    check(first, clue("text-before", 0), "a clue `text-before` has `at` from 1 to 16, not 0");
    check(first, clue("title", 3), "a clue `title` has `at` from 0 to 0, not 3");
    check("/program/fields/0/ways/0/rules/0/weight", json!(0), "a rule of weight 0 has no say");
    let rules = json!(vec![json!({"clues": [clue("path", 1)]}); 256]);
    let way = json!({"target": "text", "rules": rules});
    check("/program/fields/0/ways", json!(vec![way; 17]), "rules altogether; there may be 4096");
}

fn refused_by_both(class: &str, wrong: &[(&str, Value)]) {
    for (pointer, value) in wrong {
        let file = changed(class, pointer, value);
        assert!(Wrapper::from_json(&file.to_string()).is_err(), "loader: {pointer} {value}");
        assert!(!is_valid(&file), "schema: {pointer} {value}");
    }
}

/// A fixture with one value changed.
fn changed(class: &str, pointer: &str, value: &Value) -> Value {
    let mut file: Value = serde_json::from_str(&fixture(class)).expect("fixtures are JSON");
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
    match file.pointer_mut(parent).expect("the parent is there") {
        Value::Object(object) => drop(object.insert(key.to_owned(), value.clone())),
        Value::Array(array) => array[key.parse::<usize>().expect("an index")] = value.clone(),
        other => panic!("{other}"),
    }
    file
}
