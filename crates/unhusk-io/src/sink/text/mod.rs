//! Records -> JSON Lines, JSON, CSV, TSV, XLSX and a table for people, into any [`std::io::Write`].

mod columns;
mod csv;
mod joined;
mod table;
mod xlsx;

pub use csv::guarded;

use csv::Separator;
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use unhusk::record::Schema;
use unhusk::sink::{JsonArray, JsonLines, PageColumn, Sink, Spans, ValueForm};

/// A text format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// One JSON object a line.
    JsonLines,
    /// One JSON array.
    Json,
    /// Comma-separated values with a header line.
    Csv,
    /// Tab-separated values with a header line.
    Tsv,
    /// A workbook of one sheet, for spreadsheets (Office Open XML).
    Xlsx,
    /// Aligned columns for people.
    Table,
}

/// Options of all formats.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SinkOptions {
    /// Whether the place of each value is written too.
    pub spans: Spans,
    /// Form of the values of fields with a datatype.
    pub values: ValueForm,
    /// The column with the name of the page; `None` leaves it out.
    pub page: Option<PageColumn>,
    /// Treatment of CSV cells that a spreadsheet would evaluate as formulas.
    pub formulas: Formulas,
    /// Greatest width of a table, in columns of characters; `None` for as many as it needs.
    pub table_width: Option<usize>,
}

/// Treatment of CSV cells that a spreadsheet would evaluate as formulas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Formulas {
    /// Puts `'` in front of them, so that they stay text.
    #[default]
    Guard,
    /// Keeps them unchanged.
    Keep,
}

impl Default for SinkOptions {
    fn default() -> Self {
        Self {
            spans: Spans::Omit,
            values: ValueForm::Text,
            page: Some(PageColumn::default()),
            formulas: Formulas::Guard,
            table_width: None,
        }
    }
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] =
        [Self::JsonLines, Self::Json, Self::Csv, Self::Tsv, Self::Xlsx, Self::Table];

    /// Returns the name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Xlsx => "xlsx",
            Self::Table => "table",
        }
    }

    /// Whether the format is for programs alone, not for a terminal.
    pub fn is_binary(self) -> bool {
        self == Self::Xlsx
    }

    /// A sink of this format for records of `schema`.
    pub fn sink<'w>(
        self,
        schema: &Schema,
        options: &SinkOptions,
        out: impl Write + 'w,
    ) -> Box<dyn Sink + 'w> {
        match self {
            Self::JsonLines => Box::new(json_lines(schema, options, out)),
            Self::Json => Box::new(JsonArray::of_lines(json_lines(schema, options, out))),
            Self::Csv => Box::new(csv::Csv::new(Separator::Comma, schema, options, out)),
            Self::Tsv => Box::new(csv::Csv::new(Separator::Tab, schema, options, out)),
            Self::Xlsx => Box::new(xlsx::Workbook::new(schema, options, out)),
            Self::Table => Box::new(table::TextTable::new(schema, options, out)),
        }
    }
}

fn json_lines<W: Write>(schema: &Schema, options: &SinkOptions, out: W) -> JsonLines<W> {
    JsonLines::new(schema, options.spans, out).values(options.values).page(options.page.clone())
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| format!("there is no format {name:?}; the formats are {}", names()))
    }
}

#[cfg(test)]
mod tests;
