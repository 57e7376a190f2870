//! Records as flat rows, for formats that have columns alone.
//!
//! A nested field becomes one column per leaf (`offers.shop`); the values of a repeated or nested field are
//! joined in document order, with nothing between two separators where a nested record lacks a value.

use super::SinkOptions;
use super::joined::ListJoiner;
use std::collections::BTreeSet;
use unhusk::Warning;
use unhusk::record::{Cell, Datatype, Field, Record, Schema, Typed, TypedReader, Value};
use unhusk::sink::{Spans, ValueForm};

/// The columns of a format, and the warnings of writing their cells.
pub(super) struct OutputColumns {
    columns: Vec<OutputColumn>,
    reader: TypedReader,
    joiner: ListJoiner,
}

/// One column: the path to a leaf field.
struct OutputColumn {
    name: String,
    /// Positions of the fields, outermost first; empty for the column of the page.
    path: Vec<usize>,
    content: CellContent,
    /// Whether a cell may have several values.
    is_list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellContent {
    Page,
    Text,
    Typed(Datatype),
    Currency,
    Span,
}

/// One cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OutputCell {
    pub(super) text: String,
    /// Whether the text is a decimal number that was parsed, as opposed to digits from a page.
    pub(super) is_number: bool,
}

/// A leaf of the schema.
struct Leaf<'s> {
    name: String,
    path: Vec<usize>,
    field: &'s Field,
    is_list: bool,
}

impl OutputColumns {
    /// Returns the columns of a schema, in output order. No two have the same name: a reader would lose one of them.
    pub(super) fn new(schema: &Schema, options: &SinkOptions) -> Self {
        let mut leaves = Vec::new();
        add_leaves(schema.fields(), "", (&mut Vec::new(), false), &mut leaves);
        let mut taken: BTreeSet<String> =
            options.page.iter().map(|page| page.name.clone()).collect();
        for leaf in &mut leaves {
            leaf.name = free_name(&leaf.name, &mut taken);
        }
        let mut columns = Vec::new();
        for leaf in leaves {
            add_columns(leaf, options, &mut taken, &mut columns);
        }
        if let Some(page) = &options.page {
            let is_behind = |column: &OutputColumn| column.path[0] >= page.position;
            let at = columns.iter().position(is_behind).unwrap_or(columns.len());
            let (name, content) = (page.name.clone(), CellContent::Page);
            columns.insert(at, OutputColumn { name, path: Vec::new(), content, is_list: false });
        }
        Self { columns, reader: TypedReader::default(), joiner: ListJoiner::default() }
    }

    /// The names of the columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The position of the column with the name of the page.
    pub(super) fn page_position(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.content == CellContent::Page)
    }

    /// The cells of a record.
    pub(super) fn row(&mut self, page: &str, record: &Record<'_>) -> Vec<OutputCell> {
        let Self { columns, reader, joiner } = self;
        columns.iter().map(|column| column.cell(page, record, reader, joiner)).collect()
    }

    /// Values that did not match their datatype, and lists that were joined by an unusual separator.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.reader.warnings("kept as text");
        warnings.extend(self.joiner.warnings());
        warnings
    }
}

/// Adds the columns of a leaf: its values, the currency of prices, the text on the page, the span.
fn add_columns(
    leaf: Leaf<'_>,
    options: &SinkOptions,
    taken: &mut BTreeSet<String>,
    columns: &mut Vec<OutputColumn>,
) {
    let datatype = leaf.field.datatype().filter(|_| options.values != ValueForm::Text);
    let datatype = datatype.filter(|datatype| *datatype != Datatype::Text);
    let mut further = Vec::new();
    if datatype == Some(Datatype::Price) {
        further.push(("currency", CellContent::Currency));
    }
    if datatype.is_some() && options.values == ValueForm::TypedAndText {
        further.push(("raw", CellContent::Text));
    }
    if options.spans == Spans::Write {
        further.push(("span", CellContent::Span));
    }
    let Leaf { name, path, is_list, .. } = leaf;
    let further: Vec<_> = further
        .into_iter()
        .map(|(part, content)| {
            let name = free_name(&format!("{name}.{part}"), taken);
            OutputColumn { name, path: path.clone(), content, is_list }
        })
        .collect();
    let content = datatype.map_or(CellContent::Text, CellContent::Typed);
    columns.push(OutputColumn { name, path, content, is_list });
    columns.extend(further);
}

/// Collects the fields that hold values, and the path to each.
fn add_leaves<'s>(
    fields: &'s [Field],
    prefix: &str,
    (path, is_list): (&mut Vec<usize>, bool),
    leaves: &mut Vec<Leaf<'s>>,
) {
    for (position, field) in fields.iter().enumerate() {
        path.push(position);
        let name = format!("{prefix}{}", field.name);
        if field.is_nested() {
            add_leaves(&field.fields, &format!("{name}."), (path, true), leaves);
        } else {
            let is_list = is_list || field.many;
            leaves.push(Leaf { name, path: path.clone(), field, is_list });
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
    fn cell(
        &self,
        page: &str,
        record: &Record<'_>,
        reader: &mut TypedReader,
        joiner: &mut ListJoiner,
    ) -> OutputCell {
        if self.content == CellContent::Page {
            return OutputCell { text: page.to_owned(), is_number: false };
        }
        let mut items = Vec::new();
        self.collect(record, 0, reader, &mut items);
        if !self.is_list && items.len() < 2 {
            return items.pop().unwrap_or_else(OutputCell::empty);
        }
        let is_number = items.len() == 1 && items[0].is_number;
        let texts: Vec<String> = items.into_iter().map(|item| item.text).collect();
        OutputCell { text: joiner.join(&self.name, &texts), is_number }
    }

    /// Collects the values below a record; an empty item where a nested record lacks a value.
    fn collect(
        &self,
        record: &Record<'_>,
        level: usize,
        reader: &mut TypedReader,
        items: &mut Vec<OutputCell>,
    ) {
        let n_before = items.len();
        match record.cells.get(self.path[level]) {
            None | Some(Cell::Absent) => {}
            Some(Cell::One(value)) => items.push(self.item(value, reader)),
            Some(Cell::Many(values)) => {
                items.extend(values.iter().map(|value| self.item(value, reader)));
            }
            Some(Cell::Nested(records)) => {
                for record in records {
                    self.collect(record, level + 1, reader, items);
                }
            }
        }
        if level > 0 && items.len() == n_before {
            items.push(OutputCell::empty());
        }
    }

    fn item(&self, value: &Value<'_>, reader: &mut TypedReader) -> OutputCell {
        let text = match self.content {
            CellContent::Page | CellContent::Text => value.text.clone().into_owned(),
            CellContent::Span => format!("{}-{}", value.span.start, value.span.end),
            CellContent::Currency => currency(&value.text).unwrap_or_default().to_owned(),
            CellContent::Typed(datatype) => {
                return typed_cell(reader.read(&self.name, Some(datatype), &value.text));
            }
        };
        OutputCell { text, is_number: false }
    }
}

impl OutputCell {
    fn empty() -> Self {
        Self { text: String::new(), is_number: false }
    }
}

fn currency(text: &str) -> Option<&'static str> {
    match Datatype::Price.read(text)? {
        Typed::Price { currency, .. } => currency,
        _ => None,
    }
}

fn typed_cell(typed: Typed) -> OutputCell {
    let is_number = matches!(typed, Typed::Number(_) | Typed::Price { .. });
    let text = match typed {
        Typed::Price { amount, .. } => amount,
        other => other.to_string(),
    };
    OutputCell { text, is_number }
}
