//! Reason why pages cannot be read from a Parquet file.

use std::io;

/// Reason why pages cannot be read from a Parquet file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PagesError {
    /// The file cannot be opened.
    #[error("cannot read `{path}`: {cause}")]
    Open {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The file is no Parquet, or is damaged.
    #[error("`{path}` cannot be read as Parquet: {reason}")]
    Malformed {
        /// The path as given.
        path: String,
        /// The problem.
        reason: String,
    },
    /// There is no column of this name.
    #[error("`{path}` has no column `{column}`; its columns are {columns}")]
    NoColumn {
        /// The path as given.
        path: String,
        /// The requested column.
        column: String,
        /// The columns of the file.
        columns: String,
    },
    /// The column does not hold texts or bytes, one for each row.
    #[error(
        "`{path}`: the column `{column}` has {found}; pages and addresses must be strings or bytes, one for each row"
    )]
    ColumnType {
        /// The path as given.
        path: String,
        /// The column.
        column: String,
        /// Its actual content.
        found: String,
    },
    /// The compression of the column is not supported.
    #[error(
        "`{path}`: the column `{column}` is compressed with {codec}, which is not read; write the file with snappy, gzip, \
         zstd or no compression"
    )]
    Codec {
        /// The path as given.
        path: String,
        /// The column.
        column: String,
        /// The codec.
        codec: String,
    },
}
