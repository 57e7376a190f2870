//! A listing -> all pages behind it, in order: an archive is opened when its first page is needed, and read page by
//! page.

use super::capture::{ArchiveOptions, Skipped};
use super::har::HarReader;
use super::kind::ArchiveKind;
use super::mhtml::MhtmlReader;
use super::read::open;
use super::reader::PageReader;
use super::rows::{CsvReader, JsonLinesReader};
use super::stored::StoredInput;
use super::unpack::GuardedDecoder;
use super::warc::WarcReader;
use super::zip::ZipReader;
use super::{PageOrigin, PageRef, SourceError};
use std::io;

/// The pages behind a listing. Memory does not grow with the size of an archive.
///
/// A record that cannot be read is an error in its place, and the pages after it follow.
pub struct PageStream<I> {
    listed: I,
    options: ArchiveOptions,
    open: Option<Box<dyn PageReader>>,
    skipped: Skipped,
}

impl<I: Iterator<Item = Result<PageRef, SourceError>>> PageStream<I> {
    /// Returns the pages behind `listed`, the result of [`list`](super::list).
    pub fn new(listed: impl IntoIterator<IntoIter = I>, options: ArchiveOptions) -> Self {
        Self { listed: listed.into_iter(), options, open: None, skipped: Skipped::default() }
    }
}

impl<I> PageStream<I> {
    /// Returns the number of records so far that are no pages.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }
}

impl<I: Iterator<Item = Result<PageRef, SourceError>>> Iterator for PageStream<I> {
    type Item = Result<PageRef, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(reader) = &mut self.open {
                if let Some(page) = reader.next_page(&mut self.skipped) {
                    return Some(page);
                }
                self.open = None;
            }
            let listed = match self.listed.next()? {
                Ok(listed) => listed,
                Err(error) => return Some(Err(error)),
            };
            let Some(kind) = listed.archive_kind(&self.options) else { return Some(Ok(listed)) };
            match open_archive(&listed, kind, &self.options) {
                Ok(reader) => self.open = Some(reader),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Returns all pages at once. The bodies of pages in archives are kept in memory; if they exceed `limit_bytes`, an
/// error is the last item.
pub fn kept(
    pages: impl IntoIterator<Item = Result<PageRef, SourceError>>,
    limit_bytes: u64,
) -> Vec<Result<PageRef, SourceError>> {
    let mut kept = Vec::new();
    let mut n_bytes = 0;
    for page in pages {
        if let Ok(PageRef { origin: PageOrigin::Memory(body), capture: Some(capture), .. }) = &page
        {
            n_bytes += body.len() as u64;
            if n_bytes > limit_bytes {
                let archive = capture.archive.clone();
                kept.push(Err(SourceError::OverMemory { archive, limit: limit_bytes }));
                break;
            }
        }
        kept.push(page);
    }
    kept
}

fn open_archive(
    listed: &PageRef,
    kind: ArchiveKind,
    options: &ArchiveOptions,
) -> Result<Box<dyn PageReader>, SourceError> {
    let name = &listed.name;
    let failed = |cause| SourceError::Io { path: name.clone(), near: None, cause };
    if kind == ArchiveKind::Parquet {
        let why = "it is a Parquet file, which is read from a file whose name ends in .parquet";
        return Err(failed(io::Error::other(why)));
    }
    if kind == ArchiveKind::Zip {
        let PageOrigin::File(path) = &listed.origin else {
            let why = "a zip archive cannot be read from standard input: save it to a file first";
            return Err(failed(io::Error::other(why)));
        };
        return Ok(Box::new(ZipReader::open(name, open(path, name)?, options)?));
    }
    let mut stored = match &listed.origin {
        PageOrigin::File(path) => StoredInput::file(open(path, name)?),
        _ => StoredInput::stream(io::stdin()),
    };
    if kind == ArchiveKind::Warc {
        return Ok(Box::new(WarcReader::new(name, stored, options).map_err(failed)?));
    }
    let packing = listed.packing(stored.peek(4).map_err(failed)?);
    let unpacked = match packing {
        Some(format) => StoredInput::stream(GuardedDecoder::new(stored, format)),
        None => stored,
    };
    Ok(match kind {
        ArchiveKind::Mhtml => Box::new(MhtmlReader::new(listed, unpacked, options)),
        ArchiveKind::Har => Box::new(HarReader::new(name, unpacked, options)),
        ArchiveKind::JsonLines => Box::new(JsonLinesReader::new(name, unpacked, options)),
        ArchiveKind::Csv => Box::new(CsvReader::new(name, unpacked, b',', options)),
        _ => Box::new(CsvReader::new(name, unpacked, b'\t', options)),
    })
}
