//! Kushmerick's own sites: his published wrappers read his pages as he labelled them.

use crate::at_hand;
use serde_json::{Map, Value as Json, json};
use std::fs;
use std::path::{Path, PathBuf};
use unhusk_learn::example::{
    Example, Label, LabelCell, LabelledRecord, Place, PlaceTarget, TrainingSet,
};
use unhusk_learn::{Settings, find_method};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Field, Record, Schema};
use unhusk_wrapper::{AnyWrapper, Extract, Wrapper};

/// A surveyed site: its fields, its pages and their labels.
pub(crate) struct SurveyedSite {
    pub(crate) name: String,
    folder: PathBuf,
    labels: Json,
}

impl SurveyedSite {
    /// All sites in the order of their names; none, with a message, where the data is missing.
    pub(crate) fn all() -> Vec<SurveyedSite> {
        let Some(folder) = at_hand::benchmark("data/wien") else { return Vec::new() };
        let entries = fs::read_dir(folder).expect("the folder is readable");
        let mut sites: Vec<SurveyedSite> = entries
            .map(|entry| SurveyedSite::load(&entry.expect("folder entries").path()))
            .collect();
        sites.sort_by(|a, b| a.name.cmp(&b.name));
        sites
    }

    fn load(folder: &Path) -> SurveyedSite {
        SurveyedSite {
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
    fn published(&self) -> Vec<(String, Wrapper)> {
        let published = read_json(&self.folder.join("published.json"));
        let wrappers = published["wrappers"].as_object().expect("wrappers").clone();
        wrappers
            .into_iter()
            .map(|(class, parts)| {
                let program = program(&class, parts.as_array().expect("a list of strings"));
                let file = json!({"unhusk": "wrapper/1", "class": class, "schema": self.schema(), "program": program});
                let file = Wrapper::from_json(&file.to_string()).expect("a wrapper");
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
pub(crate) fn as_labels(records: &[Record<'_>], fields: &[unhusk_wrapper::record::Field]) -> Json {
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
    for site in SurveyedSite::all() {
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

/// The examples of some pages of a site.
fn training_set<'p>(schema: &Schema, pages: &'p [(Page, &Json)]) -> TrainingSet<'p> {
    let example = |(number, (page, records)): (usize, &'p (Page, &Json))| Example {
        name: format!("page {number}"),
        page,
        complete: true,
        records: records_of(records, schema.fields()),
        negatives: Vec::new(),
    };
    let examples = pages.iter().enumerate().map(example).collect();
    TrainingSet::from_examples(schema.clone(), examples).expect("labels of the schema")
}

fn records_of(records: &Json, fields: &[Field]) -> Vec<LabelledRecord> {
    let cell = |cell: &Json, field: &Field| match cell.get("span") {
        Some(span) => {
            let span: Span = serde_json::from_value(span.clone()).expect("a span");
            let place = Place { span, target: PlaceTarget::Range };
            LabelCell::One(Label { candidates: vec![place], text: None })
        }
        None if cell.is_array() => LabelCell::Nested(records_of(cell, &field.fields)),
        None => LabelCell::Unknown,
    };
    let record = |record: &Json| LabelledRecord {
        cells: fields.iter().map(|field| cell(&record[&field.name], field)).collect(),
    };
    records.as_array().expect("records").iter().map(record).collect()
}

fn reads(wrapper: &AnyWrapper, schema: &Schema, page: &Page, records: &Json) -> bool {
    as_labels(&wrapper.extract(schema, page).records, schema.fields()) == *records
}

#[test]
fn every_published_class_is_learnt_from_its_pages() {
    for site in SurveyedSite::all() {
        let schema: Schema = serde_json::from_value(site.schema()).expect("a schema");
        let pages = site.pages();
        for (class, _) in site.published() {
            let Some(method) = find_method(&class) else { continue };
            let set = training_set(&schema, &pages);
            let learned = method.learn(&set, &Settings::default());
            let wrapper =
                learned.unwrap_or_else(|error| panic!("{} {class}: {error}", site.name)).wrapper;
            for (page, records) in &pages {
                assert!(reads(&wrapper, &schema, page, records), "{} {class}", site.name);
            }
        }
    }
}

/// Learns from the first page; the other pages that are read as labelled.
fn n_read_from_one(
    site: &SurveyedSite,
    class: &str,
    blur: fn(&mut LabelCell, &Page),
) -> Option<usize> {
    let schema: Schema = serde_json::from_value(site.schema()).expect("a schema");
    let pages = site.pages();
    let set = training_set(&schema, &pages[..1]);
    let mut example = set.examples()[0].clone();
    for cell in example.records.iter_mut().flat_map(|record| &mut record.cells) {
        blur(cell, example.page);
    }
    let set = TrainingSet::from_examples(schema.clone(), vec![example]).expect("as before");
    let method = find_method(class).expect("a method");
    let wrapper = method.learn(&set, &Settings::default()).ok()?.wrapper;
    Some(
        pages[1..].iter().filter(|(page, records)| reads(&wrapper, &schema, page, records)).count(),
    )
}

/// The sites with tables on which the other nine pages are read when one is labelled.
fn sites_read_from_one(class: &str, blur: fn(&mut LabelCell, &Page)) -> Vec<String> {
    let tables = SurveyedSite::all().into_iter().filter(|site| site.name != "s7");
    let read = tables.filter(|site| n_read_from_one(site, class, blur) == Some(9));
    read.map(|site| site.name).collect()
}

const LR_SITES: [&str; 7] = ["s1", "s19", "s20", "s27", "s28", "s30", "s8"];
const HLRT_SITES: [&str; 8] = ["s1", "s12", "s14", "s19", "s20", "s27", "s30", "s8"];

#[test]
fn one_page_is_enough_wherever_the_class_was_published() {
    if SurveyedSite::all().is_empty() {
        return;
    }
    assert_eq!(sites_read_from_one("lr", |_, _| {}), LR_SITES);
    assert_eq!(sites_read_from_one("hlrt", |_, _| {}), HLRT_SITES);
}

/// Makes a label by span one by text: all places with the same source are candidates.
fn by_text(cell: &mut LabelCell, page: &Page) {
    let LabelCell::One(label) = cell else { return };
    let text = page.slice(label.candidates[0].span).expect("a span of the page");
    if text.is_empty() {
        return;
    }
    let place = |(start, _): (usize, &str)| Place {
        span: Span::new(start, start + text.len()),
        target: PlaceTarget::Range,
    };
    label.candidates = page.source().match_indices(text).map(place).collect();
    label.text = Some(text.to_owned());
}

#[test]
fn labels_by_text_are_as_good_as_labels_by_place() {
    if SurveyedSite::all().is_empty() {
        return;
    }
    // On s28 every address occurs twice in its record: as a link and as its text.
    let lr_sites: Vec<&str> = LR_SITES.into_iter().filter(|site| *site != "s28").collect();
    assert_eq!(sites_read_from_one("lr", by_text), lr_sites);
    assert_eq!(sites_read_from_one("hlrt", by_text), HLRT_SITES);
}
