//! JSON Lines -> one page per line.

use super::super::capture::{ArchiveOptions, Capture, Skipped};
use super::super::reader::PageReader;
use super::super::stored::StoredInput;
use super::super::{PageRef, SourceError};
use super::json_row::{Cell, RowSeed};
use super::{Columns, DATE_COLUMNS, HTML_COLUMNS, URL_COLUMNS};
use memchr::memchr;
use serde::de::DeserializeSeed;
use std::io::{self, BufRead};

/// Most bytes of a line beside its HTML.
const MAX_OTHER_BYTES: usize = 1 << 20;

/// Reads the pages of a JSON Lines file.
pub(crate) struct JsonLinesReader {
    table: String,
    input: StoredInput,
    options: ArchiveOptions,
    /// The names of the columns for HTML, URL and date, known after the first row.
    names: Option<RowNames>,
    line: Vec<u8>,
    n_rows: u64,
    n_pages: u64,
    is_at_end: bool,
}

#[derive(Debug, Clone)]
struct RowNames {
    html: String,
    url: Option<String>,
    date: Option<String>,
}

/// A line of the file.
enum Line {
    Kept,
    TooLong,
    End,
}

impl JsonLinesReader {
    pub(crate) fn new(table: &str, input: StoredInput, options: &ArchiveOptions) -> Self {
        Self {
            table: table.to_owned(),
            input,
            options: options.clone(),
            names: None,
            line: Vec::new(),
            n_rows: 0,
            n_pages: 0,
            is_at_end: false,
        }
    }

    fn next_row(&mut self) -> Result<Option<PageRef>, SourceError> {
        loop {
            let offset = self.input.position();
            let max_bytes = self.options.max_body_bytes() + MAX_OTHER_BYTES;
            let line = read_line(&mut self.input, &mut self.line, max_bytes);
            match line.map_err(|cause| self.unreadable(offset, cause.to_string()))? {
                Line::End => return Ok(None),
                Line::Kept if self.line.trim_ascii().is_empty() => {}
                Line::Kept => {
                    self.n_rows += 1;
                    return self.page(offset).map(Some);
                }
                Line::TooLong => {
                    self.n_rows += 1;
                    return Err(self.row_error(format!("it has more than {max_bytes} bytes")));
                }
            }
        }
    }

    /// Makes a page of the current line.
    fn page(&mut self, offset: u64) -> Result<PageRef, SourceError> {
        let line = std::mem::take(&mut self.line);
        let page = self.page_of(&line, offset);
        self.line = line;
        page
    }

    fn page_of(&mut self, line: &[u8], offset: u64) -> Result<PageRef, SourceError> {
        let line =
            if offset == 0 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
        let names = self.names.clone();
        let options = &self.options;
        let is_used = |name: &str| match &names {
            Some(names) => {
                name == names.html
                    || [&names.url, &names.date].into_iter().flatten().any(|used| used == name)
            }
            None => may_be_used(name, options),
        };
        let mut parser = serde_json::Deserializer::from_slice(line);
        let row =
            RowSeed { is_used }.deserialize(&mut parser).and_then(|row| parser.end().map(|()| row));
        let row = row.map_err(|error| self.row_error(format!("it is no JSON object ({error})")))?;
        let names = match names {
            Some(names) => names,
            None => self.names.insert(row_names(&self.table, &row, &self.options)?).clone(),
        };
        let cell = |wanted: &str| {
            row.iter().rev().find(|(name, _)| name == wanted).and_then(|(_, cell)| cell.as_ref())
        };
        let text = |wanted: &Option<String>| match cell(wanted.as_deref()?) {
            Some(Cell::Text(text)) if !text.is_empty() => Some(text.clone().into_owned()),
            _ => None,
        };
        let html = match cell(&names.html) {
            Some(Cell::Text(html)) => html.as_bytes(),
            Some(Cell::Null) => return Err(self.row_error(format!("its `{}` is null", names.html))),
            Some(Cell::Other) => {
                return Err(self.row_error(format!("its `{}` is no text", names.html)));
            }
            None => return Err(self.row_error(format!("it has no `{}`", names.html))),
        };
        let capture = Capture { archive: self.table.clone(), offset, date: text(&names.date) };
        let html = &html[..html.len().min(self.options.max_body_bytes())];
        let mut page = PageRef::captured(text(&names.url), self.n_rows, html, capture);
        // Text in JSON was decoded by its writer.
        page.charset = Some("utf-8".to_owned());
        self.n_pages += 1;
        Ok(page)
    }

    fn row_error(&self, why: String) -> SourceError {
        SourceError::Row { table: self.table.clone(), row: self.n_rows, why }
    }

    fn unreadable(&self, offset: u64, why: String) -> SourceError {
        SourceError::Archive { archive: self.table.clone(), offset, n_pages: self.n_pages, why }
    }
}

impl PageReader for JsonLinesReader {
    fn next_page(&mut self, _: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        if self.is_at_end {
            return None;
        }
        let page = self.next_row().transpose();
        self.is_at_end = !matches!(page, Some(Ok(_) | Err(SourceError::Row { .. })));
        page
    }
}

/// Whether a column of this name can be chosen.
fn may_be_used(name: &str, options: &ArchiveOptions) -> bool {
    let named = [&options.html_column, &options.url_column];
    named.into_iter().flatten().any(|named| named == name)
        || HTML_COLUMNS.contains(&name)
        || URL_COLUMNS.contains(&name)
        || DATE_COLUMNS.contains(&name)
}

/// Chooses the columns by the names in the first row.
fn row_names(
    table: &str,
    row: &[(String, Option<Cell<'_>>)],
    options: &ArchiveOptions,
) -> Result<RowNames, SourceError> {
    let names: Vec<String> = row.iter().map(|(name, _)| name.clone()).collect();
    let columns = Columns::choose(table, &names, options)?;
    let name = |column: usize| names[column].clone();
    Ok(RowNames {
        html: name(columns.html),
        url: columns.url.map(name),
        date: columns.date.map(name),
    })
}

/// Reads a line into `line`, without its end. The rest of a line that is too long is skipped.
fn read_line(input: &mut StoredInput, line: &mut Vec<u8>, max_bytes: usize) -> io::Result<Line> {
    line.clear();
    line.shrink_to(4 << 20);
    let (mut is_any, mut is_too_long) = (false, false);
    loop {
        let piece = input.fill_buf()?;
        let (n_line, n_taken) = match memchr(b'\n', piece) {
            Some(at) => (at, at + 1),
            None => (piece.len(), piece.len()),
        };
        is_too_long |= line.len() + n_line > max_bytes;
        if !is_too_long {
            line.extend_from_slice(&piece[..n_line]);
        }
        let is_end = n_taken > n_line || n_taken == 0;
        is_any |= n_taken > 0;
        input.consume(n_taken);
        if is_end {
            return Ok(match (is_any, is_too_long) {
                (false, _) => Line::End,
                (true, true) => Line::TooLong,
                (true, false) => Line::Kept,
            });
        }
    }
}
