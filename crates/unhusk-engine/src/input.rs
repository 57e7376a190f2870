//! A listing -> its pages, one at a time, each with its position, so that a run can be cut into parts and resumed in
//! the middle.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, iter, vec};
use unhusk_io::source::{ArchiveOptions, PageOrigin, PageRef, PageStream, Skipped, SourceError};

/// A page, or the error of an argument without pages.
pub type Listed = Result<PageRef, SourceError>;

/// Position of a page in the input: the number of its file in the listing, and its number in that file.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct PagePosition {
    /// The number of the entry in the listing, from 0.
    pub entry: usize,
    /// The number of the page in its archive, from 0.
    pub page: usize,
}

/// A page of the input.
#[derive(Debug)]
pub struct InputPage {
    /// Its position.
    pub position: PagePosition,
    /// Its number in the run, from 0.
    pub number: usize,
    /// The page, or the reason why it cannot be read.
    pub listed: Listed,
    /// The file in the listing: the page itself, or the archive that contains it; empty for an argument without pages.
    pub file: Arc<str>,
    /// Bytes of the input up to this page, for a progress bar.
    pub n_bytes_before: u64,
}

/// A part of the pages, for several machines: part `index` of `count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

/// Text that is no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected PART/PARTS, such as 1/4 for the first of four")]
pub struct ShardError;

impl Shard {
    /// Part `index`, counted from 1, of `count` parts.
    ///
    /// # Errors
    /// If there is no such part.
    pub fn new(index: usize, count: usize) -> Result<Self, ShardError> {
        if (1..=count).contains(&index) { Ok(Self { index, count }) } else { Err(ShardError) }
    }

    /// Whether the element at a position belongs to this part.
    fn includes(self, position: usize) -> bool {
        position % self.count == self.index - 1
    }
}

impl Default for Shard {
    /// Returns the part that is everything.
    fn default() -> Self {
        Self { index: 1, count: 1 }
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| ShardError);
        Self::new(number(index)?, number(count)?)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The pages behind a listing, in order; an archive is opened when its first page is needed.
pub struct Inputs {
    entries: iter::Enumerate<vec::IntoIter<Listed>>,
    archives: ArchiveOptions,
    open: OpenArchive,
    current: Option<OpenEntry>,
    shard: Shard,
    /// Whether a part consists of whole entries; it consists of pages if there are fewer entries than parts.
    is_sharded_by_entry: bool,
    from: PagePosition,
    n_pages: usize,
    n_bytes_before: u64,
    n_bytes: Option<u64>,
    skipped: SkippedRecords,
}

/// Counts of records of archives that are no pages, for use while the pages are read elsewhere.
#[derive(Debug, Clone, Default)]
pub struct SkippedRecords(Arc<Mutex<Skipped>>);

impl SkippedRecords {
    /// The counts so far.
    pub fn get(&self) -> Skipped {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, more: Skipped) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).add(more);
    }
}

struct OpenEntry {
    name: Arc<str>,
    entry: usize,
    n_pages: usize,
    n_bytes: u64,
    pages: EntryPages,
}

impl OpenEntry {
    /// Returns the next page. A panic in a reader loses the rest of its archive, not the run.
    fn next_page(&mut self) -> Option<Listed> {
        let pages = &mut self.pages;
        let next = catch_unwind(AssertUnwindSafe(|| pages.next()));
        next.unwrap_or_else(|_| {
            self.pages = EntryPages::Opened(Box::new(iter::empty()));
            let why = "internal error; please report this with the archive".to_owned();
            let (archive, n_pages) = (self.name.to_string(), self.n_pages as u64);
            Some(Err(SourceError::Archive { archive, offset: 0, n_pages, why }))
        })
    }
}

/// The pages of an entry of a listing.
enum EntryPages {
    Stream(Box<PageStream<iter::Once<Listed>>>),
    Opened(OpenedArchive),
}

impl EntryPages {
    fn next(&mut self) -> Option<Listed> {
        match self {
            Self::Stream(stream) => stream.next(),
            Self::Opened(pages) => pages.next(),
        }
    }

    fn skipped(&self) -> Skipped {
        match self {
            Self::Stream(stream) => stream.skipped(),
            Self::Opened(_) => Skipped::default(),
        }
    }
}

/// The pages of an archive that another crate opened.
pub type OpenedArchive = Box<dyn Iterator<Item = Listed> + Send>;

/// Opens archives of a kind that `unhusk-io` does not read; `None` for all others.
pub type OpenArchive = fn(&PageRef, &ArchiveOptions) -> Option<OpenedArchive>;

