//! The pages of a task: read on demand, the most recent ones kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use unhusk::page::PageOptions;
use unhusk::{Page, Warning};
use unhusk_io::source::{PageOrigin, PageRef, SourceError, relative_path};

/// Parsed pages that are kept.
const MAX_KEPT: usize = 64;

/// A page of the task.
#[derive(Debug, Clone)]
pub struct PageEntry {
    /// Its path from the task's folder: its name in labels.
    pub path: String,
    /// Its name on the screen.
    pub name: String,
    /// The file or archive that holds the page.
    pub origin: PageRef,
    /// The size of its file.
    pub bytes: u64,
}

/// A page that was read.
#[derive(Debug)]
pub struct LoadedPage {
    /// The page.
    pub page: Page,
    /// Remarks on its file: that it is empty, binary or cut.
    pub notes: Vec<String>,
    /// Description of the cut, if a limit was reached.
    pub cut: Option<String>,
}

/// All pages of the task.
#[derive(Debug)]
pub struct Pages {
    folder: PathBuf,
    options: PageOptions,
    entries: Mutex<Vec<Arc<PageEntry>>>,
    /// Pages that were read, with the turn of the last request for each.
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    pages: BTreeMap<usize, (u64, Arc<LoadedPage>)>,
    turn: u64,
}

impl Pages {
    /// The pages of a task in `folder`.
    pub fn new(folder: &Path, refs: Vec<PageRef>, options: PageOptions) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let pages = Self { folder, options, entries: Mutex::default(), kept: Mutex::default() };
        for page in refs {
            pages.add(page);
        }
        pages
    }

    /// Adds a page, unless it is listed already; returns its position.
    pub fn add(&self, origin: PageRef) -> usize {
        let (path, bytes) = match &origin.origin {
            PageOrigin::File(file) => {
                let whole = file.canonicalize().unwrap_or_else(|_| file.clone());
                let bytes = file.metadata().map_or(0, |metadata| metadata.len());
                (relative_path(&self.folder, &whole), bytes)
            }
            _ => (origin.name.clone(), 0),
        };
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.iter().position(|entry| entry.path == path) {
            return known;
        }
        let name = origin.name.clone();
        entries.push(Arc::new(PageEntry { path, name, origin, bytes }));
        entries.len() - 1
    }

    /// All pages, in their order.
    pub fn all(&self) -> Vec<Arc<PageEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The page at a position.
    pub fn get(&self, at: usize) -> Option<Arc<PageEntry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).get(at).cloned()
    }

    /// The position of the page that labels call `path`.
    pub fn find(&self, path: &str) -> Option<usize> {
        self.entries
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .position(|entry| entry.path == path)
    }

    /// Reads a page, unless it is kept.
    ///
    /// # Errors
    /// If there is no such page, or its file cannot be read.
    pub fn load(&self, at: usize) -> Result<Arc<LoadedPage>, PageError> {
        if let Some(page) = self.kept(at) {
            return Ok(page);
        }
        let entry = self.get(at).ok_or(PageError::NoPage(at))?;
        let read = entry.origin.read(&self.options)?;
        // Limits of the tree are reported once it is built.
        read.page.tree();
        let is_cut = |warning: &&Warning| matches!(warning, Warning::Truncated { .. });
        let cut = read.warnings().find(is_cut).map(ToString::to_string);
        let notes = read.warnings().map(ToString::to_string).collect();
        let page = Arc::new(LoadedPage { notes, cut, page: read.page });
        self.keep(at, &page);
        Ok(page)
    }

    fn kept(&self, at: usize) -> Option<Arc<LoadedPage>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn += 1;
        let turn = kept.turn;
        let (last, page) = kept.pages.get_mut(&at)?;
        *last = turn;
        Some(Arc::clone(page))
    }

    fn keep(&self, at: usize, page: &Arc<LoadedPage>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.turn += 1;
        let turn = kept.turn;
        kept.pages.insert(at, (turn, Arc::clone(page)));
        if kept.pages.len() > MAX_KEPT
            && let Some(oldest) =
                kept.pages.iter().min_by_key(|(_, (turn, _))| *turn).map(|(at, _)| *at)
        {
            kept.pages.remove(&oldest);
        }
    }
}

/// Reason why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// There is no page at this position.
    #[error("there is no page {0}")]
    NoPage(usize),
    /// Its file cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
}
