//! Records -> tables of an SQLite database.
//!
//! One table holds the records of a class; repeated and nested fields have tables of their own, whose rows refer to
//! their parent and their position. `_runs` and `_pages` record which run read which page. The records of a page that
//! is read again replace its earlier ones; rows of other pages stay. A run is one transaction: until [`Sink::finish`],
//! and after a crash, the database is unchanged.
//!
//! Numbers and amounts of money are integers or, with at most 15 digits, floating-point numbers, which keep these
//! digits; dates are text in the form of ISO 8601, which SQLite computes with. A value that fits neither is null, and
//! its text is in the column `<field>_raw`.

mod error;
mod shape;
mod store;

#[cfg(test)]
mod tests;

pub use error::SqliteError;

use super::relational::{Dialect, RecordTables, RowWriter, runs_and_pages};
use crate::column::ColumnOptions;
use error::{Failure, open_error};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use store::{SqliteRows, Statements};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Record, Schema};
use unhusk_wrapper::sink::{Sink, SourcePage};

/// Writes records into a database.
pub struct SqliteSink {
    /// The path as given, for messages.
    path: String,
    /// `None` only while the sink is dropped.
    connection: Option<Connection>,
    /// File to remove if the sink is dropped before it is finished: one that did not exist before.
    new_file: Option<PathBuf>,
    tables: RecordTables,
    statements: Statements,
    writer: RowWriter,
    run: i64,
    /// The current page, and the number of its records so far.
    page: Option<(String, i64)>,
}

/// Time to wait while another program locks the database.
const BUSY_TIMEOUT: Duration = Duration::from_millis(if cfg!(test) { 50 } else { 5000 });

const SELECT_PAGE: &str = "SELECT run, n_records FROM _pages WHERE page = ?1 AND record_table = ?2";
const INSERT_PAGE: &str = "INSERT OR REPLACE INTO _pages (page, record_table, url, sha256, run, n_records) \
                           VALUES (?1, ?2, ?3, ?4, ?5, 0)";
const UPDATE_PAGE: &str = "UPDATE _pages SET n_records = ?3 WHERE page = ?1 AND record_table = ?2";
const INSERT_RUN: &str = "INSERT INTO _runs (record_table, wrapper_sha256, time, n_pages, n_records) \
                          VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', ?3, 'unixepoch'), 0, 0)";
const UPDATE_RUN: &str = "UPDATE _runs SET (n_pages, n_records) = \
                          (SELECT count(*), coalesce(sum(n_records), 0) FROM _pages WHERE run = ?1) WHERE id = ?1";

impl SqliteSink {
    /// Opens the database at `path`, or begins a new one, for records of `schema`.
    ///
    /// # Errors
    /// If the file cannot be written, is no database, is locked, or has tables of other columns.
    pub fn open(
        path: &Path,
        schema: &Schema,
        options: &ColumnOptions,
    ) -> Result<Self, SqliteError> {
        let name = path.to_string_lossy().into_owned();
        let failed = |failure: Failure| failure.at(&name);
        let tables = RecordTables::new(Dialect::Sqlite, schema, options);
        // `:memory:` is a file like any other here.
        let place = std::path::absolute(path).map_err(|cause| open_error(&name, &cause))?;
        let is_new = !place.exists();
        let connection = connect(&place).map_err(failed)?;
        // From here on, a failure removes a new file.
        let mut sink = Self {
            path: name.clone(),
            connection: Some(connection),
            new_file: is_new.then_some(place),
            writer: RowWriter::default(),
            statements: Statements::new(&tables),
            tables,
            run: 0,
            page: None,
        };
        sink.begin_run(options).map_err(failed)?;
        Ok(sink)
    }

    /// Creates or checks the tables, and begins the transaction of the run.
    fn begin_run(&mut self, options: &ColumnOptions) -> Result<(), Failure> {
        let connection = self.connection.as_ref().ok_or(Failure::Closed)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        for table in runs_and_pages(Dialect::Sqlite).iter().chain(self.tables.all()) {
            shape::create_or_check(connection, table)?;
        }
        let now = i64::try_from(options.now).unwrap_or(i64::MAX);
        let row = params![self.tables.name(), options.wrapper_sha256, now];
        connection.execute(INSERT_RUN, row)?;
        self.run = connection.last_insert_rowid();
        Ok(())
    }

    fn begin_page(&mut self, page: &SourcePage) -> Result<(), Failure> {
        self.end_page()?;
        let connection = self.connection.as_ref().ok_or(Failure::Closed)?;
        let table = self.tables.name();
        let known: Option<(i64, i64)> = connection
            .prepare_cached(SELECT_PAGE)?
            .query_row(params![page.name, table], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        // A page that occurs twice in a run has the records of both occurrences.
        let n_before = match known {
            Some((run, n_records)) if run == self.run => n_records,
            _ => {
                connection.prepare_cached(&self.statements.delete_page)?.execute([&page.name])?;
                let row = params![page.name, table, page.url, page.sha256, self.run];
                connection.prepare_cached(INSERT_PAGE)?.execute(row)?;
                0
            }
        };
        self.page = Some((page.name.clone(), n_before));
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), Failure> {
        let Some((page, n_records)) = self.page.take() else { return Ok(()) };
        let connection = self.connection.as_ref().ok_or(Failure::Closed)?;
        let row = params![page, self.tables.name(), n_records];
        connection.prepare_cached(UPDATE_PAGE)?.execute(row)?;
        Ok(())
    }

    fn write_record(&mut self, page: &str, record: &Record<'_>) -> Result<(), Failure> {
        if self.page.as_ref().is_none_or(|(current, _)| current != page) {
            self.begin_page(&SourcePage::new(page))?;
        }
        let connection = self.connection.as_ref().ok_or(Failure::Closed)?;
        let Some((_, n_records)) = &mut self.page else { return Ok(()) };
        let mut rows = SqliteRows { connection, statements: &self.statements };
        self.writer.record(&mut rows, &self.tables.records, (page, *n_records), record)?;
        *n_records += 1;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Failure> {
        self.end_page()?;
        let connection = self.connection.as_ref().ok_or(Failure::Closed)?;
        connection.execute(UPDATE_RUN, [self.run])?;
        connection.execute_batch("COMMIT")?;
        self.new_file = None;
        Ok(())
    }

    fn io_error(&self, failure: Failure) -> io::Error {
        io::Error::other(failure.at(&self.path))
    }
}

impl Sink for SqliteSink {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.begin_page(page).map_err(|failure| self.io_error(failure))
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.write_record(page, record).map_err(|failure| self.io_error(failure))
    }

    /// Commits the run.
    fn finish(&mut self) -> io::Result<()> {
        self.commit().map_err(|failure| self.io_error(failure))
    }

    fn warnings(&self) -> Vec<Warning> {
        self.writer.warnings()
    }
}

/// Without [`Sink::finish`], the run leaves nothing behind.
impl Drop for SqliteSink {
    fn drop(&mut self) {
        // Closing the connection ends the transaction.
        drop(self.connection.take());
        let Some(file) = self.new_file.take() else { return };
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut path = file.clone().into_os_string();
            path.push(ending);
            // The file may be missing; if it cannot be removed, it is an empty database.
            drop(fs::remove_file(path));
        }
    }
}

fn connect(place: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(place, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(MAX_STATEMENTS);
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;")?;
    Ok(connection)
}

/// Statements that stay prepared: one for each table, and a few.
const MAX_STATEMENTS: usize = 256;
