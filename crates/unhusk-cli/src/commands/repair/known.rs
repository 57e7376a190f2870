//! Known records of `--known`.

use anyhow::{Context, bail};
use serde_json::Value;
use unhusk::record::Schema;
use unhusk::verify::repair::KnownRecords;
use unhusk_io::source::read_small;

/// Limit on the size of a file of known records, in bytes.
const MAX_KNOWN_BYTES: usize = 16 << 20;

/// Reads known records, grouped by page.
pub(super) fn read_known(path: &str, schema: &Schema) -> anyhow::Result<Vec<KnownRecords>> {
    let text = read_small(path, MAX_KNOWN_BYTES)?;
    let mut pages: Vec<KnownRecords> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("`{path}`, line {}", number + 1);
        let record: Value = serde_json::from_str(line).with_context(at)?;
        let Value::Object(record) = record else { bail!("{}: expected a JSON object", at()) };
        let name = record.get("_page").and_then(Value::as_str).map(str::to_owned);
        let has_field = schema.fields().iter().any(|field| record.contains_key(&field.name));
        if !has_field {
            let fields: Vec<&str> =
                schema.fields().iter().map(|field| field.name.as_str()).collect();
            bail!("{}: the record has none of the wrapper's fields ({})", at(), fields.join(", "));
        }
        let cells = schema.fields().iter().map(|field| texts(record.get(&field.name))).collect();
        let same = pages.last_mut().filter(|page| page.page == name && name.is_some());
        if let Some(page) = same {
            page.records.push(cells);
        } else {
            pages.push(KnownRecords { page: name, records: vec![cells] });
        }
    }
    Ok(pages)
}

/// Returns the texts of a cell in the format of `extract`, with or without spans.
fn texts(cell: Option<&Value>) -> Vec<String> {
    match cell {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(values)) => values.iter().flat_map(|value| texts(Some(value))).collect(),
        Some(Value::Object(value)) => texts(value.get("text")),
        Some(Value::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}
