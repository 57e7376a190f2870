//! Records in JSON Lines -> statements, with the meaning from the wrapper's schema.

use super::{Graph, RdfReadError};
use crate::sink::{MeaningFormat, RdfFormat, SinkContext};
use serde_json::Value as Json;
use std::borrow::Cow;
use unhusk_page::Span;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Field, Record, Value};

impl Graph {
    /// Adds the records of a JSON Lines file that `wrapper` wrote.
    ///
    /// # Errors
    /// With the number of the first line that is no record.
    pub fn load_lines(
        &mut self,
        file: &str,
        text: &str,
        wrapper: &Wrapper,
    ) -> Result<(), RdfReadError> {
        let mut quads = Vec::new();
        let fail = |line: usize, message: String| RdfReadError::Syntax {
            file: file.to_owned(),
            line: line as u64,
            column: 1,
            message,
        };
        let context = SinkContext::new(wrapper);
        let mut sink = MeaningFormat::Rdf(RdfFormat::NQuads)
            .sink(&context, &mut quads)
            .map_err(|error| fail(0, error.to_string()))?;
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let json: Json = serde_json::from_str(line)
                .map_err(|error| fail(at + 1, format!("not JSON: {error}")))?;
            let page = json.get("_page").and_then(Json::as_str).unwrap_or(file);
            let record = record(wrapper.schema.fields(), &json)
                .ok_or_else(|| fail(at + 1, "not a record of the wrapper's fields".to_owned()))?;
            sink.write(page, &record).map_err(|error| fail(at + 1, error.to_string()))?;
        }
        sink.finish().map_err(|error| fail(0, error.to_string()))?;
        drop(sink);
        let quads = String::from_utf8(quads).expect("RDF is written as UTF-8");
        self.load(file, &quads, RdfFormat::NQuads)
    }
}

/// Reads a record from an object of its fields; `None` if the JSON has another shape. Recurses on the nesting of the
/// schema.
fn record<'j>(fields: &[Field], json: &'j Json) -> Option<Record<'j>> {
    let object = json.as_object()?;
    if !fields.iter().any(|field| object.contains_key(&field.name)) {
        return None;
    }
    let cell = |field: &Field| cell(field, object.get(&field.name).unwrap_or(&Json::Null));
    Some(Record { cells: fields.iter().map(cell).collect::<Option<_>>()? })
}

fn cell<'j>(field: &Field, json: &'j Json) -> Option<Cell<'j>> {
    Some(match json {
        Json::Null => Cell::Absent,
        Json::Array(items) if field.is_nested() => Cell::Nested(
            items.iter().map(|item| record(&field.fields, item)).collect::<Option<_>>()?,
        ),
        Json::Array(items) => Cell::Many(items.iter().map(value).collect::<Option<_>>()?),
        other => Cell::One(value(other)?),
    })
}

/// A text; the object that `--spans` and `--raw` write; or a number or price that `--typed` writes.
fn value(json: &Json) -> Option<Value<'_>> {
    let text = match json {
        Json::String(text) => Cow::Borrowed(text.as_str()),
        Json::Number(number) => Cow::Owned(number.to_string()),
        object => match object.get("text").and_then(Json::as_str) {
            Some(text) => Cow::Borrowed(text),
            None => Cow::Owned(price(object)?),
        },
    };
    Some(Value { text, span: Span { start: 0, end: 0 }, confidence: None })
}

/// `{"amount": 12.5, "currency": "USD"}` -> `12.5 USD`.
fn price(json: &Json) -> Option<String> {
    let amount = match json.get("amount")? {
        Json::String(amount) => amount.clone(),
        amount => amount.as_number()?.to_string(),
    };
    Some(match json.get("currency").and_then(Json::as_str) {
        Some(currency) => format!("{amount} {currency}"),
        None => amount,
    })
}
