//! Parses a labels file to [`Labels`].
//!
//! The file is read twice: first its top level, so that `fields` is known wherever it is in the file; then page by
//! page, so that at most one page is in memory as JSON.

use super::json::{Bounded, Json, duplicate_key};
use super::schema::{DeclaredSchema, FieldContent, FieldShape, Fields};
use super::{Labels, PageLabels};
use crate::example::error::{LabelAt, LabelError, LabelProblem};
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::cell::Cell;
use std::fmt;
use unhusk_wrapper::json::mistake;
use unhusk_wrapper::record::{Prefixes, SchemaError};

mod page;
mod value;

pub(in crate::example) use value::{DECIMAL, is_record, value};

const KNOWN: &str = "`unhusk`, `iri`, `prefixes`, `fields`, `pages`";

pub(super) fn labels(file: &str, json: &str) -> Result<Labels, LabelError> {
    let fail = |problem| LabelError::bad(LabelAt::file(file), problem);
    if json.len() > Labels::MAX_BYTES {
        let problem = LabelProblem::TooLarge { n_bytes: json.len(), limit: Labels::MAX_BYTES };
        return Err(fail(problem));
    }
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let top = read_with(file, json, TopLevel)?;
    let (declared, extensions) = top.checked().map_err(fail)?;
    let pages = PagesReader { file, fields: &declared.fields, failure: Cell::new(None) };
    let pages = match read_with(file, json, &pages) {
        Ok(pages) => pages,
        Err(malformed) => return Err(pages.failure.take().unwrap_or(malformed)),
    };
    Labels::with_fields(file, declared, pages, extensions)
}

fn read_with<'j, S: DeserializeSeed<'j>>(
    file: &str,
    json: &'j str,
    seed: S,
) -> Result<S::Value, LabelError> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read = seed.deserialize(&mut deserializer);
    read.and_then(|value| deserializer.end().map(|()| value)).map_err(|error| {
        let message = match (error.classify(), mistake::of(json, &error)) {
            (serde_json::error::Category::Data, _) => error.to_string(),
            (_, Some(mistake)) => mistake.to_string(),
            _ => format!("not JSON: {error}"),
        };
        LabelError::bad(LabelAt::file(file), LabelProblem::Malformed(message))
    })
}

/// Reads the keys of the top level except `pages`.
struct TopLevel;

/// The entries of the top level except `pages`.
#[derive(Default)]
struct TopLevelEntries {
    entries: Vec<(String, Json)>,
    has_pages: bool,
}

