//! One page -> its bytes, bounded: a file of a gigabyte is read as far as its page is kept, and no further.

use super::name::FileName;
use super::near::nearest_path;
use super::unpack::unpack;
use super::{PageOrigin, PageRef, SourceError};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use unhusk::Warning;
use unhusk::page::{Page, PageOptions, Syntax};

/// The bytes of a page, unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawPage {
    /// The bytes, in the page's own encoding; cut if they exceed what a page may have.
    pub bytes: Vec<u8>,
    /// `.txt` is plain text, everything else HTML.
    pub syntax: Syntax,
}

/// A page, and what its file has of note.
#[derive(Debug, Clone)]
pub struct ReadPage {
    /// The page.
    pub page: Page,
    /// What the bytes alone tell: that there are none, or that they are no text.
    pub notes: Vec<Warning>,
}

impl ReadPage {
    /// All warnings about the page so far.
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.notes.iter().chain(self.page.warnings())
    }
}

impl PageRef {
    /// Reads the page as `options` say; the syntax is the one of its name.
    pub fn read(&self, options: &PageOptions) -> Result<ReadPage, SourceError> {
        let raw = self.read_raw(options.limits.max_bytes)?;
        let mut options = options.clone();
        options.syntax = raw.syntax;
        let notes = raw.note().into_iter().collect();
        Ok(ReadPage { page: Page::read(&raw.bytes, options), notes })
    }

    /// Reads the bytes of the page, unpacked: all that can matter to a page of `max_page_bytes`.
    pub fn read_raw(&self, max_page_bytes: usize) -> Result<RawPage, SourceError> {
        let mut bytes = Vec::new();
        let max_bytes = bytes_for_a_page(max_page_bytes);
        let name = FileName::new(&self.name);
        match &self.origin {
            PageOrigin::Stdin => unpack(io::stdin().lock(), None, max_bytes, &mut bytes),
            PageOrigin::Memory(kept) => {
                bytes.extend_from_slice(kept);
                Ok(())
            }
            PageOrigin::File(path) => {
                let file = open(path, &self.name)?;
                unpack(BufReader::new(file), name.packing, max_bytes, &mut bytes)
            }
        }
        .map_err(|failure| failure.at(&self.name))?;
        Ok(RawPage { bytes, syntax: name.syntax() })
    }
}

impl RawPage {
    fn note(&self) -> Option<Warning> {
        let start = &self.bytes[..self.bytes.len().min(SNIFFED_BYTES)];
        if start.is_empty() {
            return Some(Warning::Note("the file is empty".to_owned()));
        }
        let is_utf16 = start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF");
        let is_binary = !is_utf16 && start.contains(&0);
        is_binary
            .then(|| Warning::Note("this looks like a binary file, not like a page".to_owned()))
    }
}

/// How much of a file is searched for a zero byte, which text does not have; as much as git does.
const SNIFFED_BYTES: usize = 8000;

/// Reads a small text file whole (`-` is standard input): labels, wrappers, lists. A byte order mark is left out.
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

fn open(path: &Path, name: &str) -> Result<File, SourceError> {
    if path.is_dir() {
        return Err(SourceError::Folder(name.to_owned()));
    }
    File::open(path).map_err(|cause| SourceError::Io {
        path: name.to_owned(),
        near: (cause.kind() == io::ErrorKind::NotFound).then(|| nearest_path(path)).flatten(),
        cause,
    })
}

/// UTF-16 takes two bytes where the decoded source has one, no encoding more; and the page must see one byte
/// too many, or it would not know (and tell) that it was cut.
fn bytes_for_a_page(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(2).saturating_add(8)
}
