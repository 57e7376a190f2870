//! CSV (RFC 4180) and tab-separated values that a spreadsheet can open without evaluating text of a page.

use super::columns::OutputColumns;
use super::{Formulas, SinkOptions};
use std::borrow::Cow;
use std::io::{self, Write};
use unhusk::Warning;
use unhusk::record::{Record, Schema};
use unhusk::sink::Sink;

/// Separator of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    Tab,
}

pub(super) struct Csv<W: Write> {
    columns: OutputColumns,
    formulas: Formulas,
    out: ::csv::Writer<W>,
    has_header: bool,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(
        separator: Separator,
        schema: &Schema,
        options: &SinkOptions,
        out: W,
    ) -> Self {
        let delimiter = match separator {
            Separator::Comma => b',',
            Separator::Tab => b'\t',
        };
        Self {
            columns: OutputColumns::new(schema, options),
            formulas: options.formulas,
            out: ::csv::WriterBuilder::new().delimiter(delimiter).from_writer(out),
            has_header: false,
        }
    }

    fn header(&mut self) -> io::Result<()> {
        if self.has_header {
            return Ok(());
        }
        self.has_header = true;
        let header: Vec<_> = self.columns.names().map(|name| inert(self.formulas, name)).collect();
        self.out.write_record(header.iter().map(|name| name.as_bytes()))?;
        Ok(())
    }
}

impl<W: Write> Sink for Csv<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.header()?;
        for cell in self.columns.row(page, record) {
            self.out.write_field(inert(self.formulas, &cell.text).as_bytes())?;
        }
        self.out.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.header()?;
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.columns.warnings()
    }
}

/// Guards a cell, so that no spreadsheet evaluates it as a formula: `=1+1` -> `'=1+1`.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    inert(Formulas::Guard, cell)
}

/// Returns the cell with the guard that `formulas` requires. Numbers and phone numbers need none: `-4` is a number,
/// `-4+A1` is a formula. Nor do dashes: `-` means that there is no value, or that the page came from standard input.
pub(super) fn inert(formulas: Formulas, cell: &str) -> Cow<'_, str> {
    let starts_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_harmless = || is_number(cell) || is_phone(cell) || is_dashes(cell);
    if formulas == Formulas::Keep || !starts_formula || is_harmless() {
        return Cow::Borrowed(cell);
    }
    Cow::Owned(format!("'{cell}"))
}

fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ' ' | '\u{a0}'))
}

/// Digits of the shortest phone number with a country code; shorter ones with a dash or slash may be sums.
const MIN_PHONE_DIGITS: usize = 7;

/// Whether the cell is a plus sign and a phone number: digits, spaces, parentheses, dots, dashes, slashes. It contains
/// no name that a spreadsheet could look up or call.
fn is_phone(cell: &str) -> bool {
    let Some(number) = cell.strip_prefix('+') else { return false };
    let n_digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_spacing = |c: char| matches!(c, ' ' | '\u{a0}' | '(' | ')' | '.');
    let is_part = |c: char| {
        c.is_ascii_digit()
            || is_spacing(c)
            || n_digits >= MIN_PHONE_DIGITS && matches!(c, '-' | '/')
    };
    n_digits > 0
        && number.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(')
        && number.chars().all(is_part)
}

fn is_dashes(cell: &str) -> bool {
    cell.bytes().all(|byte| byte == b'-')
}
