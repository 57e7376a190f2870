//! Records as flat rows, for formats that know columns alone.
//!
//! A nested field becomes one column per leaf (`offers.shop`); the values of a repeated or nested field are
//! joined by [`JOINT`] in document order, with nothing between two joints where a nested record lacks a value.

use std::collections::BTreeSet;
use std::fmt::Write;
use unhusk::record::{Cell, Field, Record, Schema, Value};
use unhusk::sink::Spans;

/// What stands between the values of one cell.
pub(super) const JOINT: &str = " | ";

/// One column: the way to a leaf field.
pub(super) struct OutputColumn {
    pub(super) name: String,
    path: Vec<usize>,
    content: CellContent,
}

#[derive(Clone, Copy)]
enum CellContent {
    Text,
    Span,
}

/// The columns of a schema, in output order. No two have the same name: a reader would lose one of them.
pub(super) fn columns(schema: &Schema, spans: Spans) -> Vec<OutputColumn> {
    let mut leaves = Vec::new();
    add_leaves(schema.fields(), "", &mut Vec::new(), &mut leaves);
    let mut taken = BTreeSet::new();
    for (name, _) in &mut leaves {
        *name = free_name(name, &mut taken);
    }
    let mut columns = Vec::new();
    for (name, path) in leaves {
        let span = (spans == Spans::Write).then(|| OutputColumn {
            name: free_name(&format!("{name}.span"), &mut taken),
            path: path.clone(),
            content: CellContent::Span,
        });
        columns.push(OutputColumn { name, path, content: CellContent::Text });
        columns.extend(span);
    }
    columns
}

/// Names of the fields that hold values, and the way to each.
fn add_leaves(
    fields: &[Field],
    prefix: &str,
    path: &mut Vec<usize>,
    leaves: &mut Vec<(String, Vec<usize>)>,
) {
    for (position, field) in fields.iter().enumerate() {
        path.push(position);
        let name = format!("{prefix}{}", field.name);
        if field.is_nested() {
            add_leaves(&field.fields, &format!("{name}."), path, leaves);
        } else {
            leaves.push((name, path.clone()));
        }
        path.pop();
    }
}

/// `name`, or `name_2`, `name_3`, ... where it is taken: dots join names, and are allowed in them.
fn free_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 1;
    while !taken.insert(free.clone()) {
        number += 1;
        free = format!("{name}_{number}");
    }
    free
}

impl OutputColumn {
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
            CellContent::Text => cell.push_str(&value.text),
            CellContent::Span => {
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
