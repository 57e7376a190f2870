//! One page -> its bytes, bounded: a file of a gigabyte is read only up to the limit of its page.

use super::kind::ArchiveKind;
use super::name::FileName;
use super::near::nearest_path;
use super::unpack::unpack;
use super::{ArchiveOptions, PageOrigin, PageRef, PageStream, SourceError};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use unhusk::Warning;
use unhusk::page::{Page, PageOptions, Syntax};

/// The bytes of a page, unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawPage {
    /// The bytes, in the page's own encoding; cut if they exceed the limit of a page.
    pub bytes: Vec<u8>,
    /// `.txt` is plain text, everything else HTML.
    pub syntax: Syntax,
    /// The encoding that the archive names, if it does: see [`PageRef::charset`].
    pub charset: Option<String>,
}

/// A page, and notes about its file.
#[derive(Debug, Clone)]
pub struct ReadPage {
    /// The page.
    pub page: Page,
    /// Notes about the bytes: that there are none, or that they are no text.
    pub notes: Vec<Warning>,
}

impl ReadPage {
    /// All warnings about the page so far.
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.notes.iter().chain(self.page.warnings())
    }
}

impl PageRef {
    /// Reads the page with the given options; its name decides the syntax.
    pub fn read(&self, options: &PageOptions) -> Result<ReadPage, SourceError> {
        let mut notes: Vec<Warning> = self.notes.iter().cloned().map(Warning::Note).collect();
        let mut options = options.clone();
        let read = |bytes: &[u8], charset: Option<&str>, mut options: PageOptions| {
            options.charset = options.charset.or_else(|| believed(charset, bytes));
            (note(bytes, options.charset.as_deref()), Page::read(bytes, options))
        };
        let (note, page) = if let PageOrigin::Memory(bytes) = &self.origin {
            options.syntax = self.syntax();
            read(bytes, self.charset.as_deref(), options)
        } else {
            let raw = self.read_raw(options.limits.max_bytes)?;
            options.syntax = raw.syntax;
            read(&raw.bytes, raw.charset.as_deref(), options)
        };
        notes.extend(note);
        Ok(ReadPage { page, notes })
    }

    /// Reads the bytes of the page, unpacked: all that a page of `max_page_bytes` needs.
    ///
    /// # Errors
    /// If the file cannot be read or unpacked, or is an archive of several pages.
    pub fn read_raw(&self, max_page_bytes: usize) -> Result<RawPage, SourceError> {
        let mut bytes = Vec::new();
        let max_bytes = bytes_for_a_page(max_page_bytes);
        match &self.origin {
            PageOrigin::Stdin => unpack(BufReader::new(io::stdin()), None, max_bytes, &mut bytes),
            PageOrigin::Memory(kept) => {
                bytes.extend_from_slice(kept);
                Ok(())
            }
            PageOrigin::File(path) => {
                let kind = ArchiveKind::of_name(&self.name);
                match kind {
                    Some(ArchiveKind::Warc | ArchiveKind::Zip) => {
                        return Err(SourceError::ManyPages(self.name.clone()));
                    }
                    Some(ArchiveKind::Mhtml) => return self.read_mhtml(max_page_bytes),
                    _ => {}
                }
                let packing = FileName::new(&self.name).packing;
                let file = open(path, &self.name)?;
                bytes.reserve(expected_len(&file, max_bytes));
                unpack(BufReader::new(file), packing, max_bytes, &mut bytes)
            }
        }
        .map_err(|failure| failure.at(&self.name))?;
        Ok(RawPage { bytes, syntax: self.syntax(), charset: self.charset.clone() })
    }

    /// Reads the page of an MHTML file, which has one page and the files that belong to it.
    fn read_mhtml(&self, max_page_bytes: usize) -> Result<RawPage, SourceError> {
        let options = ArchiveOptions { max_page_bytes, ..ArchiveOptions::default() };
        let page = PageStream::new([Ok(self.clone())], options).next();
        match page {
            Some(page) => page?.read_raw(max_page_bytes),
            None => Ok(RawPage { bytes: Vec::new(), syntax: Syntax::Html, charset: None }),
        }
    }

    fn syntax(&self) -> Syntax {
        self.syntax.unwrap_or_else(|| FileName::new(&self.name).syntax())
    }
}

