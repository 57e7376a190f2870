//! The formats of this crate: their names and the endings of their files.

use std::fmt;

/// A format for records as columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnsFormat {
    /// Apache Parquet: a file of columns, compressed.
    Parquet,
    /// A database of SQLite: tables that a run adds to.
    Sqlite,
}

impl ColumnsFormat {
    /// All formats, in the order in which help lists them.
    pub const ALL: [Self; 2] = [Self::Parquet, Self::Sqlite];

    /// The name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Sqlite => "sqlite",
        }
    }

    /// The format of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "parquet" | "pq" => Some(Self::Parquet),
            "sqlite" | "sqlite3" | "db" => Some(Self::Sqlite),
            _ => None,
        }
    }

    /// Whether the format is for programs alone, not for a terminal.
    pub fn is_binary(self) -> bool {
        true
    }

    /// Whether records go into a file that stays where it is, and not into a stream of bytes.
    pub fn is_database(self) -> bool {
        self == Self::Sqlite
    }
}

impl fmt::Display for ColumnsFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
