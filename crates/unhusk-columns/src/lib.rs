//! Records as columns, for tools that count and compare: Parquet, Arrow and SQLite; and pages that are kept in Parquet.
//!
//! [`column`] turns a schema into typed columns and a record into a row of them; [`levels`] takes rows apart as
//! Dremel and Parquet do; [`sink`] writes them; [`source`] reads pages out of the columns of a Parquet file.
//! This is a crate of its own because its libraries are large: programs that write only CSV or JSON do not build them.

pub mod column;
mod levels;
pub mod sink;
pub mod source;
