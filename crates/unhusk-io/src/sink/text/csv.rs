//! CSV (RFC 4180) that a spreadsheet can open without running what a page wrote.

use super::columns::{OutputColumn, columns};
use super::{Formulas, SinkOptions};
use std::borrow::Cow;
use std::io::{self, Write};
use unhusk::record::{Record, Schema};
use unhusk::sink::Sink;

pub(super) struct Csv<W: Write> {
    columns: Vec<OutputColumn>,
    formulas: Formulas,
    out: ::csv::Writer<W>,
    has_header: bool,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(schema: &Schema, options: &SinkOptions, out: W) -> Self {
        Self {
            columns: columns(schema, options.spans),
            formulas: options.formulas,
            out: ::csv::Writer::from_writer(out),
            has_header: false,
        }
    }

    fn header(&mut self) -> io::Result<()> {
        if self.has_header {
            return Ok(());
        }
        self.has_header = true;
        let names = self.columns.iter().map(|column| column.name.as_str());
        let header: Vec<_> =
            std::iter::once("_page").chain(names).map(|name| inert(self.formulas, name)).collect();
        self.out.write_record(header.iter().map(|name| name.as_bytes()))?;
        Ok(())
    }
}

impl<W: Write> Sink for Csv<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.header()?;
        self.out.write_field(inert(self.formulas, page).as_bytes())?;
        for column in &self.columns {
            self.out.write_field(inert(self.formulas, &column.cell(record)).as_bytes())?;
        }
        self.out.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.header()?;
        self.out.flush()
    }
}

/// A cell that no spreadsheet runs as a formula: `=1+1` -> `'=1+1`.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    inert(Formulas::Guard, cell)
}

/// The cell as a spreadsheet may see it. Numbers are left alone: `-4` is a number, `-4+A1` is a formula. So are
/// dashes: `-` says that there is nothing, or that the page came from standard input.
pub(super) fn inert(formulas: Formulas, cell: &str) -> Cow<'_, str> {
    let starts_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formulas == Formulas::Keep || !starts_formula || is_number(cell) || is_dashes(cell) {
        return Cow::Borrowed(cell);
    }
    Cow::Owned(format!("'{cell}"))
}

fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

fn is_dashes(cell: &str) -> bool {
    cell.bytes().all(|byte| byte == b'-')
}
