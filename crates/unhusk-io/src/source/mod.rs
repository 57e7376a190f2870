//! PAGES -> pages: what a person names on the command line, in order, each page read when its turn comes.
//!
//! [`list`] says which pages there are; [`PageRef::read`] reads one of them, unpacked and bounded. A name
//! that leads nowhere is an entry of its own, so that one typo does not stop a run over a thousand pages.

mod error;
mod identity;
mod links;
mod list;
mod name;
mod near;
mod read;
mod relative;
mod sniff;
mod unpack;
mod zstd;

pub use error::{SourceError, Unpacked};
pub use identity::{BaseUrl, base_of};
pub use links::LinkResolver;
pub use list::{Listing, list, list_all, pages_beside};
pub use name::is_page_name;
pub use near::nearest;
pub use read::{RawPage, ReadPage, read_small};
pub use relative::relative_path;
pub use unpack::{MAX_RATIO, MAX_WINDOW_LOG, RATIO_COUNTS_FROM};

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A page that has a name but was not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRef {
    /// The path as given: what `_page` says in the output. `-` for standard input.
    pub name: String,
    /// Where its bytes are.
    pub origin: PageOrigin,
    /// Its URL, if it is known: labels may give it.
    pub url: Option<String>,
    /// Its path for a URL, below the folder that was named; never an absolute path of this machine.
    address: String,
}

/// Where the bytes of a page are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageOrigin {
    /// In a file.
    File(PathBuf),
    /// On standard input.
    Stdin,
    /// In memory, unpacked: see [`PageRef::kept`].
    Memory(Arc<[u8]>),
}

impl PageRef {
    /// The page in a file; its name is the path as written.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.to_string_lossy().into_owned();
        Self { address: address(&path, &name), name, origin: PageOrigin::File(path), url: None }
    }

    /// The page in a file that was found in `folder`. Its name is the path as written; its URL does not contain the
    /// path to the folder if that leads out of the working directory.
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

    /// A page whose bytes are at hand.
    pub fn memory(name: impl Into<String>, bytes: &[u8]) -> Self {
        let name = name.into();
        let origin = PageOrigin::Memory(bytes.into());
        Self { address: name.clone(), name, origin, url: None }
    }

    /// The page on standard input.
    pub fn stdin() -> Self {
        let name = "-".to_owned();
        Self { address: name.clone(), name, origin: PageOrigin::Stdin, url: None }
    }

    /// A page that can be read several times: standard input can be read only once, so its bytes are kept, as many as
    /// matter to a page of `max_page_bytes`.
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

/// The path of a file for a URL: the path as written, or the file name if the path leads out of the working directory.
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
mod tests;
