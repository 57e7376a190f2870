//! Errors of writing records into a database, each with a remedy.

use rusqlite::ErrorCode;
use std::io;

/// Reason why records cannot be written into a database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SqliteError {
    /// The file cannot be opened or created.
    #[error("cannot open `{path}`: {reason}")]
    Open {
        /// The path as given.
        path: String,
        /// The cause.
        reason: String,
    },
    /// The file is no database.
    #[error("`{path}` is not an SQLite database; give another file")]
    NotADatabase {
        /// The path as given.
        path: String,
    },
    /// Another program writes to it.
    #[error("`{path}` is locked by another program; try again when that has finished")]
    Locked {
        /// The path as given.
        path: String,
    },
    /// A table of the database has other columns than the records.
    #[error(
        "the table `{table}` of `{path}` {difference}; give another file, or rename or drop that table \
         (ALTER TABLE ... RENAME TO ...)"
    )]
    Shape {
        /// The path as given.
        path: String,
        /// The table.
        table: String,
        /// The column, and its difference.
        difference: String,
    },
    /// A statement failed.
    #[error("cannot write to `{path}`: {cause}")]
    Write {
        /// The path as given.
        path: String,
        /// The error of SQLite.
        cause: rusqlite::Error,
    },
    /// The sink was closed.
    #[error("`{path}` was closed already")]
    Closed {
        /// The path as given.
        path: String,
    },
}

/// A failure without its path.
#[derive(Debug)]
pub(super) enum Failure {
    Sql(rusqlite::Error),
    Shape { table: String, difference: String },
    Closed,
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl Failure {
    /// Returns the error for the file at `path`.
    pub(super) fn at(self, path: &str) -> SqliteError {
        let path = path.to_owned();
        match self {
            Self::Closed => SqliteError::Closed { path },
            Self::Shape { table, difference } => SqliteError::Shape { path, table, difference },
            Self::Sql(cause) => match cause.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => SqliteError::NotADatabase { path },
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                    SqliteError::Locked { path }
                }
                Some(ErrorCode::CannotOpen) => {
                    let reason =
                        "its folder does not exist or may not be written, or it is a folder";
                    SqliteError::Open { path, reason: reason.to_owned() }
                }
                _ => SqliteError::Write { path, cause },
            },
        }
    }
}

pub(super) fn open_error(path: &str, cause: &io::Error) -> SqliteError {
    SqliteError::Open { path: path.to_owned(), reason: cause.to_string() }
}
