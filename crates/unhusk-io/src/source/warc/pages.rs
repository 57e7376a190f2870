//! The pages of one WARC archive, or of a part of one: from a file, or from a stream.

use super::super::capture::{ArchiveOptions, Skipped};
use super::super::read::open;
use super::super::reader::PageReader;
use super::super::stored::StoredInput;
use super::super::{PageRef, SourceError};
use super::WarcReader;
use std::io::{self, Read};
use std::path::Path;

/// The pages of a WARC archive, one after the other. A broken record is an error in its place.
pub struct WarcPages {
    reader: WarcReader,
    /// Position in the archive of the first byte that is read.
    base: u64,
    skipped: Skipped,
}

impl WarcPages {
    /// Returns the pages in `length` bytes of a file; at `offset`, which comes from a
    /// [`Capture`](crate::source::Capture) or an index, a record begins.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn in_file(
        path: &Path,
        offset: u64,
        length: u64,
        options: &ArchiveOptions,
    ) -> Result<Self, SourceError> {
        let name = path.to_string_lossy().into_owned();
        let file = open(path, &name)?;
        let part = StoredInput::part(file, offset, length).map_err(|cause| failed(&name, cause))?;
        Self::new(&name, part, offset, options)
    }

    /// The pages in bytes that can be read only once, and that begin at `offset` of the archive `name`.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn in_stream(
        name: &str,
        input: impl Read + Send + 'static,
        offset: u64,
        options: &ArchiveOptions,
    ) -> Result<Self, SourceError> {
        Self::new(name, StoredInput::stream(input), offset, options)
    }

    fn new(
        name: &str,
        stored: StoredInput,
        base: u64,
        options: &ArchiveOptions,
    ) -> Result<Self, SourceError> {
        let reader = WarcReader::new(name, stored, options).map_err(|cause| failed(name, cause))?;
        Ok(Self { reader, base, skipped: Skipped::default() })
    }

    /// Returns the number of records so far that are no pages.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }
}

impl Iterator for WarcPages {
    type Item = Result<PageRef, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut page = self.reader.next_page(&mut self.skipped)?;
        let offset = match &mut page {
            Ok(page) => page.capture.as_mut().map(|capture| &mut capture.offset),
            Err(SourceError::Record { offset, .. } | SourceError::Archive { offset, .. }) => {
                Some(offset)
            }
            Err(_) => None,
        };
        if let Some(offset) = offset {
            *offset += self.base;
        }
        Some(page)
    }
}

fn failed(name: &str, cause: io::Error) -> SourceError {
    SourceError::Io { path: name.to_owned(), near: None, cause }
}
