//! A Parquet file with a page in each row -> the pages, one after the other.

use super::PagesError;
use super::decompress::{DecompressedPages, PageCodec};
use ::parquet::basic::Type as PhysicalType;
use ::parquet::column::reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader};
use ::parquet::data_type::{ByteArray, ByteArrayType};
use ::parquet::errors::{ParquetError, Result as ParquetResult};
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};
use std::collections::VecDeque;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// A row of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRow {
    /// The number of the row, from 0.
    pub row: u64,
    /// The bytes of the page; `None` if the row has none.
    pub html: Option<Vec<u8>>,
    /// The address of the page, if the file has a column for it and the row has a value. Invalid UTF-8 is replaced.
    pub url: Option<String>,
}

/// The pages of a Parquet file, row after row. Memory holds one Parquet page of each column, and a few rows.
pub struct ParquetPages {
    path: String,
    file: Arc<File>,
    reader: SerializedFileReader<File>,
    html: PageSource,
    url: Option<PageSource>,
    next_group: usize,
    n_rows: u64,
    batch: VecDeque<PageRow>,
    /// Whether the end was reached, or an error was returned.
    is_over: bool,
}

/// A column that is read.
struct PageSource {
    /// Position among the leaves of the file.
    at: usize,
    name: String,
    column: ColumnDescPtr,
    chunk: Option<ColumnReaderImpl<ByteArrayType>>,
}

/// Rows that are read at once.
const BATCH_ROWS: usize = 16;
/// Columns that an error lists.
const MAX_LISTED: usize = 50;

impl ParquetPages {
    /// Opens a file whose column `html_column` has the pages and `url_column` their addresses. Columns inside structs
    /// are named with dots.
    ///
    /// # Errors
    /// If the file cannot be read, or a column is missing or has neither strings nor bytes.
    pub fn open(
        path: &Path,
        html_column: &str,
        url_column: Option<&str>,
    ) -> Result<Self, PagesError> {
        let name = path.to_string_lossy().into_owned();
        let open = || File::open(path).and_then(|file| Ok((file.try_clone()?, file)));
        let (file, copy) = match open() {
            Ok(files) => files,
            Err(cause) => return Err(PagesError::Open { path: name, cause }),
        };
        let reader = guarded(|| SerializedFileReader::new(copy))
            .map_err(|reason| PagesError::Malformed { path: name.clone(), reason })?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let html = PageSource::find(schema, html_column, &name)?;
        let url = url_column.map(|column| PageSource::find(schema, column, &name)).transpose()?;
        let pages = Self {
            path: name,
            file: Arc::new(file),
            reader,
            html,
            url,
            next_group: 0,
            n_rows: 0,
            batch: VecDeque::new(),
            is_over: false,
        };
        pages.check_codecs()?;
        Ok(pages)
    }

