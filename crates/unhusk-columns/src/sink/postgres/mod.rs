//! Records -> a script for `psql`, which adds them to tables of PostgreSQL by `COPY`.
//!
//! The tables are those of SQLite, with the types of PostgreSQL: numbers and amounts are `numeric` and keep all digits;
//! a date is a `date`, with its time on the page's clock in `<field>_timestamp` and `<field>_utc_offset` (minutes). The
//! script is one transaction: it copies the rows into temporary tables, and when all are there, replaces the records of
//! the pages that were read. A script that was cut off changes nothing, for its `COMMIT` is missing.
//!
//! A script needs no connection while pages are read, no password in this program, and no library of a client.

mod copy;
mod script;

#[cfg(test)]
mod tests;

use super::relational::{Dialect, RecordTables, RowWriter};
use crate::column::ColumnOptions;
use copy::CopyBuffers;
use script::Script;
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Record, Schema};
use unhusk_wrapper::sink::{Sink, SourcePage};

/// Writes records as a script for `psql`.
pub struct PostgresSink<W> {
    out: W,
    script: Script,
    tables: RecordTables,
    buffers: CopyBuffers,
    writer: RowWriter,
    /// The current page, and the number of its records so far.
    page: Option<(SourcePage, i64)>,
}

impl<W: Write> PostgresSink<W> {
    /// Begins a script for records of `schema`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(schema: &Schema, options: &ColumnOptions, mut out: W) -> io::Result<Self> {
        let tables = RecordTables::new(Dialect::Postgres, schema, options);
        let script = Script::new(&tables, options);
        out.write_all(script.head().as_bytes())?;
        let buffers = CopyBuffers::new(&tables);
        Ok(Self { out, script, tables, buffers, writer: RowWriter::default(), page: None })
    }

    fn begin_page(&mut self, page: SourcePage) -> io::Result<()> {
        self.end_page()?;
        self.page = Some((page, 0));
        Ok(())
    }

    fn end_page(&mut self) -> io::Result<()> {
        if let Some((page, n_records)) = self.page.take() {
            self.buffers.page(&page, n_records);
        }
        self.buffers.write_if_full(&self.script, &mut self.out)
    }
}

impl<W: Write> Sink for PostgresSink<W> {
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        self.begin_page(page.clone())
    }

    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        if self.page.as_ref().is_none_or(|(current, _)| current.name != page) {
            self.begin_page(SourcePage::new(page))?;
        }
        let Some((_, n_records)) = &mut self.page else { return Ok(()) };
        let place = (page, *n_records);
        match self.writer.record(&mut self.buffers, &self.tables.records, place, record) {
            Ok(()) => {}
            Err(never) => match never {},
        }
        *n_records += 1;
        self.buffers.write_if_full(&self.script, &mut self.out)
    }

    /// Writes the end of the transaction.
    fn finish(&mut self) -> io::Result<()> {
        self.end_page()?;
        self.buffers.write(&self.script, &mut self.out)?;
        self.out.write_all(self.script.end().as_bytes())?;
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.writer.warnings();
        warnings.extend(self.buffers.warning());
        warnings
    }
}
