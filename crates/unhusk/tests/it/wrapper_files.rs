//! Saved wrappers: the fixtures of a format must load for ever, do what they say, and match its JSON Schema.
//!
//! A fixture is written by hand when a class is new, and never changed afterwards.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use unhusk::Page;
use unhusk::record::Cell;
use unhusk::wrapper::{AnyWrapper, WrapperFile};

const SCHEMA: &str = include_str!("../../../../docs/wrapper-1.schema.json");

fn fixture(class: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/fixtures/wrapper-1/{class}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn is_valid(file: &Value) -> bool {
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
        let file = WrapperFile::from_json(&fixture(class))
            .unwrap_or_else(|error| panic!("{class}: {error}"));
        assert_eq!(file.wrapper.class(), *class);
    }
}

#[test]
fn every_fixture_reads_the_country_page() {
    let page = Page::from(
        "<B>Codes</B><P><LI><B>Congo</B> <I>242</I><BR><LI><B>Spain</B> <I>34</I><BR><HR><B>End</B>",
    );
    for class in ["hlrt", "oclr", "hoclrt", "n-hlrt"] {
        let file = WrapperFile::from_json(&fixture(class)).expect("fixtures load");
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
fn files_match_the_schema_as_they_are_and_as_they_are_saved_again() {
    for class in AnyWrapper::CLASSES {
        let text = fixture(class);
        assert!(is_valid(&serde_json::from_str(&text).expect("fixtures are JSON")), "{class}");
        let saved = WrapperFile::from_json(&text).expect("fixtures load").to_json();
        assert!(is_valid(&serde_json::from_str(&saved).expect("saved files are JSON")), "{class}");
        assert_eq!(WrapperFile::from_json(&saved).expect("saved files load").to_json(), saved);
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
    for (pointer, value) in wrong {
        let mut file: Value = serde_json::from_str(&fixture("lr")).expect("fixtures are JSON");
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
        match file.pointer_mut(parent).expect("the parent is there") {
            Value::Object(object) => drop(object.insert(key.to_owned(), value.clone())),
            Value::Array(array) => array[key.parse::<usize>().expect("an index")] = value.clone(),
            other => panic!("{other}"),
        }
        assert!(WrapperFile::from_json(&file.to_string()).is_err(), "loader: {pointer} {value}");
        assert!(!is_valid(&file), "schema: {pointer} {value}");
    }
}
