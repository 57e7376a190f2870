//! Rows in the text form of `COPY`: cells parted by tabs, rows by line breaks.

use super::script::Script;
use crate::sink::relational::{RecordTables, RowStore, SqlCell, Table};
use std::convert::Infallible;
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::sink::SourcePage;

/// Bytes of rows at which they are written.
const FULL: usize = if cfg!(test) { 64 } else { 4 << 20 };

/// Rows that wait to be written, by table.
#[derive(Debug)]
pub(super) struct CopyBuffers {
    /// In the order of the tables.
    tables: Vec<CopyBuffer>,
    /// The pages of the run.
    pages: CopyBuffer,
    /// NUL characters that were replaced.
    n_nul: usize,
}

/// Rows of one table.
#[derive(Debug, Default)]
struct CopyBuffer {
    bytes: Vec<u8>,
    /// Rows so far, the written ones too.
    n_rows: i64,
}

impl CopyBuffers {
    pub(super) fn new(tables: &RecordTables) -> Self {
        let empty = |_: &Table| CopyBuffer::default();
        Self {
            tables: tables.all().iter().map(empty).collect(),
            pages: CopyBuffer::default(),
            n_nul: 0,
        }
    }

    /// Adds a page that was read.
    pub(super) fn page(&mut self, page: &SourcePage, n_records: i64) {
        let text = |text: &Option<String>| {
            text.as_ref().map_or(SqlCell::Null, |text| SqlCell::Text(text.clone().into()))
        };
        let name = SqlCell::Text(page.name.as_str().into());
        let row = [name, text(&page.url), text(&page.sha256), SqlCell::Integer(n_records)];
        self.n_nul += self.pages.add(&row);
    }

    /// Writes the rows if they are many.
    pub(super) fn write_if_full(
        &mut self,
        script: &Script,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let buffers = self.tables.iter().chain([&self.pages]);
        let n_bytes: usize = buffers.map(|buffer| buffer.bytes.len()).sum();
        if n_bytes < FULL { Ok(()) } else { self.write(script, out) }
    }

    /// Writes the rows.
    pub(super) fn write(&mut self, script: &Script, out: &mut impl Write) -> io::Result<()> {
        for (buffer, copy) in self.tables.iter_mut().zip(script.copies()) {
            buffer.write(copy, out)?;
        }
        self.pages.write(script.copy_pages(), out)
    }

    pub(super) fn warning(&self) -> Option<Warning> {
        (self.n_nul > 0).then(|| {
            let characters = if self.n_nul == 1 { "character was" } else { "characters were" };
            Warning::Note(format!(
                "{} NUL {characters} written as U+FFFD: PostgreSQL has no text with NUL",
                self.n_nul
            ))
        })
    }
}

/// The number of a row is its position in the run, from one.
impl RowStore for CopyBuffers {
    type Error = Infallible;

    fn add(&mut self, table: usize, row: &[SqlCell<'_>]) -> Result<i64, Infallible> {
        let buffer = &mut self.tables[table];
        self.n_nul += buffer.add(row);
        Ok(buffer.n_rows)
    }
}

impl CopyBuffer {
    /// Adds a row, its number first; returns how many NUL characters it had.
    fn add(&mut self, row: &[SqlCell<'_>]) -> usize {
        self.n_rows += 1;
        let mut n_nul = 0;
        self.bytes.extend_from_slice(self.n_rows.to_string().as_bytes());
        for cell in row {
            self.bytes.push(b'\t');
            match cell {
                SqlCell::Null => self.bytes.extend_from_slice(br"\N"),
                SqlCell::Integer(value) => {
                    self.bytes.extend_from_slice(value.to_string().as_bytes());
                }
                SqlCell::Real(value) => self.bytes.extend_from_slice(value.to_string().as_bytes()),
                SqlCell::Text(text) => n_nul += escape(text, &mut self.bytes),
            }
        }
        self.bytes.push(b'\n');
        n_nul
    }

    /// Writes the rows behind the statement `copy`.
    fn write(&mut self, copy: &str, out: &mut impl Write) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        out.write_all(copy.as_bytes())?;
        out.write_all(&self.bytes)?;
        out.write_all(b"\\.\n")?;
        self.bytes.clear();
        Ok(())
    }
}

/// Adds a text without the characters that end a cell or a row; returns how many NUL characters were replaced.
fn escape(text: &str, bytes: &mut Vec<u8>) -> usize {
    let mut n_nul = 0;
    for byte in text.bytes() {
        match byte {
            b'\\' => bytes.extend_from_slice(br"\\"),
            b'\n' => bytes.extend_from_slice(br"\n"),
            b'\r' => bytes.extend_from_slice(br"\r"),
            b'\t' => bytes.extend_from_slice(br"\t"),
            0 => {
                n_nul += 1;
                bytes.extend_from_slice("\u{fffd}".as_bytes());
            }
            other => bytes.push(other),
        }
    }
    n_nul
}
