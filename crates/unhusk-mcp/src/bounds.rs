//! The limits of an answer: a model reads all of it, and pays for it.

use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Records in an answer, unless the model gives a number.
pub(crate) const DEFAULT_RECORDS: usize = 5;
/// Records in an answer.
pub(crate) const MAX_RECORDS: usize = 50;
/// Bytes of the records in an answer, as JSON: some 4,000 tokens.
pub(crate) const MAX_RECORD_BYTES: usize = 16 << 10;
/// Characters of a value, a message or a line.
pub(crate) const MAX_CHARS: usize = 400;
/// Entries of any other list.
const MAX_ENTRIES: usize = 20;

/// The first entries of a list, and the number of all its entries.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct Counted<T> {
    /// How many there are.
    pub(crate) count: usize,
    /// The first 20 of them.
    pub(crate) first: Vec<T>,
}

impl<T> Default for Counted<T> {
    fn default() -> Self {
        Self { count: 0, first: Vec::new() }
    }
}

impl<T> FromIterator<T> for Counted<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut counted = Self::default();
        entries.into_iter().for_each(|entry| counted.push(entry));
        counted
    }
}

impl<T> Counted<T> {
    pub(crate) fn push(&mut self, entry: T) {
        self.count += 1;
        if self.first.len() < MAX_ENTRIES {
            self.first.push(entry);
        }
    }
}

/// The beginning of a text.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A probability, as exactly as it is known.
pub(crate) fn rounded(probability: f64) -> f64 {
    (probability * 1000.0).round() / 1000.0
}

/// Number of records to show.
pub(crate) fn n_shown(asked: Option<usize>) -> usize {
    asked.unwrap_or(DEFAULT_RECORDS).min(MAX_RECORDS)
}

/// Shortens all texts of a record; returns the number of shortened ones. Recurses on the nesting of records, which is
/// limited.
pub(crate) fn shorten(value: &mut Value) -> usize {
    match value {
        Value::String(text) if text.chars().nth(MAX_CHARS).is_some() => {
            *text = shortened(text);
            1
        }
        Value::Array(items) => items.iter_mut().map(shorten).sum(),
        Value::Object(entries) => entries.values_mut().map(shorten).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted, MAX_CHARS, shorten, shortened};
    use serde_json::json;

    #[test]
    fn a_text_is_cut_between_characters() {
        let long = "é".repeat(MAX_CHARS + 1);
        assert_eq!(shortened(&long), format!("{}…", "é".repeat(MAX_CHARS)));
        assert_eq!(shortened(&long[2..]), long[2..]);
    }

    #[test]
    fn all_long_texts_of_a_record_are_cut_and_counted() {
        let long = "x".repeat(MAX_CHARS + 1);
        let mut record = json!({"a": long, "b": ["short", long], "c": [{"d": long}], "e": null});
        assert_eq!(shorten(&mut record), 3);
        assert_eq!(record["b"][0], "short");
    }

    #[test]
    fn a_list_says_how_long_it_is() {
        let some: Counted<usize> = (0..30).collect();
        assert_eq!((some.count, some.first), (30, (0..20).collect()));
    }
}
