//! A labelled site: its pages as bytes, and its labels as in the file.

use super::set::{BenchmarkSet, LabelScope};
use super::truth::{self, CompareBy};
use anyhow::Context;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use unhusk::Page;
use unhusk::example::{Example, Labels};
use unhusk::record::Schema;

/// A site of a benchmark set.
pub(crate) struct BenchmarkSite {
    pub(crate) set: BenchmarkSet,
    pub(crate) name: String,
    /// Pages as they are on disk, in the order of the labels.
    pub(crate) sources: Vec<Vec<u8>>,
    /// These pages, parsed, for the truth.
    pages: Vec<Page>,
    labels: Labels,
    /// The labels file, from which the labels of a task are taken.
    json: Value,
}

/// Fields whose truth is known to be wrong: cut to one letter, and without its first word.
const DEFECTS: [(&str, &str); 2] = [("movie/allmovie", "mpaa_rating"), ("movie/amctv", "director")];

impl BenchmarkSite {
    pub(crate) fn read(set: BenchmarkSet, name: String, folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("labels.json");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let labels = Labels::parse(&path.to_string_lossy(), &text)?;
        let read = |path: &str| {
            let path = folder.join(path);
            fs::read(&path).with_context(|| path.display().to_string())
        };
        let sources: Vec<Vec<u8>> =
            labels.pages().iter().map(|page| read(&page.path)).collect::<anyhow::Result<_>>()?;
        let pages = sources.iter().map(|source| Page::from_bytes(source)).collect();
        Ok(Self { set, name, sources, pages, labels, json: serde_json::from_str(&text)? })
    }

    /// Returns the pages as bytes.
    pub(crate) fn sources(&self) -> Vec<&[u8]> {
        self.sources.iter().map(Vec::as_slice).collect()
    }

    pub(crate) fn n_pages(&self) -> usize {
        self.pages.len()
    }

    pub(crate) fn page(&self, page_idx: usize) -> &Page {
        &self.pages[page_idx]
    }

    /// Returns all labels of the site.
    pub(crate) fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(crate) fn page_name(&self, page_idx: usize) -> &str {
        &self.labels.pages()[page_idx].path
    }

    /// Returns the fields of the truth, some of which the labels of a task may lack.
    pub(crate) fn schema(&self) -> &Schema {
        self.labels.schema()
    }

    /// Returns the records that should be read from a page.
    pub(crate) fn truth(&self, page_idx: usize, by: CompareBy) -> Example<'_> {
        let page = &self.pages[page_idx];
        truth::example(self.schema(), &self.labels.pages()[page_idx], page, by)
    }

    pub(crate) fn has_sound_truth(&self, field: &str) -> bool {
        !DEFECTS.contains(&(self.name.as_str(), field))
    }

    /// Returns the labels of some pages as a person would give them who has seen no others: without fields that have
    /// no value on these pages.
    pub(crate) fn labels_of(&self, page_indices: &[usize], scope: LabelScope) -> Value {
        let mut pages: Vec<Value> =
            page_indices.iter().map(|at| self.page_labels(*at, scope)).collect();
        let fields = self.json["fields"].as_array().cloned().unwrap_or_default();
        let (labelled, unlabelled): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|field| pages.iter().any(|page| has_value(page, field)));
        for record in pages.iter_mut().flat_map(records_mut) {
            for field in &unlabelled {
                record.remove(field_name(field));
            }
        }
        json!({ "unhusk": "labels/1", "fields": labelled, "pages": pages })
    }

    fn page_labels(&self, page_idx: usize, scope: LabelScope) -> Value {
        let mut page = self.json["pages"][page_idx].clone();
        if let LabelScope::First(n_records) = scope {
            if let Some(records) = page["records"].as_array_mut() {
                records.truncate(n_records);
            }
            page["complete"] = Value::Bool(false);
        }
        page
    }
}

fn has_value(page: &Value, field: &Value) -> bool {
    let name = field_name(field);
    let records = page["records"].as_array();
    records.into_iter().flatten().any(|record| match &record[name] {
        Value::Null => false,
        Value::Array(values) => !values.is_empty(),
        _ => true,
    })
}

fn field_name(field: &Value) -> &str {
    field.as_str().or_else(|| field["name"].as_str()).unwrap_or_default()
}

fn records_mut(page: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let records = page.get_mut("records").and_then(Value::as_array_mut);
    records.into_iter().flatten().filter_map(Value::as_object_mut)
}
