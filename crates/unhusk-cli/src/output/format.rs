//! Formats for records: plain ones, columns (Parquet, Arrow, SQLite, PostgreSQL), and those that require a meaning (RDF, calendars, feeds).

use anyhow::Context;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use unhusk::sink::Sink;
use unhusk_columns::column::ColumnOptions;
use unhusk_columns::sink::{ColumnsFormat, SqliteSink};
use unhusk_io::sink::{Format, RecordShape, ShapedSink, SinkOptions};
use unhusk_rdf::sink::{MeaningFormat, SinkContext};

/// A format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Texts only.
    Plain(Format),
    /// Typed columns, for programs.
    Columns(ColumnsFormat),
    /// RDF, calendars, address books, feeds.
    Meaning(MeaningFormat),
}

/// Facts that a sink needs of the wrapper and the run.
pub(crate) struct SinkSetup {
    /// Schema, meaning and provenance of the records.
    pub(crate) context: SinkContext,
    /// Options of the plain formats.
    pub(crate) options: SinkOptions,
    /// The shape in which records are written; `None` for their own.
    pub(crate) shape: Option<RecordShape>,
    /// The file for the records, for formats that are no streams; `None` for standard output.
    pub(crate) file: Option<PathBuf>,
}

impl OutputFormat {
    /// Returns all formats, in the order in which help lists them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let plain = Format::ALL.into_iter().map(Self::Plain);
        let columns = ColumnsFormat::ALL.into_iter().map(Self::Columns);
        plain.chain(columns).chain(MeaningFormat::all().map(Self::Meaning))
    }

    /// Returns the name of the format on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Columns(format) => format.name(),
            Self::Meaning(format) => format.name(),
        }
    }

    /// Returns the format called `name`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// Whether the format writes the URL and hash of pages, which are computed only if needed.
    pub(crate) fn needs_page_identity(self) -> bool {
        matches!(self, Self::Meaning(_)) || self.is_transaction()
    }

    /// Whether the format is for programs alone, not for a terminal.
    pub(crate) fn is_binary(self) -> bool {
        match self {
            Self::Plain(format) => format.is_binary(),
            Self::Columns(format) => format.is_binary(),
            Self::Meaning(_) => false,
        }
    }

    /// Whether [`Sink::finish`] commits the records: without it, none of them is kept.
    pub(crate) fn is_transaction(self) -> bool {
        matches!(self, Self::Columns(format) if format.keeps_runs())
    }

    /// Whether records are written into a database that is a file.
    pub(crate) fn is_database(self) -> bool {
        matches!(self, Self::Columns(format) if format.is_database())
    }

    /// Returns a sink of this format.
    ///
    /// # Errors
    /// If the format cannot represent the records, such as a calendar of products, or a database cannot be opened.
    pub(crate) fn sink<'w>(
        self,
        setup: &SinkSetup,
        out: impl Write + 'w,
    ) -> anyhow::Result<Box<dyn Sink + 'w>> {
        let sink = match self {
            Self::Plain(format) => format.sink(&setup.context.schema, &setup.options, out),
            Self::Columns(format) => columns_sink(format, setup, out)?,
            Self::Meaning(format) => format.sink(&setup.context, out)?,
        };
        Ok(match &setup.shape {
            Some(shape) => Box::new(ShapedSink::new(shape.clone(), sink)),
            None => sink,
        })
    }
}

fn columns_sink<'w>(
    format: ColumnsFormat,
    setup: &SinkSetup,
    out: impl Write + 'w,
) -> anyhow::Result<Box<dyn Sink + 'w>> {
    let SinkSetup { context, options, .. } = setup;
    let mut columns = ColumnOptions::default();
    columns.spans = options.spans;
    columns.values = options.values;
    columns.page.clone_from(&options.page);
    columns.wrapper_sha256 = Some(context.wrapper_sha256.clone());
    columns.now = context.now;
    if format.is_database() {
        let file = setup.file.as_ref().context("a database needs a file; give one with -o")?;
        return Ok(Box::new(SqliteSink::open(file, &context.schema, &columns)?));
    }
    Ok(format.sink(&context.schema, &columns, out)?)
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