    /// Returns the number of rows that the file declares.
    pub fn n_rows(&self) -> u64 {
        u64::try_from(self.reader.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    fn check_codecs(&self) -> Result<(), PagesError> {
        for group in self.reader.metadata().row_groups() {
            for source in [&self.html].into_iter().chain(&self.url) {
                let Some(chunk) = group.columns().get(source.at) else {
                    let reason = "a row group lacks a column".to_owned();
                    return Err(PagesError::Malformed { path: self.path.clone(), reason });
                };
                if PageCodec::of(chunk.compression()).is_none() {
                    return Err(PagesError::Codec {
                        path: self.path.clone(),
                        column: source.name.clone(),
                        codec: format!("{}", chunk.compression()),
                    });
                }
            }
        }
        Ok(())
    }

    /// Reads rows into the empty batch; it stays empty at the end of the file.
    fn fill(&mut self) -> ParquetResult<()> {
        while self.batch.is_empty() {
            if self.html.chunk.is_none() && !self.open_group()? {
                return Ok(());
            }
            let pages = self.html.read()?;
            let mut urls = match &mut self.url {
                Some(url) => url.read()?,
                None => vec![None; pages.len()],
            };
            if urls.len() != pages.len() {
                return Err(ParquetError::General("columns differ in length".to_owned()));
            }
            if pages.is_empty() {
                self.html.chunk = None;
            }
            for (html, url) in pages.into_iter().zip(urls.drain(..)) {
                let html = html.map(|html| html.data().to_vec());
                let url = url.map(|url| String::from_utf8_lossy(url.data()).into_owned());
                self.batch.push_back(PageRow { row: self.n_rows, html, url });
                self.n_rows += 1;
            }
        }
        Ok(())
    }

    /// Opens the columns of the next row group; returns whether there is one.
    fn open_group(&mut self) -> ParquetResult<bool> {
        let Some(group) = self.reader.metadata().row_groups().get(self.next_group) else {
            return Ok(false);
        };
        self.next_group += 1;
        let n_rows = usize::try_from(group.num_rows()).unwrap_or(0);
        for source in [&mut self.html].into_iter().chain(&mut self.url) {
            let Some(chunk) = group.columns().get(source.at) else { return Ok(false) };
            let Some(codec) = PageCodec::of(chunk.compression()) else { return Ok(false) };
            let pages = DecompressedPages::new(self.file.clone(), chunk, codec, n_rows)?;
            let reader = get_column_reader(source.column.clone(), Box::new(pages));
            source.chunk = Some(get_typed_column_reader(reader));
        }
        Ok(true)
    }
}

impl PageSource {
    fn find(schema: &SchemaDescriptor, name: &str, path: &str) -> Result<Self, PagesError> {
        let columns = schema.columns();
        let Some(at) = columns.iter().position(|column| column.path().string() == name) else {
            let mut names: Vec<String> =
                columns.iter().take(MAX_LISTED).map(|column| column.path().string()).collect();
            if columns.len() > MAX_LISTED {
                names.push(format!("{} more", columns.len() - MAX_LISTED));
            }
            let (path, column) = (path.to_owned(), name.to_owned());
            return Err(PagesError::NoColumn { path, column, columns: names.join(", ") });
        };
        let column = columns[at].clone();
        let found = match column.physical_type() {
            _ if column.max_rep_level() > 0 => "lists".to_owned(),
            PhysicalType::BYTE_ARRAY => {
                return Ok(Self { at, name: name.to_owned(), column, chunk: None });
            }
            other => format!("values of type {other}"),
        };
        Err(PagesError::ColumnType { path: path.to_owned(), column: name.to_owned(), found })
    }

    /// Reads the next rows of the row group; none at its end.
    fn read(&mut self) -> ParquetResult<Vec<Option<ByteArray>>> {
        let Some(chunk) = &mut self.chunk else { return Ok(Vec::new()) };
        let (mut definition, mut values) = (Vec::new(), Vec::new());
        let (n_rows, ..) =
            chunk.read_records(BATCH_ROWS, Some(&mut definition), None, &mut values)?;
        let max = self.column.max_def_level();
        if max == 0 {
            return Ok(values.into_iter().map(Some).collect());
        }
        let mut values = values.into_iter();
        let value = |level: &i16| if *level == max { values.next() } else { None };
        Ok(definition.iter().take(n_rows).map(value).collect())
    }
}

impl Iterator for ParquetPages {
    type Item = Result<PageRow, PagesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.batch.is_empty() && !self.is_over {
            let filled = guarded(|| self.fill());
            self.is_over = filled.is_err();
            if let Err(reason) = filled {
                let reason = format!("row {}: {reason}", self.n_rows);
                return Some(Err(PagesError::Malformed { path: self.path.clone(), reason }));
            }
        }
        self.batch.pop_front().map(Ok)
    }
}

/// Runs code of the library, which panics on some damaged files.
fn guarded<T>(read: impl FnOnce() -> ParquetResult<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("it is damaged".to_owned()),
    }
}
