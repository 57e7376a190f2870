//! Statements on the tables of records.

use super::error::Failure;
use crate::sink::relational::{RecordTables, RowStore, SqlCell, Table, quoted};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

/// The statements of a run, as SQL.
#[derive(Debug)]
pub(super) struct Statements {
    /// Deletes the records of a page, and with them the rows of their fields.
    pub(super) delete_page: String,
    /// One for each table.
    inserts: Vec<String>,
}

impl Statements {
    pub(super) fn new(tables: &RecordTables) -> Self {
        let (table, page) = (quoted(tables.name()), quoted(tables.page_column()));
        Self {
            delete_page: format!("DELETE FROM {table} WHERE {page} = ?1"),
            inserts: tables.all().iter().map(insert).collect(),
        }
    }
}

/// The statement that adds a row: a parameter for each column but the first, which is the row's number.
fn insert(table: &Table) -> String {
    let names: Vec<String> = table.columns[1..].iter().map(|column| quoted(&column.name)).collect();
    let parameters = vec!["?"; names.len()].join(", ");
    format!("INSERT INTO {} ({}) VALUES ({parameters})", quoted(&table.name), names.join(", "))
}

/// The rows of a database.
pub(super) struct SqliteRows<'c> {
    pub(super) connection: &'c Connection,
    pub(super) statements: &'c Statements,
}

impl RowStore for SqliteRows<'_> {
    type Error = Failure;

    fn add(&mut self, table: usize, row: &[SqlCell<'_>]) -> Result<i64, Failure> {
        let insert = &self.statements.inserts[table];
        self.connection.prepare_cached(insert)?.execute(params_from_iter(row))?;
        Ok(self.connection.last_insert_rowid())
    }
}

impl ToSql for SqlCell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Integer(value) => ToSqlOutput::Owned(Value::Integer(*value)),
            Self::Real(value) => ToSqlOutput::Owned(Value::Real(*value)),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        })
    }
}
