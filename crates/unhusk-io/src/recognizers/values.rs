//! Texts that recognizers are made of: from the file itself, from files with a text a line, and from extracted records.

use super::EntryProblem;
use super::entry::Given;
use crate::source::read_small;
use serde_json::Value;
use std::path::Path;

/// Largest list that is read.
const MAX_BYTES: usize = 64 << 20;

/// The words of a list.
pub(super) fn lines(given: &Given, folder: &Path) -> Result<Vec<String>, EntryProblem> {
    match given {
        Given::Texts(texts) => Ok(texts.clone()),
        Given::File(name) => {
            let (path, text) = read(name, folder)?;
            let lines: Vec<String> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect();
            if lines.is_empty() {
                return Err(EntryProblem::File {
                    path,
                    why: "has no words; it needs one a line".to_owned(),
                });
            }
            Ok(lines)
        }
    }
}

/// The values of a field: those of records in JSON Lines (`.jsonl`, `.ndjson`), else one a line.
pub(super) fn values(
    given: &Given,
    field: &str,
    folder: &Path,
) -> Result<Vec<String>, EntryProblem> {
    let Given::File(name) = given else { return lines(given, folder) };
    let ending = Path::new(name).extension().unwrap_or_default();
    if !ending.eq_ignore_ascii_case("jsonl") && !ending.eq_ignore_ascii_case("ndjson") {
        return lines(given, folder);
    }
    let (path, text) = read(name, folder)?;
    let mut values = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let record: Value = serde_json::from_str(line).map_err(|error| EntryProblem::File {
            path: path.clone(),
            why: format!("is no JSON Lines (line {}: {error})", number + 1),
        })?;
        add(record.get(field).unwrap_or(&Value::Null), &mut values);
    }
    if values.is_empty() {
        let why = format!("has no record with a value of `{field}`");
        return Err(EntryProblem::File { path, why });
    }
    Ok(values)
}

/// Adds the texts of a cell: plain, in lists, or with places.
fn add(cell: &Value, values: &mut Vec<String>) {
    match cell {
        Value::String(text) => values.push(text.clone()),
        Value::Array(several) => {
            let texts =
                several.iter().filter_map(|one| one.as_str().or_else(|| one.get("text")?.as_str()));
            values.extend(texts.map(str::to_owned));
        }
        Value::Object(object) => {
            values.extend(object.get("text").and_then(Value::as_str).map(str::to_owned));
        }
        _ => {}
    }
}

fn read(name: &str, folder: &Path) -> Result<(String, String), EntryProblem> {
    let path = folder.join(name).to_string_lossy().into_owned();
    let text = read_small(&path, MAX_BYTES)?;
    Ok((path, text))
}
