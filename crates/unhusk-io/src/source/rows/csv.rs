//! CSV and TSV with a header line -> one page per row.

use super::super::capture::{ArchiveOptions, Capture, Skipped};
use super::super::reader::PageReader;
use super::super::stored::StoredInput;
use super::super::{PageRef, SourceError};
use super::Columns;
use csv::{ByteRecord, Reader, ReaderBuilder};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Most bytes of a row beside its HTML.
const MAX_OTHER_BYTES: u64 = 1 << 20;

/// Reads the pages of a CSV file.
pub(crate) struct CsvReader {
    table: String,
    rows: Reader<BoundedInput>,
    /// Bytes since the last row, so that an unclosed quote does not read the whole file into memory.
    n_since_row: Arc<AtomicU64>,
    options: ArchiveOptions,
    columns: Option<Columns>,
    row: ByteRecord,
    n_rows: u64,
    n_pages: u64,
    is_at_end: bool,
}

impl CsvReader {
    pub(crate) fn new(
        table: &str,
        input: StoredInput,
        delimiter: u8,
        options: &ArchiveOptions,
    ) -> Self {
        let n_since_row = Arc::new(AtomicU64::new(0));
        let input = BoundedInput {
            input,
            n_bytes: Arc::clone(&n_since_row),
            // Quotes may be doubled.
            max_bytes: (options.max_body_bytes() as u64).saturating_mul(2) + MAX_OTHER_BYTES,
        };
        let rows = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(input);
        Self {
            table: table.to_owned(),
            rows,
            n_since_row,
            options: options.clone(),
            columns: None,
            row: ByteRecord::new(),
            n_rows: 0,
            n_pages: 0,
            is_at_end: false,
        }
    }

    /// Reads the next row; false at the end.
    fn read_row(&mut self) -> Result<bool, SourceError> {
        self.n_since_row.store(0, Ordering::Relaxed);
        if self.row.as_slice().len() > 4 << 20 {
            self.row = ByteRecord::new();
        }
        self.rows.read_byte_record(&mut self.row).map_err(|error| SourceError::Archive {
            archive: self.table.clone(),
            offset: self.rows.position().byte(),
            n_pages: self.n_pages,
            why: error.to_string(),
        })
    }

    fn read_columns(&mut self) -> Result<Option<Columns>, SourceError> {
        if !self.read_row()? {
            return Ok(None);
        }
        let names: Vec<String> =
            self.row.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        Columns::choose(&self.table, &names, &self.options).map(Some)
    }

    fn next_row(&mut self) -> Result<Option<PageRef>, SourceError> {
        let columns = match &self.columns {
            Some(columns) => columns.clone(),
            None => match self.read_columns()? {
                Some(columns) => self.columns.insert(columns).clone(),
                None => return Ok(None),
            },
        };
        if !self.read_row()? {
            return Ok(None);
        }
        self.n_rows += 1;
        let cell = |column: Option<usize>| {
            column.and_then(|column| self.row.get(column)).filter(|cell| !cell.is_empty())
        };
        let text = |column| cell(column).map(|cell| String::from_utf8_lossy(cell).into_owned());
        let Some(html) = cell(Some(columns.html)) else {
            let why = "it has no HTML".to_owned();
            return Err(SourceError::Row { table: self.table.clone(), row: self.n_rows, why });
        };
        let offset = self.row.position().map_or(0, csv::Position::byte);
        let capture = Capture { archive: self.table.clone(), offset, date: text(columns.date) };
        let html = &html[..html.len().min(self.options.max_body_bytes())];
        let mut page = PageRef::captured(text(columns.url), self.n_rows, html, capture);
        page.charset = text(columns.charset);
        self.n_pages += 1;
        Ok(Some(page))
    }
}

impl PageReader for CsvReader {
    fn next_page(&mut self, _: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        if self.is_at_end {
            return None;
        }
        let page = self.next_row().transpose();
        self.is_at_end = !matches!(page, Some(Ok(_) | Err(SourceError::Row { .. })));
        page
    }
}

/// Input that fails when a row is longer than the limit.
struct BoundedInput {
    input: StoredInput,
    n_bytes: Arc<AtomicU64>,
    max_bytes: u64,
}

impl Read for BoundedInput {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let n_read = self.input.read(room)?;
        let n_bytes = self.n_bytes.fetch_add(n_read as u64, Ordering::Relaxed);
        if n_bytes > self.max_bytes {
            let why =
                format!("a row has more than {} bytes; a quote may be missing", self.max_bytes);
            return Err(io::Error::other(why));
        }
        Ok(n_read)
    }
}
