//! Arguments of the command line -> pages, in order, each page read when it is needed.
//!
//! [`list`] lists the files, [`PageStream`] opens those that are archives and returns the pages in them, and
//! [`PageRef::read`] reads one page, unpacked and bounded. A name without a page is an entry of its own, so that one
//! typo does not stop a run over a thousand pages; so is a broken record of an archive.
//!
//! | archive | read by |
//! | --- | --- |
//! | WARC, plain or compressed | `warc` |
//! | zip, WACZ | `zip` |
//! | MHTML | `mhtml` |
//! | JSON Lines, CSV, TSV with a column of HTML | `rows` |
//! | HAR | `har` |

mod base64;
mod capture;
mod coding;
mod error;
mod har;
mod headers;
mod identity;
mod links;
mod kind;
mod list;
mod mhtml;
mod name;
mod near;
mod read;
mod reader;
mod relative;
mod rows;
mod sniff;
mod stored;
mod stream;
mod unpack;
mod warc;
mod zip;
mod zstd;

pub use capture::{ArchiveOptions, Capture, Skipped};
pub use error::{SourceError, Unpacked};
pub use identity::{BaseUrl, base_of};
pub use links::LinkResolver;
pub use list::{Listing, list, list_all, list_without_links, pages_beside};
pub use name::is_page_name;
pub use near::nearest;
pub use read::{RawPage, ReadPage, read_small};
pub use relative::relative_path;
pub use stream::{PageStream, kept};
pub use unpack::{MAX_RATIO, MAX_WINDOW_LOG, RATIO_COUNTS_FROM};
pub use warc::WarcPages;

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use unhusk::page::Syntax;

/// Reference to a page that was not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRef {
    /// The path as given: the value of `_page` in the output. `-` for standard input.
    pub name: String,
    /// Source of its bytes.
    pub origin: PageOrigin,
    /// Its URL, if known: labels may give it.
    pub url: Option<String>,
    /// Its place in an archive, if it is in one.
    pub capture: Option<Capture>,
    /// The encoding that the archive names, if it does: that of the server or the sender, which is not always true.
    pub charset: Option<String>,
    /// Notes of the archive: that the page is not complete, for example. [`PageRef::read`] passes them on.
    pub notes: Vec<String>,
    /// Its syntax; `None` if the ending of its name decides.
    syntax: Option<Syntax>,
    /// Its path for a URL, below the folder of the argument; never an absolute path of this machine.
    address: String,
}

/// Source of the bytes of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageOrigin {
    /// In a file.
    File(PathBuf),
    /// On standard input.
    Stdin,
    /// In memory, unpacked: see [`PageRef::kept`] and [`PageStream`].
    Memory(Arc<[u8]>),
}

impl PageRef {
    /// The page in a file; its name is the path as written.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.to_string_lossy().into_owned();
        Self::new(address(&path, &name), name, PageOrigin::File(path))
    }

    fn new(address: String, name: String, origin: PageOrigin) -> Self {
        Self {
            name,
            origin,
            url: None,
            capture: None,
            charset: None,
            notes: Vec::new(),
            syntax: None,
            address,
        }
    }

    /// The page that an archive captured from `uri`; without a URI, its name is its number in the archive.
    fn captured(uri: Option<String>, number: u64, body: &[u8], capture: Capture) -> Self {
        let name = uri.clone().unwrap_or_else(|| format!("{}#{number}", capture.archive));
        let address = name.rsplit('/').next().unwrap_or(&name).to_owned();
        let mut page = Self::new(address, name, PageOrigin::Memory(body.into()));
        page.syntax = Some(Syntax::Html);
        page.url = uri;
        page.capture = Some(capture);
        page
    }

    /// Returns the page in a file that was found in `folder`. Its name is the path as written; its URL leaves out the
    /// path to the folder if that is outside of the working directory.
    pub(super) fn below(folder: &Path, path: impl Into<PathBuf>) -> Self {
        let mut page = Self::file(path);
        if let PageOrigin::File(path) = &page.origin
            && leads_out(folder)
            && let Ok(below) = path.strip_prefix(folder)
        {
            page.address = below.to_string_lossy().into_owned();
        }
        page
    }

    /// Returns a page with the given bytes.
    pub fn memory(name: impl Into<String>, bytes: &[u8]) -> Self {
        let name = name.into();
        let origin = PageOrigin::Memory(bytes.into());
        Self::new(name.clone(), name, origin)
    }

    /// The page on standard input.
    pub fn stdin() -> Self {
        let name = "-".to_owned();
        Self::new(name.clone(), name, PageOrigin::Stdin)
    }

    /// Returns a page that can be read several times: standard input can be read only once, so its bytes are kept, as
    /// many as a page of `max_page_bytes` needs.
    ///
    /// # Errors
    /// If standard input cannot be read.
    pub fn kept(self, max_page_bytes: usize) -> Result<Self, SourceError> {
        if self.origin != PageOrigin::Stdin {
            return Ok(self);
        }
        let bytes = self.read_raw(max_page_bytes)?.bytes;
        Ok(Self { origin: PageOrigin::Memory(bytes.into()), ..self })
    }
}

/// Returns the path of a file for a URL: the path as written, or the file name if the path is outside of the working
/// directory.
fn address(path: &Path, name: &str) -> String {
    match path.file_name().filter(|_| leads_out(path)) {
        Some(file_name) => file_name.to_string_lossy().into_owned(),
        None => name.to_owned(),
    }
}

/// Whether a path is absolute or goes up.
fn leads_out(path: &Path) -> bool {
    path.is_absolute() || path.components().any(|part| part == Component::ParentDir)
}

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
