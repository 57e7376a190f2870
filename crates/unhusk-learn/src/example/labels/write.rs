//! Writes [`Labels`] as a labels file, in the form that a person would write.

use super::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use serde::ser::{Serialize, SerializeMap, Serializer};
use unhusk_wrapper::record::Field;

pub(super) fn json(labels: &Labels) -> String {
    let mut json =
        serde_json::to_string_pretty(labels).expect("keys are strings, no number is NaN");
    json.push('\n');
    json
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("unhusk", "labels/1")?;
        if let Some(class) = self.schema.class() {
            object.serialize_entry("iri", class)?;
        }
        if !self.schema.prefixes().is_empty() {
            object.serialize_entry("prefixes", self.schema.prefixes())?;
        }
        if !self.schema.fields().is_empty() {
            object.serialize_entry("fields", &declarations(self.schema.fields()))?;
        }
        for (key, value) in &self.extensions {
            object.serialize_entry(key, value)?;
        }
        object.serialize_entry("pages", &self.pages)?;
        object.end()
    }
}

/// An entry of `fields`.
struct Declaration<'l>(&'l Field);

fn declarations(fields: &[Field]) -> Vec<Declaration<'_>> {
    fields.iter().map(Declaration).collect()
}

impl Serialize for Declaration<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Field { name, iri, holds, .. } = self.0;
        if !self.0.is_nested() && iri.is_none() && holds.is_none() {
            return serializer.serialize_str(name);
        }
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("name", name)?;
        if let Some(iri) = iri {
            object.serialize_entry("iri", iri)?;
        }
        if let Some(holds) = holds {
            object.serialize_entry("type", holds)?;
        }
        if self.0.is_nested() {
            object.serialize_entry("fields", &declarations(&self.0.fields))?;
        }
        object.end()
    }
}

impl Serialize for PageLabels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("path", &self.path)?;
        if let Some(url) = &self.url {
            object.serialize_entry("url", url)?;
        }
        if let Some(encoding) = &self.encoding {
            object.serialize_entry("encoding", encoding)?;
        }
        for (key, value) in &self.extensions {
            object.serialize_entry(key, value)?;
        }
        if self.is_auto {
            object.serialize_entry("complete", "auto")?;
        } else {
            object.serialize_entry("complete", &self.complete)?;
        }
        object.serialize_entry("records", &self.records)?;
        if !self.not.is_empty() {
            object.serialize_entry("not", &self.not)?;
        }
        object.end()
    }
}

impl Serialize for GivenRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.cells.len()))?;
        for (name, cell) in &self.cells {
            object.serialize_entry(name, cell)?;
        }
        object.end()
    }
}

impl Serialize for GivenCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => serializer.serialize_unit(),
            Self::One(value) => value.serialize(serializer),
            Self::Many(values) => values.serialize(serializer),
            Self::Nested(records) => records.serialize(serializer),
        }
    }
}

impl Serialize for GivenValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (key, place, text) = match self {
            Self::Text(text) => return serializer.serialize_str(text),
            Self::Span(span) => {
                let mut object = serializer.serialize_map(Some(1))?;
                object.serialize_entry("span", span)?;
                return object.end();
            }
            Self::TextAt { text, at } => {
                let mut object = serializer.serialize_map(Some(2))?;
                object.serialize_entry("text", text)?;
                object.serialize_entry("at", at)?;
                return object.end();
            }
            Self::Xpath { xpath, text } => ("xpath", xpath, text),
            Self::Css { css, text } => ("css", css, text),
            Self::Attribute { attribute, text } => ("attribute", attribute, text),
        };
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry(key, place)?;
        if let Some(text) = text {
            object.serialize_entry("text", text)?;
        }
        object.end()
    }
}
