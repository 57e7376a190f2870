//! Pages of a column chunk, decompressed by codecs that need no C, with a limit on their size.
//!
//! The library reads the chunk as if it were uncompressed, and this reader decompresses the result: the library's own
//! decoder of Zstandard is written in C, and reserves as much memory as the file requests.

use ::parquet::basic::{Compression, Encoding};
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::file::reader::ChunkReader;
use ::parquet::file::serialized_reader::SerializedPageReader;
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::sync::Arc;

/// Compression of the pages of a column chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageCodec {
    Uncompressed,
    Snappy,
    Gzip,
    Zstd,
}

/// Largest decompressed page of a column, in bytes. Writers aim at one MiB; a page of a file may be as large as its
/// largest value.
const MAX_PAGE_BYTES: usize = 512 << 20;
/// A copy of Snappy writes at most 64 bytes and takes 3.
const SNAPPY_MAX_RATIO: usize = 22;

impl PageCodec {
    /// Returns the codec; `None` if it is not supported.
    pub(super) fn of(compression: Compression) -> Option<Self> {
        match compression {
            Compression::UNCOMPRESSED => Some(Self::Uncompressed),
            Compression::SNAPPY => Some(Self::Snappy),
            Compression::GZIP(_) => Some(Self::Gzip),
            Compression::ZSTD(_) => Some(Self::Zstd),
            _ => None,
        }
    }

    fn decompress(self, bytes: &[u8]) -> Result<Vec<u8>> {
        match self {
            Self::Uncompressed => Ok(bytes.to_vec()),
            Self::Snappy => snappy(bytes),
            Self::Gzip => read_capped(MultiGzDecoder::new(bytes)),
            Self::Zstd => {
                let decoder = ruzstd::decoding::StreamingDecoder::new(bytes);
                read_capped(decoder.map_err(|error| malformed(error.to_string()))?)
            }
        }
    }
}

fn snappy(bytes: &[u8]) -> Result<Vec<u8>> {
    let n_bytes = snap::raw::decompress_len(bytes).map_err(|error| malformed(error.to_string()))?;
    if n_bytes > MAX_PAGE_BYTES || n_bytes / SNAPPY_MAX_RATIO > bytes.len() {
        return Err(malformed(format!("a page says that it has {n_bytes} bytes")));
    }
    snap::raw::Decoder::new().decompress_vec(bytes).map_err(|error| malformed(error.to_string()))
}

fn read_capped(reader: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = MAX_PAGE_BYTES as u64;
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_PAGE_BYTES {
        return Err(malformed(format!("a page has more than {MAX_PAGE_BYTES} bytes")));
    }
    Ok(bytes)
}

fn malformed(reason: String) -> ParquetError {
    ParquetError::General(reason)
}

/// Reads the pages of a column chunk.
pub(super) struct DecompressedPages<R: ChunkReader> {
    pages: SerializedPageReader<R>,
    codec: PageCodec,
}

impl<R: ChunkReader> DecompressedPages<R> {
    pub(super) fn new(
        file: Arc<R>,
        chunk: &ColumnChunkMetaData,
        codec: PageCodec,
        n_rows: usize,
    ) -> Result<Self> {
        // Negative positions make the library panic.
        let start = chunk.dictionary_page_offset().unwrap_or_else(|| chunk.data_page_offset());
        if start < 0 || chunk.compressed_size() < 0 {
            return Err(malformed("a column is at a negative place".to_owned()));
        }
        let plain = chunk.clone().into_builder().set_compression(Compression::UNCOMPRESSED);
        let pages = SerializedPageReader::new(file, &plain.build()?, n_rows, None)?;
        Ok(Self { pages, codec })
    }

    fn decompress(&self, page: Page) -> Result<Page> {
        let all = |buf: &[u8]| self.codec.decompress(buf);
        Ok(match page {
            Page::DictionaryPage { buf, num_values, encoding, is_sorted } => {
                let buf = all(&buf)?;
                // Each value has a length of four bytes; the library reserves memory for the announced number.
                if num_values as usize > buf.len() / size_of::<u32>() {
                    return Err(malformed(format!(
                        "a dictionary says that it has {num_values} values"
                    )));
                }
                Page::DictionaryPage { buf: buf.into(), num_values, encoding, is_sorted }
            }
            Page::DataPage {
                buf,
                num_values,
                encoding,
                def_level_encoding,
                rep_level_encoding,
                statistics,
            } => {
                let buf = all(&buf)?;
                check_lengths(encoding, num_values, &buf)?;
                let buf = buf.into();
                Page::DataPage {
                    buf,
                    num_values,
                    encoding,
                    def_level_encoding,
                    rep_level_encoding,
                    statistics,
                }
            }
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls,
                num_rows,
                def_levels_byte_len,
                rep_levels_byte_len,
                is_compressed,
                statistics,
            } => {
                // Levels are never compressed in this kind of page.
                let n_level_bytes = def_levels_byte_len as usize + rep_levels_byte_len as usize;
                let Some((levels, values)) = buf.split_at_checked(n_level_bytes) else {
                    return Err(malformed(
                        "the levels of a page are longer than the page".to_owned(),
                    ));
                };
                let mut whole = levels.to_vec();
                if is_compressed && !values.is_empty() {
                    whole.extend(all(values)?);
                } else {
                    whole.extend_from_slice(values);
                }
                check_lengths(encoding, num_values, &whole)?;
                Page::DataPageV2 {
                    buf: whole.into(),
                    num_values,
                    encoding,
                    num_nulls,
                    num_rows,
                    def_levels_byte_len,
                    rep_levels_byte_len,
                    is_compressed: false,
                    statistics,
                }
            }
        })
    }
}

/// Delta encodings announce the number of their values once more, and the library reserves memory for it.
fn check_lengths(encoding: Encoding, num_values: u32, buf: &[u8]) -> Result<()> {
    let is_delta =
        matches!(encoding, Encoding::DELTA_LENGTH_BYTE_ARRAY | Encoding::DELTA_BYTE_ARRAY);
    // A block of 128 lengths that are all equal takes about ten bytes.
    if is_delta && num_values as usize / 128 > buf.len() {
        return Err(malformed(format!("a page says that it has {num_values} values")));
    }
    Ok(())
}

impl<R: ChunkReader> PageReader for DecompressedPages<R> {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.pages.get_next_page()?.map(|page| self.decompress(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }
}

impl<R: ChunkReader> Iterator for DecompressedPages<R> {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
