//! Records -> Arrow's inter-process format, as a file (also called Feather) or as a stream, into any [`io::Write`].
//!
//! The messages are few and written here: the crates of Arrow take 82 s of CPU time to build.
//! Rows are buffered until they fill a record batch, as they fill a row group of Parquet. Nothing is compressed, so
//! that readers can map the file into memory.

mod arrays;
mod flatbuffer;
mod message;

#[cfg(test)]
mod tests;

use super::GroupLimits;
use super::metadata::metadata;
use crate::column::{ColumnOptions, Rows};
use arrays::ColumnArray;
use message::{Block, Message, batch_message, footer, schema_message};
use std::io::{self, Write};
use unhusk_page::Warning;
use unhusk_wrapper::record::{Record, Schema};
use unhusk_wrapper::sink::Sink;

/// The two forms of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrowForm {
    /// Messages, then a table of the record batches.
    File,
    /// Messages alone.
    Stream,
}

/// Writes records as Arrow.
pub struct ArrowSink<W: Write> {
    form: ArrowForm,
    rows: Rows,
    metadata: Vec<(String, String)>,
    arrays: Vec<ColumnArray>,
    n_rows: usize,
    n_bytes: usize,
    limits: GroupLimits,
    blocks: Vec<Block>,
    /// Number of bytes written.
    n_written: usize,
    out: W,
}

/// First bytes of a file; its last bytes are the same without the padding.
const MAGIC: &[u8] = b"ARROW1\0\0";
const END_OF_STREAM: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

impl<W: Write> ArrowSink<W> {
    /// A sink for records of `schema`.
    pub fn new(form: ArrowForm, schema: &Schema, options: &ColumnOptions, out: W) -> Self {
        Self::with_limits(form, schema, options, GroupLimits::default(), out)
    }

    /// A sink whose record batches have these limits.
    pub fn with_limits(
        form: ArrowForm,
        schema: &Schema,
        options: &ColumnOptions,
        limits: GroupLimits,
        out: W,
    ) -> Self {
        let rows = Rows::new(schema, options);
        Self {
            form,
            metadata: metadata(schema, options),
            arrays: rows.columns().iter().map(ColumnArray::new).collect(),
            rows,
            n_rows: 0,
            n_bytes: 0,
            limits,
            blocks: Vec::new(),
            n_written: 0,
            out,
        }
    }

    /// Writes the messages before all rows, once.
    fn begin(&mut self) -> io::Result<()> {
        if self.n_written > 0 {
            return Ok(());
        }
        if self.form == ArrowForm::File {
            self.put(MAGIC)?;
        }
        let Message { head, .. } = schema_message(self.rows.columns(), &self.metadata);
        self.put(&head)
    }

    /// Writes the buffered rows as a record batch.
    fn write_batch(&mut self) -> io::Result<()> {
        self.begin()?;
        if self.n_rows == 0 {
            return Ok(());
        }
        let Message { head, body } = batch_message(self.n_rows, &self.arrays);
        let (n_head_bytes, n_body_bytes) = (head.len(), body.len());
        self.blocks.push(Block { offset: self.n_written, n_head_bytes, n_body_bytes });
        self.put(&head)?;
        self.put(&body)?;
        self.arrays = self.rows.columns().iter().map(ColumnArray::new).collect();
        self.n_rows = 0;
        self.n_bytes = 0;
        Ok(())
    }

    fn write_footer(&mut self) -> io::Result<()> {
        let footer = footer(self.rows.columns(), &self.metadata, &self.blocks);
        self.put(&footer)?;
        let n_bytes = i32::try_from(footer.len()).map_err(|_| too_long())?;
        self.put(&n_bytes.to_le_bytes())?;
        self.put(&MAGIC[..6])
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.n_written += bytes.len();
        Ok(())
    }
}

impl<W: Write> Sink for ArrowSink<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let row = self.rows.row(page, record);
        for (array, value) in self.arrays.iter_mut().zip(&row) {
            self.n_bytes += array.push(value).map_err(|_| too_long())?;
        }
        self.n_rows += 1;
        let GroupLimits { max_rows, max_bytes } = self.limits;
        if self.n_rows >= max_rows || self.n_bytes >= max_bytes {
            self.write_batch()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_batch()?;
        self.put(&END_OF_STREAM)?;
        if self.form == ArrowForm::File {
            self.write_footer()?;
        }
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.rows.warnings()
    }
}

fn too_long() -> io::Error {
    io::Error::other("a record is longer than the 2 GiB of an Arrow column; write jsonl")
}