impl<'de> DeserializeSeed<'de> for TopLevel {
    type Value = TopLevelEntries;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<TopLevelEntries, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TopLevel {
    type Value = TopLevelEntries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the keys `unhusk` and `pages`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<TopLevelEntries, A::Error> {
        let mut top = TopLevelEntries::default();
        let budget = Cell::new(Labels::MAX_VALUES_PER_PAGE);
        let bounded = Bounded { depth: Labels::MAX_DEPTH - 1, budget: &budget };
        while let Some(key) = entries.next_key::<String>()? {
            let repeated = top.entries.iter().any(|(earlier, _)| *earlier == key);
            if repeated || key == "pages" && top.has_pages {
                return Err(A::Error::custom(duplicate_key(&key)));
            }
            if key == "pages" {
                top.has_pages = true;
                entries.next_value::<IgnoredAny>()?;
            } else {
                top.entries.push((key, entries.next_value_seed(bounded)?));
            }
        }
        Ok(top)
    }
}

impl TopLevelEntries {
    fn checked(self) -> Result<(DeclaredSchema, Vec<(String, Json)>), LabelProblem> {
        // Checked first, so that a file of another kind is reported as such and not as a labels file with unknown keys.
        let format = self.entries.iter().find(|(key, _)| key == "unhusk").map(|(_, value)| value);
        match format {
            Some(Json::Text(format)) if format == "labels/1" => {}
            Some(Json::Text(format)) if format.starts_with("wrapper/") => {
                return Err(LabelProblem::OtherKind { found: format.clone() });
            }
            Some(other) => return Err(LabelProblem::Format { found: other.noun() }),
            None => return Err(LabelProblem::MissingKey("unhusk")),
        }
        let mut declared = DeclaredSchema::default();
        let mut extensions = Vec::new();
        for (key, value) in self.entries {
            match key.as_str() {
                "unhusk" => {}
                "fields" => declared.fields = fields(value)?,
                "iri" => declared.class = Some(name_of(value, "the name of a class in `iri`")?),
                "prefixes" => declared.prefixes = prefixes(value)?,
                _ if key.starts_with("x-") => extensions.push((key, value)),
                _ => return Err(LabelProblem::UnknownKey { key, known: KNOWN }),
            }
        }
        if self.has_pages {
            Ok((declared, extensions))
        } else {
            Err(LabelProblem::MissingKey("pages"))
        }
    }
}

/// The list under `fields`, at the top level or in a nested field.
fn fields(value: Json) -> Result<Fields, LabelProblem> {
    let items = match value {
        Json::List(items) if items.is_empty() => {
            return Err(unexpected("an empty list", "at least one field in `fields`"));
        }
        Json::List(items) => items,
        other => return Err(unexpected(&other.noun(), "a list of names in `fields`")),
    };
    if items.len() > Labels::MAX_FIELDS {
        return Err(LabelProblem::TooManyFields { limit: Labels::MAX_FIELDS });
    }
    items.into_iter().map(declared_field).collect::<Result<_, _>>().map(Fields::closed)
}

fn declared_field(item: Json) -> Result<FieldShape, LabelProblem> {
    const EXPECTED: &str =
        r#"a name or {"name": ..., "iri": ..., "type": ..., "fields": [...]} in `fields`"#;
    let entries = match item {
        Json::Text(name) => return Ok(FieldShape::new(name, FieldContent::Values)),
        Json::Object(entries) => entries,
        other => return Err(unexpected(&other.noun(), EXPECTED)),
    };
    let (mut name, mut holds) = (None, FieldContent::Values);
    let (mut iri, mut of) = (None, None);
    for (key, value) in entries {
        match (key.as_str(), value) {
            ("name", Json::Text(text)) => name = Some(text),
            ("fields", value) => holds = FieldContent::Records(fields(value)?),
            ("iri", Json::Text(text)) => iri = Some(text),
            ("type", Json::Text(text)) => of = Some(text.parse().map_err(LabelProblem::Malformed)?),
            (_, value) => {
                return Err(unexpected(&format!("{key:?}: {}", value.noun()), EXPECTED));
            }
        }
    }
    match name {
        Some(name) => Ok(FieldShape::new(name, holds).meaning(iri, of)),
        None => Err(unexpected("an object without a name", EXPECTED)),
    }
}

/// The object under `prefixes`.
fn prefixes(value: Json) -> Result<Prefixes, LabelProblem> {
    const EXPECTED: &str = r#"an object such as {"ex": "https://example.org/"} in `prefixes`"#;
    let entries = match value {
        Json::Object(entries) => entries,
        other => return Err(unexpected(&other.noun(), EXPECTED)),
    };
    let mut prefixes = Prefixes::default();
    for (prefix, namespace) in entries {
        let namespace = name_of(namespace, EXPECTED)?;
        prefixes
            .insert(&prefix, &namespace)
            .map_err(|cause| SchemaError::Iri { place: "prefixes".to_owned(), cause })?;
    }
    Ok(prefixes)
}

fn name_of(value: Json, expected: &'static str) -> Result<String, LabelProblem> {
    match value {
        Json::Text(name) => Ok(name),
        other => Err(unexpected(&other.noun(), expected)),
    }
}

fn unexpected(found: &str, expected: &'static str) -> LabelProblem {
    LabelProblem::Unexpected { found: found.to_owned(), expected }
}

/// Reads the pages one by one. A wrong label is stored in `failure`, because errors of the JSON reader cannot contain
/// it.
struct PagesReader<'f> {
    file: &'f str,
    fields: &'f Fields,
    failure: Cell<Option<LabelError>>,
}

impl<'de> DeserializeSeed<'de> for &PagesReader<'_> {
    type Value = Vec<PageLabels>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &PagesReader<'_> {
    type Value = Vec<PageLabels>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of pages in `pages`")
    }

    /// The top level: reads `pages` and skips the rest.
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut pages = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            if key == "pages" {
                pages = entries.next_value_seed(PageList(self))?;
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(pages)
    }
}

/// The list under `pages`.
struct PageList<'p, 'f>(&'p PagesReader<'f>);

impl<'de> DeserializeSeed<'de> for PageList<'_, '_> {
    type Value = Vec<PageLabels>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for PageList<'_, '_> {
    type Value = Vec<PageLabels>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of pages in `pages`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut pages = Vec::new();
        loop {
            let budget = Cell::new(Labels::MAX_VALUES_PER_PAGE);
            let bounded = Bounded { depth: Labels::MAX_DEPTH - 2, budget: &budget };
            let Some(json) = items.next_element_seed(bounded)? else { return Ok(pages) };
            match page::page(self.0.file, pages.len() + 1, self.0.fields, json) {
                Ok(page) => pages.push(page),
                Err(error) => {
                    self.0.failure.set(Some(error));
                    return Err(A::Error::custom("a page could not be read"));
                }
            }
        }
    }
}
