//! Zip archives -> their pages, one entry after the other. WACZ files, which are zip archives with WARC archives in
//! them, yield the pages of those. Nothing is written to disk.

mod directory;
mod entry;

use super::capture::{ArchiveOptions, Capture, Skipped};
use super::kind::ArchiveKind;
use super::name::{FileName, is_other_name, is_page_name};
use super::reader::PageReader;
use super::sniff::looks_like_html;
use super::unpack::{UnpackFailure, bomb, unpack_slice};
use super::warc::WarcReader;
use super::{PageOrigin, PageRef, SourceError};
use directory::{ZipEntry, read_directory};
use entry::open_entry;
use flate2::Crc;
use std::fs::File;
use std::io::Read;

/// Reads the pages of a zip archive.
pub(super) struct ZipReader {
    archive: String,
    file: File,
    entries: std::vec::IntoIter<ZipEntry>,
    is_wacz: bool,
    options: ArchiveOptions,
    /// The WARC archive that is being read.
    inner: Option<WarcReader>,
}

/// Kind of an entry, by its name.
enum EntryKind {
    Page,
    /// A file whose first bytes decide.
    Unknown,
    Warc,
    /// An archive, which is not opened.
    Archive,
    Other,
}

impl ZipReader {
    pub(super) fn open(
        archive: &str,
        mut file: File,
        options: &ArchiveOptions,
    ) -> Result<Self, SourceError> {
        let entries = read_directory(&mut file).map_err(|why| SourceError::Archive {
            archive: archive.to_owned(),
            offset: 0,
            n_pages: 0,
            why,
        })?;
        let is_wacz = FileName::new(archive).ending == "wacz"
            || entries.iter().any(|entry| entry.name == "datapackage.json")
                && entries.iter().any(|entry| is_warc_of_wacz(&entry.name));
        Ok(Self {
            archive: archive.to_owned(),
            file,
            entries: entries.into_iter(),
            is_wacz,
            options: options.clone(),
            inner: None,
        })
    }

    fn classify(&self, name: &str) -> EntryKind {
        let is_hidden = name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        if self.is_wacz {
            if is_warc_of_wacz(name) { EntryKind::Warc } else { EntryKind::Other }
        } else if is_hidden || is_other_name(name) {
            EntryKind::Other
        } else if is_page_name(name) {
            EntryKind::Page
        } else if ArchiveKind::of_name(name).is_some_and(|kind| !kind.is_table()) {
            EntryKind::Archive
        } else {
            EntryKind::Unknown
        }
    }

    fn error(&self, entry: &ZipEntry, why: String) -> SourceError {
        let (archive, uri) = (self.archive.clone(), Some(entry.name.clone()));
        SourceError::Record { archive, offset: entry.offset, uri, why }
    }

    /// Opens a WARC archive inside.
    fn open_warc(&mut self, entry: &ZipEntry) -> Result<(), SourceError> {
        let name = format!("{}/{}", self.archive, entry.name);
        let stored = open_entry(&self.file, entry).map_err(|why| self.error(entry, why))?;
        let reader = WarcReader::new(&name, stored, &self.options);
        self.inner = Some(reader.map_err(|error| self.error(entry, error.to_string()))?);
        Ok(())
    }

    /// Reads an entry as a page; `None` if it is none.
    fn read_page(&self, entry: &ZipEntry, is_known: bool) -> Result<Option<PageRef>, String> {
        let max_bytes = self.options.max_body_bytes();
        let mut input = open_entry(&self.file, entry)?;
        let mut bytes = Vec::new();
        let broken = |error: std::io::Error| format!("it cannot be unpacked: {error}");
        if !is_known && !looks_like_html(input.peek(1024).map_err(broken)?) {
            return Ok(None);
        }
        (&mut input).take(max_bytes as u64).read_to_end(&mut bytes).map_err(broken)?;
        if input.peek(1).map_err(broken)?.is_empty() && checksum(&bytes) != entry.checksum {
            return Err("its checksum is wrong".to_owned());
        }
        if let Some(format) = FileName::new(&entry.name).packing {
            bytes = unpacked(&bytes, format, max_bytes)?;
        }
        let capture = Capture { archive: self.archive.clone(), offset: entry.offset, date: None };
        let name = format!("{}/{}", self.archive, entry.name);
        let mut page = PageRef::new(entry.name.clone(), name, PageOrigin::Memory(bytes.into()));
        page.capture = Some(capture);
        Ok(Some(page))
    }

    /// Returns the result of an entry; `None` if it has none, or is a WARC archive, which was opened.
    fn read_entry(
        &mut self,
        entry: &ZipEntry,
        skipped: &mut Skipped,
    ) -> Option<Result<PageRef, SourceError>> {
        if entry.name.ends_with('/') {
            return None;
        }
        let kind = self.classify(&entry.name);
        match kind {
            EntryKind::Page | EntryKind::Unknown => {
                let page = self.read_page(entry, matches!(kind, EntryKind::Page));
                skipped.not_html += u64::from(matches!(page, Ok(None)));
                page.map_err(|why| self.error(entry, why)).transpose()
            }
            EntryKind::Warc => self.open_warc(entry).err().map(Err),
            EntryKind::Archive => {
                let why =
                    "archives inside of archives are not opened; unpack it and name it".to_owned();
                Some(Err(self.error(entry, why)))
            }
            EntryKind::Other => {
                let count =
                    if self.is_wacz { &mut skipped.other_records } else { &mut skipped.not_html };
                *count += 1;
                None
            }
        }
    }
}

impl PageReader for ZipReader {
    fn next_page(&mut self, skipped: &mut Skipped) -> Option<Result<PageRef, SourceError>> {
        loop {
            if let Some(inner) = &mut self.inner {
                if let Some(page) = inner.next_page(skipped) {
                    return Some(page);
                }
                self.inner = None;
            }
            let entry = self.entries.next()?;
            if let Some(page) = self.read_entry(&entry, skipped) {
                return Some(page);
            }
        }
    }
}

/// WACZ 1.1, 5.1: WARC archives are in the folder `archive`.
fn is_warc_of_wacz(name: &str) -> bool {
    name.starts_with("archive/") && ArchiveKind::of_name(name) == Some(ArchiveKind::Warc)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn unpacked(bytes: &[u8], format: super::Unpacked, max_bytes: usize) -> Result<Vec<u8>, String> {
    let mut unpacked = Vec::new();
    match unpack_slice(bytes, format, max_bytes, &mut unpacked) {
        Ok(()) => Ok(unpacked),
        Err(UnpackFailure::Bomb) => Err(bomb()),
        Err(UnpackFailure::Read(error) | UnpackFailure::Unpack(_, error)) => {
            Err(format!("it cannot be unpacked as {format}: {error}"))
        }
    }
}

#[cfg(test)]
mod tests;