/// Returns the encoding that a server or sender named, unless the bytes contradict it: bytes that are valid UTF-8 with
/// at least one multi-byte sequence are UTF-8, whatever encoding was named.
fn believed(charset: Option<&str>, bytes: &[u8]) -> Option<String> {
    let charset = charset?;
    let valid_until = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        // A page that was cut may end in the middle of a character.
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => 0,
    };
    let is_utf8 = valid_until > 0 && !bytes[..valid_until].is_ascii();
    (!is_utf8).then(|| charset.to_owned())
}

/// Returns a note about the bytes: an empty or a binary file, or one in UTF-16 that nothing says. `charset` is the
/// encoding that was given.
fn note(bytes: &[u8], charset: Option<&str>) -> Option<Warning> {
    let start = &bytes[..bytes.len().min(SNIFFED_BYTES)];
    if start.is_empty() {
        return Some(Warning::Note("the file is empty".to_owned()));
    }
    let has_mark = start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF");
    let is_given = charset.is_some_and(|name| name.to_ascii_lowercase().starts_with("utf-16"));
    if has_mark || is_given || !start.contains(&0) {
        return None;
    }
    Some(Warning::Note(match utf16_without_mark(start) {
        Some(name) => format!(
            "this looks like UTF-16 without a byte order mark; read it with --encoding {name}"
        ),
        None => "this looks like a binary file, not like a page".to_owned(),
    }))
}

/// Returns the encoding of markup of which every second byte is zero: ASCII characters in UTF-16.
fn utf16_without_mark(start: &[u8]) -> Option<&'static str> {
    let is_tag = |first: usize| {
        let (units, _) = start.as_chunks::<2>();
        let mut units = units.iter().take(MIN_UNITS);
        start.len() >= 2 * MIN_UNITS && units.all(|unit| unit[first] != 0 && unit[1 - first] == 0)
    };
    match (is_tag(0), is_tag(1)) {
        (true, _) => Some("utf-16le"),
        (_, true) => Some("utf-16be"),
        _ => None,
    }
}

/// Units of UTF-16 that are looked at: `<!DOCTYPE html>` has 15.
const MIN_UNITS: usize = 12;

/// Bytes of a file that are searched for a zero byte, which text does not have; git searches as many.
const SNIFFED_BYTES: usize = 8000;

/// Reads a small text file completely (`-` is standard input): labels, wrappers, lists. A byte order mark is left out.
pub fn read_small(name: &str, max_bytes: usize) -> Result<String, SourceError> {
    let mut bytes = Vec::new();
    let limit = max_bytes as u64 + 1;
    if name == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        open(Path::new(name), name)?.take(limit).read_to_end(&mut bytes)
    }
    .map_err(|cause| SourceError::Io { path: name.to_owned(), near: None, cause })?;
    if bytes.len() > max_bytes {
        return Err(SourceError::TooLarge { path: name.to_owned(), limit: max_bytes });
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| SourceError::NotUtf8 {
        path: name.to_owned(),
        at: error.utf8_error().valid_up_to(),
    })
}

/// Returns a capacity for the bytes of a file, so that reading rarely reallocates; a packed one needs more.
fn expected_len(file: &File, max_bytes: usize) -> usize {
    let len = file.metadata().map_or(0, |metadata| metadata.len());
    // Reading detects the end of a file by a further read.
    usize::try_from(len).unwrap_or(usize::MAX).min(max_bytes).saturating_add(END_PROBE)
}

/// Spare capacity that `read_to_end` needs to detect the end.
const END_PROBE: usize = 32;

pub(super) fn open(path: &Path, name: &str) -> Result<File, SourceError> {
    if path.is_dir() {
        return Err(SourceError::Folder(name.to_owned()));
    }
    File::open(path).map_err(|cause| SourceError::Io {
        path: name.to_owned(),
        near: (cause.kind() == io::ErrorKind::NotFound).then(|| nearest_path(path)).flatten(),
        cause,
    })
}

/// Returns the number of bytes to read for a page. UTF-16 takes two bytes where the decoded source has one, no encoding
/// more; and the page must get one byte too many, so that it detects and reports the cut.
pub(super) fn bytes_for_a_page(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(2).saturating_add(8)
}
