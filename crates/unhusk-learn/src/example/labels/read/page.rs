//! Parses one page of a labels file to [`PageLabels`].

use super::super::json::Json;
use super::super::schema::{FieldContent, Fields};
use super::super::{GivenCell, GivenRecord, PageLabels};
use super::{unexpected, value};
use crate::example::error::{LabelAt, LabelError, LabelProblem, LabelStep};

const KNOWN: &str = "`path`, `url`, `encoding`, `complete`, `records`, `not`";

/// Reads a page, which is the `number`-th of its file, from 1.
pub(super) fn page(
    file: &str,
    number: usize,
    fields: &Fields,
    json: Json,
) -> Result<PageLabels, LabelError> {
    let at = LabelAt::page(file, &format!("page {number}"));
    let Json::Object(mut entries) = json else {
        return Err(LabelError::bad(at, unexpected(&json.noun(), "an object with the key `path`")));
    };
    let path = match entries.iter().position(|(key, _)| key == "path") {
        Some(position) => entries.remove(position).1,
        None => return Err(LabelError::bad(at, LabelProblem::MissingKey("path"))),
    };
    let path = match path {
        Json::Text(path) if !path.is_empty() => path,
        other => {
            let problem = unexpected(&other.noun(), "the path of a page in `path`");
            return Err(LabelError::bad(at, problem));
        }
    };
    let reader = PageReader { at: LabelAt::page(file, &path), fields };
    let mut page = PageLabels { file: file.to_owned(), ..PageLabels::new(path) };
    for (key, value) in entries {
        reader.entry(&mut page, key, value)?;
    }
    Ok(page)
}

struct PageReader<'f> {
    at: LabelAt,
    fields: &'f Fields,
}

impl PageReader<'_> {
    fn entry(&self, page: &mut PageLabels, key: String, value: Json) -> Result<(), LabelError> {
        match (key.as_str(), value) {
            ("url", Json::Null) => page.url = None,
            ("url", Json::Text(url)) => page.url = Some(url),
            ("encoding", Json::Null) => page.encoding = None,
            ("encoding", Json::Text(encoding)) => page.encoding = Some(encoding),
            ("complete", Json::Bool(complete)) => page.complete = complete,
            ("complete", Json::Text(text)) if text == "auto" => {
                (page.complete, page.is_auto) = (false, true);
            }
            ("records", Json::List(items)) => {
                page.records = self.records(items, LabelStep::Record)?;
            }
            ("not", Json::List(items)) => page.not = self.records(items, LabelStep::Not)?,
            ("url", other) => return Err(self.unexpected(&other, "a string in `url`")),
            ("encoding", other) => {
                return Err(self.unexpected(&other, "the name of an encoding in `encoding`"));
            }
            ("complete", other) => {
                return Err(self.unexpected(&other, "true, false or \"auto\" in `complete`"));
            }
            ("records", other) => {
                return Err(self.unexpected(&other, "a list of records in `records`"));
            }
            ("not", other) => return Err(self.unexpected(&other, "a list of records in `not`")),
            (name, value) if name.starts_with("x-") => page.extensions.push((key, value)),
            _ => {
                let problem = LabelProblem::UnknownKey { key, known: KNOWN };
                return Err(LabelError::bad(self.at.clone(), problem));
            }
        }
        Ok(())
    }

    fn unexpected(&self, found: &Json, expected: &'static str) -> LabelError {
        LabelError::bad(self.at.clone(), unexpected(&found.noun(), expected))
    }

    fn records(
        &self,
        items: Vec<Json>,
        step: fn(usize) -> LabelStep,
    ) -> Result<Vec<GivenRecord>, LabelError> {
        let read = |(index, item)| record(item, Some(self.fields), &self.at.step(step(index + 1)));
        items.into_iter().enumerate().map(read).collect()
    }
}

/// Reads one record; `fields` are the declared fields of its level, if known.
fn record(json: Json, fields: Option<&Fields>, at: &LabelAt) -> Result<GivenRecord, LabelError> {
    let Json::Object(entries) = json else {
        let problem = unexpected(&json.noun(), "an object with a key for each field");
        return Err(LabelError::bad(at.clone(), problem));
    };
    let mut cells = Vec::with_capacity(entries.len());
    for (name, json) in entries {
        let declared = fields.and_then(|fields| fields.declared(&name));
        let cell = cell(json, declared, &at.field(&name))?;
        cells.push((name, cell));
    }
    Ok(GivenRecord { cells })
}

/// Reads the cell of one field.
fn cell(
    json: Json,
    declared: Option<&FieldContent>,
    at: &LabelAt,
) -> Result<GivenCell, LabelError> {
    let items = match json {
        Json::Null => return Ok(GivenCell::Absent),
        Json::List(items) => items,
        json => {
            let value =
                value::value(json).map_err(|problem| LabelError::bad(at.clone(), problem))?;
            return Ok(GivenCell::One(value));
        }
    };
    let nested = match declared {
        Some(FieldContent::Records(_)) => true,
        Some(FieldContent::Values) => false,
        Some(FieldContent::Unknown) | None => items.iter().any(value::is_record),
    };
    if !nested {
        return values(items, at);
    }
    let inner = match declared {
        Some(FieldContent::Records(fields)) => Some(fields),
        _ => None,
    };
    let read = |(index, item)| record(item, inner, &at.step(LabelStep::Record(index + 1)));
    items.into_iter().enumerate().map(read).collect::<Result<_, _>>().map(GivenCell::Nested)
}

/// Reads a list of values; `null` is skipped.
fn values(items: Vec<Json>, at: &LabelAt) -> Result<GivenCell, LabelError> {
    let given = items.into_iter().filter(|item| *item != Json::Null).map(value::value);
    let values: Result<Vec<_>, _> = given.collect();
    values.map(GivenCell::Many).map_err(|problem| LabelError::bad(at.clone(), problem))
}
