//! Records as rows of tables, as relational databases have them: what SQLite and PostgreSQL share.
//!
//! One table holds the records of a class; repeated and nested fields have tables of their own, whose rows refer to
//! their parent and their position. `_runs` and `_pages` record which run read which page.

mod dialect;
mod names;
mod rows;
mod tables;

pub(super) use dialect::Dialect;
pub(super) use names::quoted;
#[cfg(test)]
pub(super) use names::table_of_class;
pub(super) use rows::{RowStore, RowWriter, SqlCell};
pub(super) use tables::{RecordTables, Table, runs_and_pages};
