//! Records into Parquet and SQLite.

mod format;
mod parquet;
mod sqlite;

pub use format::ColumnsFormat;
pub use parquet::{ParquetLimits, ParquetSink};
pub use sqlite::{SqliteError, SqliteSink};
