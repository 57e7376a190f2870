//! Kushmerick's own sites: his published wrappers read his pages as he labelled them.

use serde_json::{Map, Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::page::Page;
use unhusk::record::{Cell, Record};
use unhusk::wrapper::WrapperFile;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/wien");

/// A surveyed site: its fields, its pages and their labels.
pub(crate) struct Site {
    pub(crate) name: String,
    folder: PathBuf,
    labels: Json,
}

impl Site {
    /// All sites in the order of their names; none, with a notice, where the data is not at hand.
    pub(crate) fn all() -> Vec<Site> {
        let Ok(entries) = fs::read_dir(FOLDER) else {
            eprintln!("skipped: {FOLDER} is not at hand");
            return Vec::new();
        };
        let mut sites: Vec<Site> =
            entries.map(|entry| Site::load(&entry.expect("folder entries").path())).collect();
        sites.sort_by(|a, b| a.name.cmp(&b.name));
        sites
    }

    fn load(folder: &Path) -> Site {
        Site {
            name: folder.file_name().expect("a folder").to_string_lossy().into_owned(),
            folder: folder.to_owned(),
            labels: read_json(&folder.join("labels.json")),
        }
    }

    /// The fields as a schema of a wrapper file.
    fn schema(&self) -> Json {
        fn fields(labels: &Json) -> Json {
            let field = |field: &Json| match field {
                Json::String(name) => json!({"name": name}),
                nested => json!({"name": nested["name"], "fields": fields(&nested["fields"])}),
            };
            Json::Array(labels.as_array().expect("fields").iter().map(field).collect())
        }
        json!({"fields": fields(&self.labels["fields"])})
    }

    pub(crate) fn pages(&self) -> Vec<(Page, &Json)> {
        let pages = self.labels["pages"].as_array().expect("pages");
        pages
            .iter()
            .map(|page| {
                let path = self.folder.join(page["path"].as_str().expect("a path"));
                (Page::from_bytes(&fs::read(path).expect("a page")), &page["records"])
            })
            .collect()
    }

    /// Class and rule of each published wrapper.
    fn published(&self) -> Vec<(String, WrapperFile)> {
        let published = read_json(&self.folder.join("published.json"));
        let wrappers = published["wrappers"].as_object().expect("wrappers").clone();
        wrappers
            .into_iter()
            .map(|(class, parts)| {
                let program = program(&class, parts.as_array().expect("a list of strings"));
                let file = json!({"unhusk": "wrapper/1", "class": class, "schema": self.schema(), "program": program});
                let file = WrapperFile::from_json(&file.to_string()).expect("a wrapper");
                (class, file)
            })
            .collect()
    }
}

/// The program of a published list: `[head tail] [open close] left.. right..`.
fn program(class: &str, parts: &[Json]) -> Json {
    let mut program = Map::new();
    let mut parts = parts.iter();
    for key in ["head", "tail", "open", "close"] {
        let has_it = match key {
            "head" | "tail" => class.contains('h'),
            _ => class.contains('o'),
        };
        if has_it {
            program.insert(key.to_owned(), parts.next().expect("a string").clone());
        }
    }
    let parts: Vec<&Json> = parts.collect();
    let (lefts, rights) = parts.split_at(parts.len() / 2);
    let pairs = lefts.iter().zip(rights).map(|(l, r)| json!({"left": l, "right": r})).collect();
    program.insert("fields".to_owned(), Json::Array(pairs));
    Json::Object(program)
}

fn read_json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).expect("a readable file")).expect("JSON")
}

/// The records as labels: one span per value; the labels leave lists without records out.
pub(crate) fn as_labels(records: &[Record<'_>], fields: &[unhusk::record::Field]) -> Json {
    let record = |record: &Record<'_>| {
        let cells = record.cells.iter().zip(fields).filter_map(|(cell, field)| {
            let json = match cell {
                Cell::One(value) => json!({"span": value.span}),
                Cell::Nested(records) if records.is_empty() => return None,
                Cell::Nested(records) => as_labels(records, &field.fields),
                Cell::Absent | Cell::Many(_) => Json::Null,
            };
            Some((field.name.clone(), json))
        });
        Json::Object(cells.collect())
    };
    Json::Array(records.iter().map(record).collect())
}

#[test]
fn published_wrappers_read_the_labels_of_their_sites() {
    for site in Site::all() {
        for (class, file) in site.published() {
            // The published N-LR wrapper of s28 is broken: its delimiters hold line breaks that no page has.
            if (site.name.as_str(), class.as_str()) == ("s28", "n-lr") {
                continue;
            }
            for (position, (page, records)) in site.pages().iter().enumerate() {
                let found = file.extract(page);
                let found = as_labels(&found.records, file.schema.fields());
                assert!(found == **records, "{} {class} page {position}", site.name);
            }
        }
    }
}
