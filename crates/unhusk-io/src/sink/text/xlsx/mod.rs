//! XLSX (ECMA-376): a workbook of one sheet. Texts are stored as texts, so a spreadsheet neither evaluates nor links
//! text of a page; parsed numbers are stored as numbers.
//!
//! The sheet is compressed while records arrive, so memory holds its compressed bytes alone.

mod archive;
mod xml;

use super::SinkOptions;
use super::columns::{OutputCell, OutputColumns};
use archive::{ArchiveEntry, write_archive};
use std::io::{self, Write};
use unhusk::Warning;
use unhusk::record::{Record, Schema};
use unhusk::sink::Sink;
use xml::escaped;

/// Rows of a sheet, the header included; a limit of the format.
const MAX_ROWS: usize = 1_048_576;
/// UTF-16 units of a cell; a limit of the format.
const MAX_CELL_UNITS: usize = 32_767;
/// Significant digits of a number; a limit of spreadsheets.
const MAX_DIGITS: usize = 15;

const TYPES: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#;
const RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="records" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const BOOK_RELATIONS: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
const SHEET_START: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#;
const SHEET_END: &str = "</sheetData></worksheet>";

pub(super) struct Workbook<W: Write> {
    columns: OutputColumns,
    sheet: ArchiveEntry,
    n_rows: usize,
    n_cut: usize,
    out: W,
}

impl<W: Write> Workbook<W> {
    pub(super) fn new(schema: &Schema, options: &SinkOptions, out: W) -> Self {
        Self {
            columns: OutputColumns::new(schema, options),
            sheet: ArchiveEntry::new("xl/worksheets/sheet1.xml"),
            n_rows: 0,
            n_cut: 0,
            out,
        }
    }

    fn header(&mut self) -> io::Result<()> {
        if self.n_rows > 0 {
            return Ok(());
        }
        self.sheet.write_all(SHEET_START.as_bytes())?;
        let cell = |name: &str| OutputCell { text: name.to_owned(), is_number: false };
        let names: Vec<OutputCell> = self.columns.names().map(cell).collect();
        self.row(&names)
    }

    fn row(&mut self, cells: &[OutputCell]) -> io::Result<()> {
        if self.n_rows == MAX_ROWS {
            let message = "a sheet has at most 1048576 rows; write csv, or fewer pages at a time";
            return Err(io::Error::other(message));
        }
        self.n_rows += 1;
        let mut row = String::from("<row>");
        for cell in cells {
            self.n_cut += usize::from(add_cell(cell, &mut row));
        }
        row.push_str("</row>");
        self.sheet.write_all(row.as_bytes())
    }
}

impl<W: Write> Sink for Workbook<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.header()?;
        let cells = self.columns.row(page, record);
        self.row(&cells)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.header()?;
        self.sheet.write_all(SHEET_END.as_bytes())?;
        let mut entries = Vec::new();
        for (name, text) in [
            ("[Content_Types].xml", TYPES),
            ("_rels/.rels", RELATIONS),
            ("xl/workbook.xml", BOOK),
            ("xl/_rels/workbook.xml.rels", BOOK_RELATIONS),
        ] {
            let mut entry = ArchiveEntry::new(name);
            entry.write_all(text.as_bytes())?;
            entries.push(entry);
        }
        entries.push(std::mem::replace(&mut self.sheet, ArchiveEntry::new("")));
        write_archive(entries, &mut self.out)?;
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.columns.warnings();
        if self.n_cut > 0 {
            let cells = if self.n_cut == 1 { "cell is" } else { "cells are" };
            warnings.push(Warning::Note(format!(
                "{} {cells} longer than the {MAX_CELL_UNITS} characters of a sheet's cell and were cut; csv and jsonl \
                 have no limit",
                self.n_cut
            )));
        }
        warnings
    }
}

/// Adds a cell; returns whether its text was cut.
fn add_cell(cell: &OutputCell, row: &mut String) -> bool {
    let OutputCell { text, is_number } = cell;
    let n_digits = text.bytes().filter(u8::is_ascii_digit).count();
    if text.is_empty() {
        row.push_str("<c/>");
        return false;
    }
    if *is_number && n_digits <= MAX_DIGITS && text.parse::<f64>().is_ok_and(f64::is_finite) {
        row.push_str("<c><v>");
        row.push_str(text);
        row.push_str("</v></c>");
        return false;
    }
    let kept = first_units(text, MAX_CELL_UNITS);
    row.push_str(r#"<c t="inlineStr"><is><t xml:space="preserve">"#);
    row.push_str(&escaped(kept));
    row.push_str("</t></is></c>");
    kept.len() < text.len()
}

/// The longest prefix of at most `max` UTF-16 units.
fn first_units(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    let mut n_units = 0;
    for (at, c) in text.char_indices() {
        n_units += c.len_utf16();
        if n_units > max {
            return &text[..at];
        }
    }
    text
}

#[cfg(test)]
mod tests;
