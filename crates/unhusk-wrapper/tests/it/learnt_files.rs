//! Wrappers that earlier releases learnt and saved, each with a page and the records that they read from it.
//!
//! Such a file must always load, read the same values from the same places with the same confidence, and be saved
//! unchanged. A fixture is written by the release that learnt it (`unhusk learn`, `unhusk extract --spans`) and never
//! changed afterwards; the labels are those of `testdata/tasks`.

use crate::wrapper_files::is_valid;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk_page::Page;
use unhusk_wrapper::record::{Cell, Field, Record, Value};
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// Kinds of records of a site wrapper.
const SITE_RECORDS: [&str; 4] = ["page", "regions", "sequence", "layouts"];

/// A saved file, with the records that it read.
struct Fixture {
    name: String,
    folder: PathBuf,
}

impl Fixture {
    fn all() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wrapper-1/learnt");
        let folders = fs::read_dir(root).expect("there are fixtures");
        let mut fixtures: Vec<Self> = folders
            .map(|entry| entry.expect("a folder entry").path())
            .map(|folder| Self {
                name: folder.file_name().expect("a name").to_string_lossy().into_owned(),
                folder,
            })
            .collect();
        fixtures.sort_by(|a, b| a.name.cmp(&b.name));
        fixtures
    }

    fn read(&self, file: &str) -> String {
        let path = self.folder.join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn json(&self) -> Json {
        serde_json::from_str(&self.read("wrapper.json")).expect("a wrapper file is JSON")
    }

    fn load(&self) -> Wrapper {
        let loaded = Wrapper::from_json(&self.read("wrapper.json"));
        loaded.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

#[test]
fn there_is_a_file_of_every_class_and_of_every_kind_of_site() {
    let files: Vec<Json> = Fixture::all().iter().map(Fixture::json).collect();
    let classes: BTreeSet<&str> = files.iter().filter_map(|file| file["class"].as_str()).collect();
    assert_eq!(classes, AnyWrapper::CLASSES.iter().copied().collect());
    let sites: Vec<&Json> =
        files.iter().filter(|file| file["class"] == "site").map(|file| &file["program"]).collect();
    for kind in SITE_RECORDS {
        let is_kind = |records: &Json| records == kind || records.get(kind).is_some();
        assert!(sites.iter().any(|site| is_kind(&site["records"])), "no site with {kind}");
    }
    let has_nested = |site: &&Json| {
        let fields = site["fields"].as_array().expect("fields");
        fields.iter().any(|field| field.get("nested").is_some())
    };
    assert!(sites.iter().any(has_nested), "no site with nested records");
}

#[test]
fn every_file_reads_what_it_read_when_it_was_saved() {
    for fixture in Fixture::all() {
        let file = fixture.load();
        let page = Page::from_bytes(fixture.read("page.html").as_bytes());
        let extraction = file.extract_with_confidence(&page);
        let read: Vec<Json> =
            extraction.records.iter().map(|record| as_json(record, file.schema.fields())).collect();
        let expected: Vec<Json> = fixture.read("records.jsonl").lines().map(line).collect();
        assert!(!expected.is_empty(), "{} read nothing", fixture.name);
        assert_eq!(read, expected, "{}", fixture.name);
        assert_eq!(extraction.warnings, [], "{}", fixture.name);
    }
}

#[test]
fn every_file_is_saved_again_as_it_was() {
    for fixture in Fixture::all() {
        let saved: Json =
            serde_json::from_str(&fixture.load().to_json()).expect("a saved file is JSON");
        assert_eq!(saved, fixture.json(), "{}", fixture.name);
        assert!(is_valid(&saved), "{} does not match the JSON Schema", fixture.name);
    }
}

/// A line of `extract --spans`, without the name of the page.
fn line(line: &str) -> Json {
    let mut record: Json = serde_json::from_str(line).expect("a record is JSON");
    record.as_object_mut().expect("a record is an object").remove("_page");
    record
}

/// A record as `extract --spans` writes it.
fn as_json(record: &Record<'_>, fields: &[Field]) -> Json {
    let mut object = Map::new();
    for (cell, field) in record.cells.iter().zip(fields) {
        let json = match cell {
            Cell::Absent => Json::Null,
            Cell::One(value) => leaf(value),
            Cell::Many(values) => values.iter().map(leaf).collect(),
            Cell::Nested(records) => {
                records.iter().map(|record| as_json(record, &field.fields)).collect()
            }
        };
        object.insert(field.name.clone(), json);
    }
    Json::Object(object)
}

fn leaf(value: &Value<'_>) -> Json {
    let mut leaf = json!({"text": value.text, "span": [value.span.start, value.span.end]});
    if let Some(confidence) = value.confidence {
        leaf["confidence"] = json!(confidence.get());
    }
    leaf
}
