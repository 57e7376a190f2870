//! JSON -> labels as given: the allowed forms of a value; only numbers are searched for on the page.

use super::number::displayed;
use super::{RefusedValue, text_of};
use crate::example::error::{LabelAt, LabelError, LabelProblem, LabelStep};
use crate::example::labels::{DECIMAL, GivenCell, GivenRecord, GivenValue, Json, is_record, value};
use unhusk_page::Page;

const TEXT: &str = "a text as displayed on the page";
const RECORDS: &str = "a list of records, each an object with a key for each field";
const MAX_NESTING: usize = 8;

/// Reads records, and collects the values whose form is refused.
pub(super) struct FormReader<'p> {
    page: &'p Page,
    at: LabelAt,
    pub(super) refused: Vec<RefusedValue>,
}

impl<'p> FormReader<'p> {
    pub(super) fn new(page: &'p Page, at: LabelAt) -> Self {
        Self { page, at, refused: Vec::new() }
    }

    /// Reads the records of the page: a list, one record, or either under the key `records`.
    pub(super) fn records(&mut self, json: &Json) -> Result<Vec<GivenRecord>, LabelError> {
        let at = self.at.clone();
        let unexpected = || {
            let problem = LabelProblem::Unexpected { found: json.noun(), expected: RECORDS };
            LabelError::bad(at.clone(), problem)
        };
        let records = match json {
            Json::Object(entries) => match &entries[..] {
                [(key, inner @ (Json::List(_) | Json::Object(_)))] if key == "records" => inner,
                _ => json,
            },
            other => other,
        };
        let items = match records {
            Json::List(items) => &items[..],
            Json::Object(_) => std::slice::from_ref(records),
            _ => return Err(unexpected()),
        };
        let mut read = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let Json::Object(entries) = item else { return Err(unexpected()) };
            read.push(self.record(entries, &at.step(LabelStep::Record(index + 1)), 0));
        }
        Ok(read)
    }

    /// Recurses on nested records, at most [`MAX_NESTING`] levels.
    fn record(&mut self, entries: &[(String, Json)], at: &LabelAt, level: usize) -> GivenRecord {
        let mut record = GivenRecord::default();
        for (name, json) in entries {
            if let Some(cell) = self.cell(json, &at.field(name), level) {
                record.cells.push((name.clone(), cell));
            }
        }
        record
    }

    /// Reads the cell of a field; `None` if nothing of it is a label.
    fn cell(&mut self, json: &Json, at: &LabelAt, level: usize) -> Option<GivenCell> {
        match json {
            Json::Null => Some(GivenCell::Absent),
            Json::List(items) if items.is_empty() => Some(GivenCell::Many(Vec::new())),
            Json::List(items) if items.iter().any(is_nested) => self.nested(items, at, level),
            Json::List(items) => {
                let items = items.iter().filter(|item| **item != Json::Null);
                let values: Vec<_> = items.filter_map(|item| self.value(item, at)).collect();
                (!values.is_empty()).then_some(GivenCell::Many(values))
            }
            json if is_nested(json) => self.nested(std::slice::from_ref(json), at, level),
            json => self.value(json, at).map(GivenCell::One),
        }
    }

    fn nested(&mut self, items: &[Json], at: &LabelAt, level: usize) -> Option<GivenCell> {
        let mut records = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let at = at.step(LabelStep::Record(index + 1));
            match item {
                Json::Object(_) if level == MAX_NESTING => {
                    self.refuse(item, &at, "fewer levels of records");
                }
                Json::Object(entries) => records.push(self.record(entries, &at, level + 1)),
                _ => self.refuse(item, &at, "a record, as the others of the list"),
            }
        }
        let has_cell = records.iter().any(|record: &GivenRecord| !record.cells.is_empty());
        has_cell.then_some(GivenCell::Nested(records))
    }

    fn value(&mut self, json: &Json, at: &LabelAt) -> Option<GivenValue> {
        match json {
            Json::Text(text) if text.trim().is_empty() => {
                self.refuse(json, at, "a text, or null if the record has no value");
                None
            }
            Json::Text(text) => Some(GivenValue::Text(text.clone())),
            Json::Number(number) => match displayed(self.page, number) {
                Ok(Some(text)) => Some(GivenValue::Text(text)),
                // It may be a part of a word: `A242`.
                Ok(None) if !number.is_f64() => Some(GivenValue::Text(number.to_string())),
                Ok(None) => {
                    self.refuse(json, at, DECIMAL);
                    None
                }
                Err(spelling) => {
                    self.refuse(json, at, DECIMAL);
                    if let Some(refused) = self.refused.last_mut() {
                        refused.why = format!("{}; did you mean `{spelling}`?", refused.why);
                        refused.did_you_mean = Some(spelling);
                    }
                    None
                }
            },
            Json::Object(_) => self.attribute(json, at),
            _ => {
                self.refuse(json, at, TEXT);
                None
            }
        }
    }

    /// Reads `{"attribute": ...}`. Places and selectors are refused, since they need knowledge of the source of the
    /// page.
    fn attribute(&mut self, json: &Json, at: &LabelAt) -> Option<GivenValue> {
        let attribute = value(json.clone()).ok();
        let attribute = attribute.filter(|one| matches!(one, GivenValue::Attribute { .. }));
        if attribute.is_none() {
            self.refuse(json, at, TEXT);
        }
        attribute
    }

    fn refuse(&mut self, json: &Json, at: &LabelAt, expected: &'static str) {
        let problem = LabelProblem::Unexpected { found: json.noun(), expected };
        let (at, value, why) = (at.clone(), text_of(json), problem.to_string());
        self.refused.push(RefusedValue { at, value, why, did_you_mean: None });
    }
}

/// Whether a value is a record of its own: an object that is no form of a label.
fn is_nested(json: &Json) -> bool {
    let is_attribute = matches!(json, Json::Object(entries)
        if entries.iter().any(|(key, value)| key == "attribute" && matches!(value, Json::Text(_)))
            && entries.iter().all(|(key, _)| key == "attribute" || key == "text"));
    is_record(json) && !is_attribute
}
