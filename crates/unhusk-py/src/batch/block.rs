//! A block of pages -> record batches: the unit of work of a thread.
//!
//! Blocks do not depend on the number of threads, so that the record batches are the same for any.

use super::column::FieldColumn;
use super::schema::RowShape;
use crate::error::caught;
use crate::pages::{Pages, Urls};
use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use std::ops::Range;
use std::sync::Arc;
use unhusk::page::Page;
use unhusk::record::{Cell, Record, Schema};
use unhusk::wrapper::{Extract, RawExtraction, Wrapper};

/// Pages of a block: enough to make the cost of handing it over negligible.
const MAX_PAGES: usize = 64;
/// Blocks of a column of few pages: enough that threads end together.
const MIN_BLOCKS: usize = 64;
/// Bytes of pages of a block: few enough that threads end together.
const MAX_BYTES: usize = 1 << 20;
/// Bytes of text of a record batch: offsets of a column have 31 bits.
const MAX_TEXT: usize = 1 << 30;

/// Result of a block of pages.
pub(super) struct Block {
    pub(super) batches: Vec<RecordBatch>,
    /// Positions of pages, and the cuts and replacements there.
    pub(super) warnings: Vec<(usize, String)>,
    pub(super) n_failed: usize,
    pub(super) n_pages: usize,
}

/// Parts pages into blocks.
pub(super) fn blocks(pages: &Pages) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let max_pages = (pages.len() / MIN_BLOCKS).clamp(1, MAX_PAGES);
    let (mut start, mut n_bytes) = (0, 0);
    for at in 0..pages.len() {
        n_bytes += pages.get(at).n_bytes();
        let n_pages = at + 1 - start;
        if n_pages == max_pages || n_bytes >= MAX_BYTES {
            blocks.push(start..at + 1);
            (start, n_bytes) = (at + 1, 0);
        }
    }
    if start < pages.len() {
        blocks.push(start..pages.len());
    }
    blocks
}

/// Reader of the pages of a batch: a wrapper, or several, one of which is chosen for each page.
pub(crate) trait RecordReader: Sync {
    /// The fields of all records.
    fn schema(&self) -> &Schema;

    /// Reads a page; an error goes into its row.
    fn read<'p>(
        &self,
        url: Option<&str>,
        page: &'p Page,
        with_confidence: bool,
    ) -> Result<RawExtraction<'p>, String>;
}

impl RecordReader for Wrapper {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn read<'p>(
        &self,
        _url: Option<&str>,
        page: &'p Page,
        with_confidence: bool,
    ) -> Result<RawExtraction<'p>, String> {
        Ok(if with_confidence {
            self.rule.extract_with_confidence(&self.schema, page)
        } else {
            self.rule.extract(&self.schema, page)
        })
    }
}

/// Reads blocks; shared by all threads.
pub(super) struct BlockReader<'a> {
    pub(super) reader: &'a dyn RecordReader,
    pub(super) pages: &'a Pages,
    pub(super) urls: Option<&'a Urls>,
    pub(super) schema: SchemaRef,
    pub(super) shape: RowShape,
}

impl BlockReader<'_> {
    /// Reads the pages of a block. A panic loses the page only.
    pub(super) fn read(&self, positions: Range<usize>) -> Block {
        let n_pages = positions.len();
        let mut block = Block { batches: Vec::new(), warnings: Vec::new(), n_failed: 0, n_pages };
        let mut rows = Rows::new(self);
        for at in positions {
            let read = caught(|| self.read_page(at, &mut rows, &mut block));
            if let Err(why) = read.unwrap_or_else(Err) {
                block.n_failed += 1;
                rows.push_error(at, &why);
            }
        }
        block.batches.extend(rows.finish());
        block
    }

    fn read_page<'s>(
        &'s self,
        at: usize,
        rows: &mut Rows<'s>,
        block: &mut Block,
    ) -> Result<(), String> {
        let page = self.pages.get(at).read()?;
        let url = self.urls.and_then(|urls| urls.get(at));
        let extraction = self.reader.read(url, &page, self.shape.spans)?;
        let n_text: usize = extraction.records.iter().map(text_len).sum();
        if n_text > MAX_TEXT {
            return Err(format!("the records of the page have more than {MAX_TEXT} bytes of text"));
        }
        if rows.n_text + n_text > MAX_TEXT {
            let full = std::mem::replace(rows, Rows::new(self));
            block.batches.extend(full.finish());
        }
        rows.n_text += n_text;
        for record in &extraction.records {
            rows.push(at, record);
        }
        let warnings = page.warnings().chain(&extraction.warnings);
        block.warnings.extend(warnings.map(|warning| (at, warning.to_string())));
        Ok(())
    }
}

/// Bytes of the texts of a record. Recurses on the nesting of the schema, which is limited.
fn text_len(record: &Record<'_>) -> usize {
    let of_cell = |cell: &Cell<'_>| match cell {
        Cell::Nested(records) => records.iter().map(text_len).sum(),
        cell => cell.values().iter().map(|value| value.text.len()).sum::<usize>(),
    };
    record.cells.iter().map(of_cell).sum()
}

/// The rows of a record batch while they are added.
struct Rows<'a> {
    schema: &'a SchemaRef,
    urls: Option<&'a Urls>,
    positions: Int64Builder,
    page_urls: StringBuilder,
    errors: StringBuilder,
    fields: Vec<FieldColumn>,
    n_entries: usize,
    n_text: usize,
}

impl<'a> Rows<'a> {
    fn new(reader: &'a BlockReader<'_>) -> Self {
        let own = reader.reader.schema().fields().iter();
        Self {
            schema: &reader.schema,
            urls: reader.urls,
            positions: Int64Builder::new(),
            page_urls: StringBuilder::new(),
            errors: StringBuilder::new(),
            fields: own.map(|field| FieldColumn::new(field, reader.shape.spans)).collect(),
            n_entries: 0,
            n_text: 0,
        }
    }

    fn push(&mut self, at: usize, record: &Record<'_>) {
        self.begin(at);
        self.errors.append_null();
        for (position, column) in self.fields.iter_mut().enumerate() {
            column.push(record.cells.get(position).unwrap_or(&Cell::Absent));
        }
    }

    fn push_error(&mut self, at: usize, why: &str) {
        self.begin(at);
        self.errors.append_value(why);
        self.fields.iter_mut().for_each(FieldColumn::push_null);
    }

    fn begin(&mut self, at: usize) {
        self.n_entries += 1;
        self.positions.append_value(i64::try_from(at).expect("positions are those of memory"));
        if let Some(urls) = self.urls {
            self.page_urls.append_option(urls.get(at));
        }
    }

    /// The record batch; `None` if there are no rows.
    fn finish(mut self) -> Option<RecordBatch> {
        if self.n_entries == 0 {
            return None;
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.positions.finish())];
        if self.urls.is_some() {
            columns.push(Arc::new(self.page_urls.finish()));
        }
        columns.push(Arc::new(self.errors.finish()));
        columns.extend(self.fields.into_iter().map(FieldColumn::finish));
        let options = RecordBatchOptions::new().with_row_count(Some(self.n_entries));
        let batch = RecordBatch::try_new_with_options(Arc::clone(self.schema), columns, &options);
        Some(batch.expect("columns are made for this schema"))
    }
}
