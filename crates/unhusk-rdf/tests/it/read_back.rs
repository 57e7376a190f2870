//! Ten thousand hostile records through every writer, read back by rdflib, icalendar, vobject and feedparser.

use crate::at_hand;
use crate::hostile::{record, records};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use unhusk_rdf::sink::{MeaningFormat, SinkContext};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::sink::SourcePage;

const N_RECORDS: usize = 10_000;

/// Python with the readers, from `./test`; a notice if there is none.
pub(crate) fn python() -> Option<PathBuf> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-venv/bin/python");
    let readers = "import rdflib, icalendar, vobject, feedparser";
    let has_readers =
        Command::new(&python).args(["-c", readers]).output().is_ok_and(|run| run.status.success());
    if !has_readers {
        at_hand::skip(
            "there is no Python with rdflib, icalendar, vobject and feedparser; `./test` makes one",
        );
    }
    has_readers.then_some(python)
}

/// Runs the script beside this file; fails with its error output.
pub(crate) fn run_python(python: &Path, script: &str, arguments: &[&Path]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(script);
    let run = Command::new(python).arg(script).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}", said.chars().take(4000).collect::<String>());
}

/// The wrapper of records of a class whose `name` and `about` are the given properties.
fn wrapper(class: &str, name: &str, about: &str, date: &str) -> Wrapper {
    let fields = json!([
        {"name": "id"},
        {"name": "name", "iri": name},
        {"name": "about", "iri": about},
        {"name": "tags", "many": true, "iri": "schema:keywords"},
        {"name": "when", "iri": date, "type": "date"},
        {"name": "link", "iri": "schema:url", "type": "url"},
    ]);
    let file = r#"{"unhusk": "wrapper/1", "class": "lr", "schema": {"fields": [{"name": "a"}]},
        "program": {"fields": [{"left": "<", "right": ">"}]}}"#;
    let mut wrapper = Wrapper::from_json(file).unwrap();
    wrapper.schema = serde_json::from_value(json!({"iri": class, "fields": fields})).unwrap();
    wrapper
}

fn check(format: &str, wrapper: &Wrapper) {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (written, expected) = (folder.path().join("written"), folder.path().join("expected"));
    let records = records(N_RECORDS);
    let mut context = SinkContext::new(wrapper);
    context.now = 1_700_000_000;
    let mut out = Vec::new();
    let mut sink = MeaningFormat::of_name(format).unwrap().sink(&context, &mut out).unwrap();
    let mut page = SourcePage::new("p.html");
    page.url = Some("https://example.org/p.html".to_owned());
    sink.begin(&page).unwrap();
    for (at, given) in records.iter().enumerate() {
        sink.write("p.html", &record(at, given)).unwrap();
    }
    sink.finish().unwrap();
    drop(sink);
    fs::write(&written, out).unwrap();
    fs::write(&expected, json!(records).to_string()).unwrap();
    run_python(&python, "read_back.py", &[Path::new(format), &written, &expected]);
}

#[test]
fn turtle_is_read_back_equal() {
    check(
        "turtle",
        &wrapper("schema:Event", "schema:name", "schema:description", "schema:startDate"),
    );
}

#[test]
fn n_triples_are_read_back_equal() {
    check(
        "ntriples",
        &wrapper("schema:Event", "schema:name", "schema:description", "schema:startDate"),
    );
}

#[test]
fn n_quads_are_read_back_equal() {
    check(
        "nquads",
        &wrapper("schema:Event", "schema:name", "schema:description", "schema:startDate"),
    );
}

#[test]
fn json_ld_is_read_back_equal() {
    check(
        "jsonld",
        &wrapper("schema:Event", "schema:name", "schema:description", "schema:startDate"),
    );
}

#[test]
fn calendars_are_read_back_without_controls() {
    check("ics", &wrapper("schema:Event", "schema:name", "schema:description", "schema:startDate"));
}

#[test]
fn address_books_are_read_back_without_controls() {
    check(
        "vcf",
        &wrapper("schema:Person", "schema:name", "schema:description", "schema:birthDate"),
    );
}

#[test]
fn rss_is_read_back_without_controls() {
    check(
        "rss",
        &wrapper("schema:Article", "schema:headline", "schema:description", "schema:datePublished"),
    );
}

#[test]
fn atom_is_read_back_without_controls() {
    check(
        "atom",
        &wrapper("schema:Article", "schema:headline", "schema:description", "schema:datePublished"),
    );
}
