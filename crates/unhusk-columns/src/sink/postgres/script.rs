//! The statements around the rows.

use crate::column::ColumnOptions;
use crate::sink::relational::{Dialect, RecordTables, Table, quoted, runs_and_pages};

/// The statements of a run.
#[derive(Debug)]
pub(super) struct Script {
    head: String,
    copies: Vec<String>,
    copy_pages: String,
    end: String,
}

/// Temporary table of the pages that were read.
const LOADED_PAGES: &str = "pg_temp.unhusk_pages";

/// Two runs into one database wait for each other: the number is ASCII for `unhusk`.
const LOCK: &str = "DO $$ BEGIN PERFORM pg_advisory_xact_lock(129117059380075); END $$;\n";

impl Script {
    pub(super) fn new(tables: &RecordTables, options: &ColumnOptions) -> Self {
        let all = tables.all();
        let copy = |(at, table): (usize, &Table)| {
            format!("COPY {} ({}) FROM stdin;\n", loaded(at), columns(table, ""))
        };
        Self {
            head: head(all),
            copies: all.iter().enumerate().map(copy).collect(),
            copy_pages: format!("COPY {LOADED_PAGES} FROM stdin;\n"),
            end: end(tables, options),
        }
    }

    /// Creates the tables that are missing, and temporary ones.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// The statement before the rows of each table.
    pub(super) fn copies(&self) -> impl Iterator<Item = &str> {
        self.copies.iter().map(String::as_str)
    }

    /// The statement before the rows of pages.
    pub(super) fn copy_pages(&self) -> &str {
        &self.copy_pages
    }

    /// Moves the rows from the temporary tables.
    pub(super) fn end(&self) -> &str {
        &self.end
    }
}

/// Temporary table of the rows of the table at this position.
fn loaded(at: usize) -> String {
    format!("pg_temp.unhusk_{at}")
}

/// The columns of a table, each behind `prefix`.
fn columns(table: &Table, prefix: &str) -> String {
    let names = table.columns.iter().map(|column| format!("{prefix}{}", quoted(&column.name)));
    names.collect::<Vec<_>>().join(", ")
}

fn head(tables: &[Table]) -> String {
    let mut sql = String::from(
        "-- Records of unhusk, for psql: psql -X -f FILE postgresql://HOST/DATABASE\n\
         \\set ON_ERROR_STOP on\n\
         \\set QUIET on\n\
         SET client_encoding = 'UTF8';\n\
         SET standard_conforming_strings = on;\n\
         SET client_min_messages = warning;\n\
         BEGIN;\n",
    );
    sql.push_str(LOCK);
    for table in runs_and_pages(Dialect::Postgres).iter().chain(tables) {
        sql.push_str(table.create().trim_end());
        sql.push('\n');
    }
    let temporary = |name: &str, columns: &str| {
        format!("CREATE TEMPORARY TABLE {name} ({columns}) ON COMMIT DROP;\n")
    };
    for (at, table) in tables.iter().enumerate() {
        sql.push_str(&temporary(&loaded(at), &format!("LIKE {}", quoted(&table.name))));
    }
    let of_page = "n bigint, page text, url text, sha256 text, n_records bigint";
    sql.push_str(&temporary(LOADED_PAGES, of_page));
    sql
}

fn end(tables: &RecordTables, options: &ColumnOptions) -> String {
    let (name, page) = (tables.name(), quoted(tables.page_column()));
    let (records, literal) = (quoted(name), literal(name));
    let sha256 = options.wrapper_sha256.as_deref().map_or("NULL".to_owned(), self::literal);
    let mut sql = format!(
        "DELETE FROM {records} WHERE {page} IN (SELECT page FROM {LOADED_PAGES});\n\
         DELETE FROM _pages WHERE record_table = {literal} AND page IN (SELECT page FROM {LOADED_PAGES});\n\
         INSERT INTO _runs (id, record_table, wrapper_sha256, time, n_pages, n_records)\n  \
         SELECT coalesce(max(id), 0) + 1, {literal}, {sha256}, to_timestamp({}),\n    \
         (SELECT count(DISTINCT page) FROM {LOADED_PAGES}), (SELECT coalesce(sum(n_records), 0) FROM {LOADED_PAGES})\n  \
         FROM _runs;\n\
         INSERT INTO _pages (page, record_table, url, sha256, run, n_records)\n  \
         SELECT DISTINCT ON (page) page, {literal}, url, sha256, (SELECT max(id) FROM _runs),\n    \
         sum(n_records) OVER (PARTITION BY page)\n  \
         FROM {LOADED_PAGES} ORDER BY page, n;\n",
        options.now
    );
    sql.push_str(&numbers(tables.all()));
    for (at, table) in tables.all().iter().enumerate() {
        sql.push_str(&insert(at, table));
    }
    sql.push_str("COMMIT;\n");
    sql
}

/// Temporary table with the largest number of a row in each table, before the run.
fn numbers(tables: &[Table]) -> String {
    let largest = |(at, table): (usize, &Table)| {
        let (id, table) = (quoted(&table.columns[0].name), quoted(&table.name));
        format!("(SELECT coalesce(max({id}), 0) FROM {table}) AS n{at}")
    };
    let largest: Vec<String> = tables.iter().enumerate().map(largest).collect();
    format!(
        "CREATE TEMPORARY TABLE unhusk_numbers ON COMMIT DROP AS SELECT {};\n",
        largest.join(", ")
    )
}

/// Moves the rows of a table, numbered after those that it has.
fn insert(at: usize, table: &Table) -> String {
    let column = |position: usize| format!("l.{}", quoted(&table.columns[position].name));
    // A page that occurs twice in a run has the records of both occurrences.
    let (second, third) = match table.parent {
        None => {
            let (page, id) = (column(1), column(0));
            let position = format!("row_number() OVER (PARTITION BY {page} ORDER BY {id}) - 1");
            (page, position)
        }
        Some(parent) => (format!("{} + b.n{parent}", column(1)), column(2)),
    };
    let mut values = vec![format!("{} + b.n{at}", column(0)), second, third];
    values.extend((3..table.columns.len()).map(column));
    format!(
        "INSERT INTO {} ({})\n  SELECT {}\n  FROM {} l, unhusk_numbers b ORDER BY {};\n",
        quoted(&table.name),
        columns(table, ""),
        values.join(", "),
        loaded(at),
        column(0)
    )
}

/// Returns the text as a literal of SQL: `it's` -> `'it''s'`.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
