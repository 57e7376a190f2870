//! Wrappers as RDF: every class comes back byte for byte, also by way of rdflib.

use crate::read_back::{python, run_python};
use std::fs;
use std::path::{Path, PathBuf};
use unhusk_rdf::share::{import, to_jsonld, to_rdf};
use unhusk_rdf::sink::RdfFormat;
use unhusk_wrapper::Wrapper;

/// The fixtures of the library: one wrapper of every class and more.
fn wrappers() -> Vec<Wrapper> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../unhusk-wrapper/tests/fixtures/wrapper-1");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let load = |path: &PathBuf| Wrapper::from_json(&fs::read_to_string(path).unwrap()).unwrap();
    paths.iter().map(load).collect()
}

#[test]
fn wrappers_of_every_class_come_back_byte_for_byte() {
    let wrappers = wrappers();
    assert!(wrappers.len() >= 10, "{}", wrappers.len());
    for wrapper in wrappers {
        let texts = [
            (RdfFormat::Turtle, to_rdf(&wrapper, RdfFormat::Turtle)),
            (RdfFormat::NTriples, to_rdf(&wrapper, RdfFormat::NTriples)),
            (RdfFormat::JsonLd, to_jsonld(&wrapper)),
        ];
        for (format, text) in texts {
            let imported = import("w", &text, format).unwrap();
            assert_eq!(imported.wrapper.to_json(), wrapper.to_json(), "{format:?}");
            assert!(imported.is_genuine, "{format:?}");
        }
    }
}

/// rdflib reads Turtle and JSON-LD as the same statements, and its output is imported too.
#[test]
fn another_reader_sees_the_same_wrapper_in_both_syntaxes() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for wrapper in wrappers() {
        fs::write(path("w.ttl"), to_rdf(&wrapper, RdfFormat::Turtle)).unwrap();
        fs::write(path("w.jsonld"), to_jsonld(&wrapper)).unwrap();
        run_python(
            &python,
            "same_graph.py",
            &[&path("w.ttl"), &path("w.jsonld"), &path("again.ttl")],
        );
        let again = fs::read_to_string(path("again.ttl")).unwrap();
        let imported = import("again.ttl", &again, RdfFormat::Turtle).unwrap();
        assert_eq!(imported.wrapper.to_json(), wrapper.to_json());
    }
}
