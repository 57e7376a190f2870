//! Converts resolved matches to labels with spans.

use super::paths::relative;
use serde_json::{Map, Value, json};
use std::path::Path;
use unhusk::example::Labels;
use unhusk::learn::disambiguate::{DisambiguatedCell, DisambiguatedPage, Disambiguation, Sighted};
use unhusk::record::Schema;

/// Returns the labels of all pages with records; `file` is their path, `None` for standard output.
pub(super) fn labels(
    settled: &Disambiguation,
    sighted: &[Sighted<'_>],
    schema: &Schema,
    file: Option<&Path>,
) -> anyhow::Result<Labels> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name.as_str()).collect();
    let mut pages = Vec::new();
    for (page, sighted) in settled.pages.iter().zip(sighted) {
        let DisambiguatedPage::Records(records) = page else { continue };
        if records.is_empty() {
            continue;
        }
        let records: Vec<Value> = records.iter().map(|record| written(record, &names)).collect();
        let path = relative(Path::new(&sighted.name), file)?;
        pages.push(json!({ "path": path, "complete": true, "records": records }));
    }
    let found: Vec<&str> =
        settled.schema.fields().iter().map(|field| field.name.as_str()).collect();
    let text = json!({ "unhusk": "labels/1", "fields": found, "pages": pages }).to_string();
    let name = file.map_or_else(|| "labels".into(), Path::to_string_lossy);
    Ok(Labels::parse(&name, &text)?)
}

/// Returns the known cells of a record as JSON.
fn written(record: &[DisambiguatedCell], names: &[&str]) -> Value {
    let known = record.iter().zip(names).filter_map(|(cell, name)| {
        let place = cell.place?;
        Some(((*name).to_owned(), json!({ "span": [place.start, place.end] })))
    });
    Value::Object(known.collect::<Map<String, Value>>())
}
