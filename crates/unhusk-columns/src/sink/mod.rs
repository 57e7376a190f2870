//! Records into Parquet, Arrow, SQLite and PostgreSQL.

mod arrow;
mod format;
mod limits;
mod metadata;
mod parquet;
mod postgres;
mod relational;
mod sqlite;

pub use arrow::{ArrowForm, ArrowSink};
pub use format::ColumnsFormat;
pub use limits::GroupLimits;
pub use parquet::ParquetSink;
pub use postgres::PostgresSink;
pub use sqlite::{SqliteError, SqliteSink};
