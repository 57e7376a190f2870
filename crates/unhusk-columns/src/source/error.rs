//! Why pages cannot be read from a Parquet file.

use std::io;

/// Why pages cannot be read from a Parquet file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PagesError {
    /// The file cannot be opened.
    #[error("cannot read `{path}`: {cause}")]
    Open {
        /// The path as given.
        path: String,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The file is no Parquet, or is damaged.
    #[error("`{path}` cannot be read as Parquet: {reason}")]
    Malformed {
        /// The path as given.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no column of this name.
    #[error("`{path}` has no column `{column}`; its columns are {columns}")]
    NoColumn {
        /// The path as given.
        path: String,
        /// The column that was asked for.
        column: String,
        /// The columns that are there.
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
        /// What it has instead.
        found: String,
    },
    /// The columns are compressed in a way that is not read.
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
