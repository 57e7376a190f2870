//! JSON Lines and JSON: `{"_page": ..., field: ...}`, keys in the schema's order.

use super::{Sink, Spans};
use crate::record::{Cell, Field, Record, Schema, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

/// Writes one record a line.
#[derive(Debug)]
pub struct JsonLines<W> {
    schema: Schema,
    spans: Spans,
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// A sink for records of `schema`.
    pub fn new(schema: &Schema, spans: Spans, out: W) -> Self {
        Self { schema: schema.clone(), spans, out }
    }

    fn object(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let object = JsonRecord {
            page: Some(page),
            fields: self.schema.fields(),
            record,
            spans: self.spans,
        };
        serde_json::to_writer(&mut self.out, &object)?;
        Ok(())
    }
}

impl<W: Write> Sink for JsonLines<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.object(page, record)?;
        self.out.write_all(b"\n")
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes one array, a record a line inside it.
#[derive(Debug)]
pub struct JsonArray<W> {
    lines: JsonLines<W>,
    n_written: usize,
}

impl<W: Write> JsonArray<W> {
    /// A sink for records of `schema`.
    pub fn new(schema: &Schema, spans: Spans, out: W) -> Self {
        Self { lines: JsonLines::new(schema, spans, out), n_written: 0 }
    }
}

impl<W: Write> Sink for JsonArray<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.lines.out.write_all(if self.n_written == 0 { b"[\n" } else { b",\n" })?;
        self.n_written += 1;
        self.lines.object(page, record)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.lines.out.write_all(if self.n_written == 0 { b"[]\n" } else { b"\n]\n" })?;
        self.lines.out.flush()
    }
}

struct JsonRecord<'a> {
    page: Option<&'a str>,
    fields: &'a [Field],
    record: &'a Record<'a>,
    spans: Spans,
}

impl Serialize for JsonRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(page) = self.page {
            map.serialize_entry("_page", page)?;
        }
        for (field, cell) in self.fields.iter().zip(&self.record.cells) {
            map.serialize_entry(&field.name, &JsonContent { field, cell, spans: self.spans })?;
        }
        map.end()
    }
}

struct JsonContent<'a> {
    field: &'a Field,
    cell: &'a Cell<'a>,
    spans: Spans,
}

impl Serialize for JsonContent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let leaf = |value| JsonLeaf { value, spans: self.spans };
        match self.cell {
            // A repeated or nested field is always a list, so that a reader need not look before it loops.
            Cell::Absent if self.field.many || self.field.is_nested() => {
                serializer.collect_seq([(); 0])
            }
            Cell::Absent => serializer.serialize_none(),
            Cell::One(value) if self.field.many => serializer.collect_seq([leaf(value)]),
            Cell::One(value) => leaf(value).serialize(serializer),
            Cell::Many(values) => serializer.collect_seq(values.iter().map(leaf)),
            Cell::Nested(records) => serializer.collect_seq(records.iter().map(|record| {
                JsonRecord { page: None, fields: &self.field.fields, record, spans: self.spans }
            })),
        }
    }
}

struct JsonLeaf<'a> {
    value: &'a Value<'a>,
    spans: Spans,
}

impl Serialize for JsonLeaf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.spans == Spans::Omit {
            return serializer.serialize_str(&self.value.text);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &self.value.text)?;
        map.serialize_entry("span", &self.value.span)?;
        if let Some(confidence) = self.value.confidence {
            map.serialize_entry("confidence", &confidence.get())?;
        }
        map.end()
    }
}
