//! Known records of `--known`.

use anyhow::Context;
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
        KnownRecords::add(&mut pages, &record, schema).with_context(at)?;
    }
    Ok(pages)
}
