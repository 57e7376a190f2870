//! JSON Lines and JSON: `{"_page": ..., field: ...}`, keys in the schema's order.

use super::typed_json::JsonTyped;
use super::{PageColumn, Sink, Spans, ValueForm};
use crate::record::{Cell, Datatype, Field, Record, Schema, Typed, TypedReader, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::cell::RefCell;
use std::io::{self, Write};
use unhusk_page::Warning;

/// Writes one record a line.
#[derive(Debug)]
pub struct JsonLines<W> {
    schema: Schema,
    spans: Spans,
    form: ValueForm,
    page: Option<PageColumn>,
    /// Serializing borrows the sink, and values that do not match their datatype are counted.
    reader: RefCell<TypedReader>,
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// A sink for records of `schema`.
    pub fn new(schema: &Schema, spans: Spans, out: W) -> Self {
        Self {
            schema: schema.clone(),
            spans,
            form: ValueForm::Text,
            page: Some(PageColumn::default()),
            reader: RefCell::default(),
            out,
        }
    }

    /// Writes the values of fields with a datatype in this form.
    #[must_use]
    pub fn values(mut self, form: ValueForm) -> Self {
        self.form = form;
        self
    }

    /// Writes the name of the page under this key; `None` leaves it out.
    #[must_use]
    pub fn page(mut self, page: Option<PageColumn>) -> Self {
        self.page = page;
        self
    }

    fn object(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let style = JsonStyle { spans: self.spans, form: self.form, reader: &self.reader };
        let object = JsonRecord {
            page: self.page.as_ref().map(|column| (column, page)),
            fields: self.schema.fields(),
            parent: "",
            record,
            style,
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

    fn warnings(&self) -> Vec<Warning> {
        self.reader.borrow().warnings("kept as text")
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
        Self::of_lines(JsonLines::new(schema, spans, out))
    }

    /// A sink that writes the records of `lines` as an array.
    pub fn of_lines(lines: JsonLines<W>) -> Self {
        Self { lines, n_written: 0 }
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

    fn warnings(&self) -> Vec<Warning> {
        self.lines.warnings()
    }
}

/// Style of the written values.
#[derive(Clone, Copy)]
struct JsonStyle<'a> {
    spans: Spans,
    form: ValueForm,
    reader: &'a RefCell<TypedReader>,
}

struct JsonRecord<'a> {
    page: Option<(&'a PageColumn, &'a str)>,
    fields: &'a [Field],
    /// Names of the enclosing fields, each followed by a dot.
    parent: &'a str,
    record: &'a Record<'a>,
    style: JsonStyle<'a>,
}

impl Serialize for JsonRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let page_position = self.page.map(|(column, _)| column.position.min(self.fields.len()));
        for position in 0..=self.fields.len() {
            if let Some((column, page)) = self.page.filter(|_| page_position == Some(position)) {
                map.serialize_entry(&column.name, page)?;
            }
            let (Some(field), Some(cell)) =
                (self.fields.get(position), self.record.cells.get(position))
            else {
                continue;
            };
            let content = JsonContent { field, parent: self.parent, cell, style: self.style };
            map.serialize_entry(&field.name, &content)?;
        }
        map.end()
    }
}

struct JsonContent<'a> {
    field: &'a Field,
    parent: &'a str,
    cell: &'a Cell<'a>,
    style: JsonStyle<'a>,
}

impl Serialize for JsonContent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let datatype = self.field.datatype().filter(|_| self.style.form != ValueForm::Text);
        let leaf = |value| JsonLeaf { content: self, datatype, value };
        match self.cell {
            // A repeated or nested field is always a list, so that readers need not check before a loop.
            Cell::Absent if self.field.many || self.field.is_nested() => {
                serializer.collect_seq([(); 0])
            }
            Cell::Absent => serializer.serialize_none(),
            Cell::One(value) if self.field.many => serializer.collect_seq([leaf(value)]),
            Cell::One(value) => leaf(value).serialize(serializer),
            Cell::Many(values) => serializer.collect_seq(values.iter().map(leaf)),
            Cell::Nested(records) => {
                let parent = format!("{}{}.", self.parent, self.field.name);
                serializer.collect_seq(records.iter().map(|record| JsonRecord {
                    page: None,
                    fields: &self.field.fields,
                    parent: &parent,
                    record,
                    style: self.style,
                }))
            }
        }
    }
}

struct JsonLeaf<'a> {
    content: &'a JsonContent<'a>,
    datatype: Option<Datatype>,
    value: &'a Value<'a>,
}

impl JsonLeaf<'_> {
    /// Returns the parsed value; `None` if the field is written as text.
    fn typed(&self) -> Option<Typed> {
        let datatype = self.datatype?;
        let field = format!("{}{}", self.content.parent, self.content.field.name);
        let mut reader = self.content.style.reader.borrow_mut();
        Some(reader.read(&field, Some(datatype), &self.value.text))
    }
}

impl Serialize for JsonLeaf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let JsonStyle { spans, form, .. } = self.content.style;
        let typed = self.typed();
        match &typed {
            None if spans == Spans::Omit => return serializer.serialize_str(&self.value.text),
            Some(typed) if spans == Spans::Omit && form == ValueForm::Typed => {
                return JsonTyped(typed).serialize(serializer);
            }
            _ => {}
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &self.value.text)?;
        if let Some(typed) = &typed {
            map.serialize_entry("value", &JsonTyped(typed))?;
        }
        if spans == Spans::Write {
            map.serialize_entry("span", &self.value.span)?;
            if let Some(confidence) = self.value.confidence {
                map.serialize_entry("confidence", &confidence.get())?;
            }
        }
        map.end()
    }
}
