//! PAGES -> pages: what a person names on the command line, in order, each page read when its turn comes.
//!
//! [`list`] says which pages there are; [`PageRef::read`] reads one of them, unpacked and bounded. A name
//! that leads nowhere is an entry of its own, so that one typo does not stop a run over a thousand pages.

mod error;
mod identity;
mod list;
mod name;
mod near;
mod read;
mod unpack;
mod zstd;

pub use error::{SourceError, Unpacked};
pub use identity::BaseUrl;
pub use list::{list, pages_beside};
pub use name::is_page_name;
pub use near::nearest;
pub use read::{RawPage, ReadPage, read_small};
pub use unpack::{MAX_RATIO, MAX_WINDOW_LOG, RATIO_COUNTS_FROM};

use std::path::PathBuf;
use std::sync::Arc;

/// A page that has a name but was not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRef {
    /// The path as given: what `_page` says in the output. `-` for standard input.
    pub name: String,
    /// Where its bytes are.
    pub origin: PageOrigin,
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
        Self { name: path.to_string_lossy().into_owned(), origin: PageOrigin::File(path) }
    }

    /// The page on standard input.
    pub fn stdin() -> Self {
        Self { name: "-".to_owned(), origin: PageOrigin::Stdin }
    }

    /// The same page as often as it is read: standard input can be read only once, so that its bytes are kept, all
    /// that can matter to a page of `max_page_bytes`.
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

#[cfg(test)]
mod tests;
