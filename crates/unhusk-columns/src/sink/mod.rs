//! Records into Parquet, Arrow and SQLite.

mod arrow;
mod format;
mod limits;
mod metadata;
mod parquet;
mod sqlite;

pub use arrow::{ArrowForm, ArrowSink};
pub use format::ColumnsFormat;
pub use limits::GroupLimits;
pub use parquet::ParquetSink;
pub use sqlite::{SqliteError, SqliteSink};
