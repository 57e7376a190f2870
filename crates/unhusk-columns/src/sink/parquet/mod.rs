//! Records -> Parquet, into any [`io::Write`].
//!
//! Rows are buffered until they fill a row group, by their number or by their bytes, so memory does not grow with the
//! run. Columns are compressed with Snappy, which needs no C. Equal records yield equal bytes.

mod columns;
mod schema;

#[cfg(test)]
mod tests;

use super::GroupLimits;
use super::metadata::metadata;
use crate::column::{ColumnOptions, Rows};
use crate::levels::Leaves;
use ::parquet::basic::Compression;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use std::io::{self, Write};
use std::sync::Arc;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Record, Schema};
use unhusk_wrapper::sink::Sink;

/// Writes records as Parquet.
pub struct ParquetSink<W: Write> {
    rows: Rows,
    leaves: Leaves,
    limits: GroupLimits,
    /// Encodes into memory; its output is passed to `out` after each row group.
    encoder: SerializedFileWriter<Vec<u8>>,
    out: W,
}

/// `name version number`, in which readers look up known bugs.
const CREATED_BY: &str = concat!("unhusk version ", env!("CARGO_PKG_VERSION"));

impl<W: Write> ParquetSink<W> {
    /// A sink for records of `schema`.
    ///
    /// # Errors
    /// If the columns are no valid Parquet schema, as with no column at all.
    pub fn new(schema: &Schema, options: &ColumnOptions, out: W) -> io::Result<Self> {
        Self::with_limits(schema, options, GroupLimits::default(), out)
    }

    /// A sink whose row groups have these limits.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub fn with_limits(
        schema: &Schema,
        options: &ColumnOptions,
        limits: GroupLimits,
        out: W,
    ) -> io::Result<Self> {
        let rows = Rows::new(schema, options);
        let message = schema::message(rows.columns()).map_err(io_error)?;
        let entries = metadata(schema, options).into_iter();
        let entries = entries.map(|(key, value)| KeyValue::new(key, value));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(CREATED_BY.to_owned())
            .set_key_value_metadata(Some(entries.collect()))
            .build();
        let encoder = SerializedFileWriter::new(Vec::new(), message, Arc::new(properties));
        let encoder = encoder.map_err(io_error)?;
        let leaves = Leaves::new(rows.columns());
        Ok(Self { rows, leaves, limits, encoder, out })
    }

    /// Encodes the buffered rows as a row group.
    fn write_group(&mut self) -> io::Result<()> {
        if self.leaves.n_rows() == 0 {
            return Ok(());
        }
        self.encode_group().map_err(io_error)?;
        self.leaves.clear();
        self.pass_on()
    }

    fn encode_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.encoder.next_row_group()?;
        for leaf in self.leaves.leaves() {
            let Some(mut column) = group.next_column()? else { break };
            columns::write(leaf, &mut column)?;
            column.close()?;
        }
        group.close().map(|_| ())
    }

    /// Writes the encoded bytes to the output.
    fn pass_on(&mut self) -> io::Result<()> {
        self.encoder.flush()?;
        let encoded = std::mem::take(self.encoder.inner_mut());
        self.out.write_all(&encoded)
    }
}

impl<W: Write> Sink for ParquetSink<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let row = self.rows.row(page, record);
        self.leaves.add_row(self.rows.columns(), &row);
        let GroupLimits { max_rows, max_bytes } = self.limits;
        if self.leaves.n_rows() >= max_rows || self.leaves.n_bytes() >= max_bytes {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_group()?;
        self.encoder.finish().map_err(io_error)?;
        self.pass_on()?;
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.rows.warnings()
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn io_error(error: ParquetError) -> io::Error {
    io::Error::other(error.to_string())
}
