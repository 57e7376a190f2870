//! Records as flat rows, for formats that know columns alone.
//!
//! A nested field becomes one column per leaf (`offers.shop`); the values of a repeated or nested field are
//! joined by [`JOINT`] in document order, with nothing between two joints where a nested record lacks a value.

use super::Spans;
use crate::record::{Cell, Field, Record, Schema, Value};
use std::fmt::Write;

/// What stands between the values of one cell.
pub(super) const JOINT: &str = " | ";

/// One column: the way to a leaf field.
pub(super) struct Column {
    pub(super) name: String,
    path: Vec<usize>,
    content: Content,
}

#[derive(Clone, Copy)]
enum Content {
    Text,
    Span,
}

/// The columns of a schema, in output order.
pub(super) fn columns(schema: &Schema, spans: Spans) -> Vec<Column> {
    let mut columns = Vec::new();
    add_columns(schema.fields(), "", &mut Vec::new(), spans, &mut columns);
    columns
}

fn add_columns(
    fields: &[Field],
    prefix: &str,
    path: &mut Vec<usize>,
    spans: Spans,
    columns: &mut Vec<Column>,
) {
    for (position, field) in fields.iter().enumerate() {
        path.push(position);
        let name = format!("{prefix}{}", field.name);
        if field.is_nested() {
            add_columns(&field.fields, &format!("{name}."), path, spans, columns);
            path.pop();
            continue;
        }
        columns.push(Column { name: name.clone(), path: path.clone(), content: Content::Text });
        if spans == Spans::Write {
            columns.push(Column {
                name: format!("{name}.span"),
                path: path.clone(),
                content: Content::Span,
            });
        }
        path.pop();
    }
}

impl Column {
    /// The cell of this column in `record`.
    pub(super) fn cell(&self, record: &Record<'_>) -> String {
        let mut cell = String::new();
        self.collect(record, 0, &mut cell);
        cell
    }

    fn collect(&self, record: &Record<'_>, level: usize, cell: &mut String) {
        match record.cells.get(self.path[level]) {
            None | Some(Cell::Absent) => {}
            Some(Cell::One(value)) => self.push(value, cell),
            Some(Cell::Many(values)) => joined(cell, values, |value, cell| self.push(value, cell)),
            Some(Cell::Nested(records)) => {
                joined(cell, records, |record, cell| self.collect(record, level + 1, cell));
            }
        }
    }

    fn push(&self, value: &Value<'_>, cell: &mut String) {
        match self.content {
            Content::Text => cell.push_str(&value.text),
            Content::Span => {
                write!(cell, "{}-{}", value.span.start, value.span.end)
                    .expect("writing to a string cannot fail");
            }
        }
    }
}

fn joined<T>(cell: &mut String, items: &[T], mut push: impl FnMut(&T, &mut String)) {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            cell.push_str(JOINT);
        }
        push(item, cell);
    }
}