impl Inputs {
    /// All pages of a listing.
    pub fn new(listed: Vec<Listed>, archives: ArchiveOptions) -> Self {
        let n_bytes = listed.iter().map(size).sum();
        Self {
            entries: listed.into_iter().enumerate(),
            archives,
            open: |_, _| None,
            current: None,
            shard: Shard::default(),
            is_sharded_by_entry: true,
            from: PagePosition::default(),
            n_pages: 0,
            n_bytes_before: 0,
            n_bytes,
            skipped: SkippedRecords::default(),
        }
    }

    /// The counts of records that are no pages; they grow as pages are taken.
    pub fn skipped(&self) -> SkippedRecords {
        self.skipped.clone()
    }

    /// Reads archives of further kinds with `open`.
    #[must_use]
    pub fn opening(mut self, open: OpenArchive) -> Self {
        self.open = open;
        self
    }

    /// Restricts the input to a part: every n-th file of the listing or, if there are fewer files than parts, every
    /// n-th page of each file.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.is_sharded_by_entry = self.entries.len() >= shard.count;
        self.shard = shard;
        self
    }

    /// Starts at a position; `n_before` is the number of pages before it.
    #[must_use]
    pub fn from(mut self, position: PagePosition, n_before: usize) -> Self {
        self.from = position;
        self.n_pages = n_before;
        self
    }

    /// Returns the size of all files together; `None` if one is unknown, as on standard input.
    pub fn n_bytes(&self) -> Option<u64> {
        self.n_bytes
    }

    /// Opens the next entry that has pages of this part.
    fn open_next(&mut self) -> bool {
        for (entry, listed) in self.entries.by_ref() {
            let n_bytes = size(&listed).unwrap_or(0);
            let is_done = entry < self.from.entry;
            let is_of_part = !self.is_sharded_by_entry || self.shard.includes(entry);
            if is_done || !is_of_part {
                self.n_bytes_before += n_bytes;
                continue;
            }
            let name = listed.as_ref().map_or("", |page| &page.name).into();
            let opened = listed.as_ref().ok().and_then(|page| (self.open)(page, &self.archives));
            let pages = match opened {
                Some(pages) => EntryPages::Opened(pages),
                None => EntryPages::Stream(Box::new(PageStream::new(
                    iter::once(listed),
                    self.archives.clone(),
                ))),
            };
            self.current = Some(OpenEntry { name, entry, n_pages: 0, n_bytes, pages });
            return true;
        }
        false
    }
}

impl Iterator for Inputs {
    type Item = InputPage;

    fn next(&mut self) -> Option<InputPage> {
        loop {
            let Some(open) = &mut self.current else {
                if self.open_next() {
                    continue;
                }
                return None;
            };
            let Some(listed) = open.next_page() else {
                self.n_bytes_before += open.n_bytes;
                self.skipped.add(open.pages.skipped());
                self.current = None;
                continue;
            };
            let position = PagePosition { entry: open.entry, page: open.n_pages };
            open.n_pages += 1;
            let is_of_part = self.is_sharded_by_entry || self.shard.includes(position.page);
            if position < self.from || !is_of_part {
                continue;
            }
            self.n_pages += 1;
            let inside = listed.as_ref().ok().and_then(|page| page.capture.as_ref());
            let n_bytes_before = self.n_bytes_before + inside.map_or(0, |capture| capture.offset);
            return Some(InputPage {
                position,
                number: self.n_pages - 1,
                listed,
                file: Arc::clone(&open.name),
                n_bytes_before,
            });
        }
    }
}

/// The size of the file of an entry. An argument that names no page has none.
fn size(listed: &Listed) -> Option<u64> {
    match listed {
        Err(_) => Some(0),
        Ok(page) => match &page.origin {
            PageOrigin::File(path) => file_size(path),
            PageOrigin::Memory(bytes) => Some(bytes.len() as u64),
            _ => None,
        },
    }
}

fn file_size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

#[cfg(test)]
mod tests {
    use super::{Inputs, Listed};
    use unhusk_io::source::{ArchiveOptions, PageRef};

    #[test]
    fn a_reader_that_panics_costs_its_archive_alone() {
        let listed: Vec<Listed> =
            ["a", "bad", "c"].iter().map(|name| Ok(PageRef::memory(*name, b"<p>"))).collect();
        let inputs = Inputs::new(listed, ArchiveOptions::default()).opening(|page, _| {
            let pages = (0..3).map(|number| {
                assert_ne!(number, 1, "a bug");
                Ok(PageRef::memory("inside", b"<p>"))
            });
            (page.name == "bad").then(|| Box::new(pages) as super::OpenedArchive)
        });
        let pages: Vec<Result<String, String>> = inputs
            .map(|page| page.listed.map(|page| page.name).map_err(|error| error.to_string()))
            .collect();
        let names: Vec<&str> = pages.iter().flatten().map(String::as_str).collect();
        assert_eq!(names, ["a", "inside", "c"]);
        let error = pages[2].as_ref().expect_err("the reader panics");
        assert!(error.contains("`bad`") && error.contains("internal error"), "{error}");
    }
}
