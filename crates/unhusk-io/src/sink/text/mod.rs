//! Records -> text: JSON Lines, JSON, CSV and a table for people, into any [`std::io::Write`].

mod columns;
mod csv;
mod table;

pub use csv::guarded;

use std::fmt;
use std::io::Write;
use std::str::FromStr;
use unhusk::record::Schema;
use unhusk::sink::{JsonArray, JsonLines, Sink, Spans};

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
    /// Aligned columns for people.
    Table,
}

/// What every format is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SinkOptions {
    /// Whether the place of each value is written too.
    pub spans: Spans,
    /// What is done with CSV cells that a spreadsheet would run as a formula.
    pub formulas: Formulas,
    /// How many columns of characters a table may take; `None` for as many as it needs.
    pub table_width: Option<usize>,
}

/// What is done with CSV cells that a spreadsheet would run as a formula.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Formulas {
    /// Put `'` in front of them, so that they stay text.
    #[default]
    Guard,
    /// Leave them as they are.
    Keep,
}

impl Default for SinkOptions {
    fn default() -> Self {
        Self { spans: Spans::Omit, formulas: Formulas::Guard, table_width: None }
    }
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::JsonLines, Self::Json, Self::Csv, Self::Table];

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Table => "table",
        }
    }

    /// A sink of this format for records of `schema`.
    pub fn sink<'w>(
        self,
        schema: &Schema,
        options: &SinkOptions,
        out: impl Write + 'w,
    ) -> Box<dyn Sink + 'w> {
        match self {
            Self::JsonLines => Box::new(JsonLines::new(schema, options.spans, out)),
            Self::Json => Box::new(JsonArray::new(schema, options.spans, out)),
            Self::Csv => Box::new(csv::Csv::new(schema, options, out)),
            Self::Table => Box::new(table::TextTable::new(schema, options, out)),
        }
    }
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
