//! Creates a table, or checks that an existing one has the same columns.

use super::error::Failure;
use crate::sink::relational::{Table, quoted};
use rusqlite::{Connection, OptionalExtension};

pub(super) fn create_or_check(connection: &Connection, table: &Table) -> Result<(), Failure> {
    let known = "SELECT type FROM sqlite_master WHERE name = ?1 COLLATE NOCASE";
    let kind: Option<String> =
        connection.query_row(known, [&table.name], |row| row.get(0)).optional()?;
    match kind.as_deref() {
        None => Ok(connection.execute_batch(&table.create())?),
        Some("table") => check(connection, table),
        Some(other) => Err(differs(table, format!("is no table, but a database {other}"))),
    }
}

fn check(connection: &Connection, table: &Table) -> Result<(), Failure> {
    let found = columns(connection, &table.name)?;
    for column in &table.columns {
        let same_name = found.iter().find(|(name, _)| name.eq_ignore_ascii_case(&column.name));
        match same_name {
            None => {
                let difference = format!("has no column `{}`, which the records have", column.name);
                return Err(differs(table, difference));
            }
            Some((name, declared)) if !declared.eq_ignore_ascii_case(column.declared) => {
                let declared = if declared.is_empty() { "no type" } else { declared };
                let difference = format!(
                    "has a column `{name}` of {declared}, where the records have {}",
                    column.declared
                );
                return Err(differs(table, difference));
            }
            Some(_) => {}
        }
    }
    let is_known =
        |name: &str| table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    match found.iter().find(|(name, _)| !is_known(name)) {
        Some((name, _)) => {
            Err(differs(table, format!("has a column `{name}`, which the records lack")))
        }
        None => Ok(()),
    }
}

/// The columns of a table, each with its declared type.
fn columns(connection: &Connection, table: &str) -> Result<Vec<(String, String)>, Failure> {
    let mut statement = connection.prepare(&format!("PRAGMA table_info({})", quoted(table)))?;
    let rows = statement.query_map([], |row| Ok((row.get("name")?, row.get("type")?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn differs(table: &Table, difference: String) -> Failure {
    Failure::Shape { table: table.name.clone(), difference }
}
