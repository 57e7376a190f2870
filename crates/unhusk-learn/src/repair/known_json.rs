//! Known records in the format of `unhusk extract`: one JSON object for each record, `_page` names its page.

use super::known::KnownRecords;
use serde_json::Value;
use unhusk_wrapper::record::Schema;

/// Why a JSON value is no record of a wrapper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KnownRecordError {
    /// It is not an object.
    #[error("expected a JSON object")]
    NoObject,
    /// It has no field of the wrapper.
    #[error("the record has none of the wrapper's fields ({fields})")]
    NoField {
        /// The names of the fields.
        fields: String,
    },
}

impl KnownRecords {
    /// Adds a record to the records of its page, which are the last of `pages` if they come from the same page.
    ///
    /// # Errors
    /// If the record is no object, or has none of the fields.
    pub fn add(
        pages: &mut Vec<Self>,
        record: &Value,
        schema: &Schema,
    ) -> Result<(), KnownRecordError> {
        let Value::Object(record) = record else { return Err(KnownRecordError::NoObject) };
        let names = || schema.fields().iter().map(|field| field.name.as_str());
        if !names().any(|name| record.contains_key(name)) {
            let fields = names().collect::<Vec<_>>().join(", ");
            return Err(KnownRecordError::NoField { fields });
        }
        let page = record.get("_page").and_then(Value::as_str).map(str::to_owned);
        let cells = names().map(|name| texts(record.get(name))).collect();
        match pages.last_mut().filter(|last| last.page == page && page.is_some()) {
            Some(last) => last.records.push(cells),
            None => pages.push(Self { page, records: vec![cells] }),
        }
        Ok(())
    }
}

/// Returns the texts of a cell, with or without spans. Recurses on the depth of the JSON, which its parser limits.
fn texts(cell: Option<&Value>) -> Vec<String> {
    match cell {
        Some(Value::String(text)) => vec![text.clone()],
        Some(Value::Array(values)) => values.iter().flat_map(|value| texts(Some(value))).collect(),
        Some(Value::Object(value)) => texts(value.get("text")),
        Some(Value::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}
