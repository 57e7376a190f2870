//! Kushmerick's sites, end to end: the extracted spans equal the labelled ones.

use crate::at_hand;
use crate::program::Folder;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The available flat sites of the survey; `s7` is nested and needs the N-classes.
fn flat_sites() -> Vec<PathBuf> {
    let Some(root) = at_hand::benchmark("data/wien") else { return Vec::new() };
    let entries = fs::read_dir(root).unwrap();
    let mut sites: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    sites.retain(|site| !site.ends_with("s7"));
    sites.sort();
    sites
}

/// Returns the labels in the format of `extract --spans`, without texts.
fn expected(site: &Path, labels: &Value) -> Vec<Value> {
    let mut records = Vec::new();
    for page in labels["pages"].as_array().unwrap() {
        let name = site.join(page["path"].as_str().unwrap()).display().to_string();
        for record in page["records"].as_array().unwrap() {
            let cells = record.as_object().unwrap().iter();
            let mut object = json!({"_page": name});
            cells.for_each(|(field, cell)| object[field] = cell["span"].clone());
            records.push(object);
        }
    }
    records.sort_by_key(|record| record["_page"].as_str().unwrap().to_owned());
    records
}

/// Returns the output of `extract --spans`, without texts.
fn found(output: &str) -> Vec<Value> {
    let spans_alone = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for cell in record.as_object_mut().unwrap().values_mut().filter(|cell| cell.is_object()) {
            *cell = cell["span"].take();
        }
        record
    };
    output.lines().map(spans_alone).collect()
}

#[test]
fn learnt_wrappers_read_what_was_labelled_and_nothing_else() {
    for site in flat_sites() {
        let folder = Folder::new();
        let labels = site.join("labels.json").display().to_string();
        let learnt = folder.run(&["learn", &labels, "-o", "w.json"]);
        assert_eq!(learnt.code, 0, "{labels}: {}", learnt.stderr);
        let pages = site.join("pages").display().to_string();
        let run = folder.run(&["extract", "w.json", &pages, "--spans", "-q"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{labels}");
        let labels: Value = serde_json::from_str(&fs::read_to_string(labels).unwrap()).unwrap();
        assert_eq!(found(&run.stdout), expected(&site, &labels), "{}", site.display());
    }
}
