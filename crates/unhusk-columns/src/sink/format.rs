//! The formats of this crate: their names and the endings of their files.

use super::{ArrowForm, ArrowSink, ParquetSink, PostgresSink};
use crate::column::ColumnOptions;
use std::fmt;
use std::io::{self, Write};
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::sink::Sink;

/// A format for records as columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnsFormat {
    /// Apache Parquet: a file of columns, compressed.
    Parquet,
    /// Apache Arrow: a file of columns, as they are in memory.
    Arrow,
    /// Apache Arrow, as a stream.
    ArrowStream,
    /// A database of SQLite, to whose tables a run adds.
    Sqlite,
    /// A script for `psql`, which adds the records to tables of PostgreSQL.
    Postgres,
}

impl ColumnsFormat {
    /// All formats, in the order in which help lists them.
    pub const ALL: [Self; 5] =
        [Self::Parquet, Self::Arrow, Self::ArrowStream, Self::Sqlite, Self::Postgres];

    /// The name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::ArrowStream => "arrows",
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }

    /// The format of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "parquet" | "pq" => Some(Self::Parquet),
            "arrow" | "feather" => Some(Self::Arrow),
            "arrows" => Some(Self::ArrowStream),
            "sqlite" | "sqlite3" | "db" => Some(Self::Sqlite),
            "pgsql" => Some(Self::Postgres),
            _ => None,
        }
    }

    /// Whether the format is for programs alone, not for a terminal.
    pub fn is_binary(self) -> bool {
        self != Self::Postgres
    }

    /// Whether records go into a file that stays where it is, and not into a stream of bytes.
    pub fn is_database(self) -> bool {
        self == Self::Sqlite
    }

    /// Whether the format keeps which run read which page.
    pub fn keeps_runs(self) -> bool {
        matches!(self, Self::Sqlite | Self::Postgres)
    }

    /// A sink of this format for records of `schema`.
    ///
    /// # Errors
    /// If the format is a database, which [`SqliteSink`](super::SqliteSink) writes, or cannot have these columns.
    pub fn sink<'w>(
        self,
        schema: &Schema,
        options: &ColumnOptions,
        out: impl Write + 'w,
    ) -> io::Result<Box<dyn Sink + 'w>> {
        let arrow = |form, out| Box::new(ArrowSink::new(form, schema, options, out));
        match self {
            Self::Parquet => Ok(Box::new(ParquetSink::new(schema, options, out)?)),
            Self::Arrow => Ok(arrow(ArrowForm::File, out)),
            Self::ArrowStream => Ok(arrow(ArrowForm::Stream, out)),
            Self::Postgres => Ok(Box::new(PostgresSink::new(schema, options, out)?)),
            Self::Sqlite => Err(io::Error::other("a database needs a file")),
        }
    }
}

impl fmt::Display for ColumnsFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
