//! Metadata of a file: keys and values.

use crate::column::ColumnOptions;
use unhusk_wrapper::record::Schema;

/// The schema of the records, in the form of the wrapper file.
const SCHEMA_KEY: &str = "unhusk.schema";
/// SHA-256 of the wrapper file.
const WRAPPER_KEY: &str = "unhusk.wrapper.sha256";

pub(super) fn metadata(schema: &Schema, options: &ColumnOptions) -> Vec<(String, String)> {
    let saved = serde_json::to_string(schema).unwrap_or_default();
    let mut metadata = vec![(SCHEMA_KEY.to_owned(), saved)];
    if let Some(sha256) = &options.wrapper_sha256 {
        metadata.push((WRAPPER_KEY.to_owned(), sha256.clone()));
    }
    metadata
}
