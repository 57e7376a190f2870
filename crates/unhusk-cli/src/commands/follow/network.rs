//! Pages from the network, by way of an archive, whose pages are not fetched again.

use crate::commands::fetch::report_wait;
use crate::interrupt::was_interrupted;
use crate::output::Reporter;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use unhusk::page::PageOptions;
use unhusk::sink::SourcePage;
use unhusk_engine::follow::{FoundPage, PageSource};
use unhusk_engine::{FailureCode, PageFailure};
use unhusk_fetch::warc::Archive;
use unhusk_fetch::{Event, Fetcher, Observer, Wait};
use unhusk_io::source::{
    ArchiveOptions, LinkResolver, PageRef, PageStream, SourceError, WarcPages,
};

/// Redirects that are followed in the archive.
const MAX_REDIRECTS: usize = 5;

/// Fetches pages into an archive and reads them from there.
pub(super) struct NetworkPages<'r> {
    reporter: &'r Reporter,
    fetcher: Fetcher,
    archive: Archive,
    path: PathBuf,
    /// Start of the page of each URL in the archive.
    offsets: BTreeMap<String, u64>,
    archives: ArchiveOptions,
    options: PageOptions,
}

impl<'r> NetworkPages<'r> {
    /// Opens the archive, or makes it.
    pub(super) fn open(
        fetcher: Fetcher,
        reporter: &'r Reporter,
        path: &Path,
        archives: ArchiveOptions,
        options: PageOptions,
    ) -> anyhow::Result<Self> {
        let archive = Archive::open(path)?;
        let mut pages = Self {
            fetcher,
            reporter,
            archive,
            path: path.to_owned(),
            offsets: BTreeMap::new(),
            archives,
            options,
        };
        if path.exists() {
            let known = PageStream::new([Ok(PageRef::file(path))], pages.archives.clone());
            known.flatten().for_each(|page| pages.note(&page));
        }
        Ok(pages)
    }

    /// Returns the pages of the archive from a record on.
    fn pages_from(&self, offset: u64) -> Result<WarcPages, SourceError> {
        WarcPages::in_file(&self.path, offset, u64::MAX, &self.archives)
    }

    /// Records the place of a page.
    fn note(&mut self, page: &PageRef) {
        if let (Some(url), Some(capture)) = (&page.url, &page.capture) {
            self.offsets.insert(url.clone(), capture.offset);
        }
    }

    /// Fetches a page unless the archive has it; returns its URL after redirects.
    fn fetched(&mut self, url: &str) -> Result<String, PageFailure> {
        let before = fs::metadata(&self.path).map_or(0, |file| file.len());
        let mut outcome = Err(failure(url, "it was not fetched"));
        let mut observer = OnePage { url, outcome: &mut outcome, reporter: self.reporter };
        let run = self.fetcher.run(&[url.to_owned()], &mut self.archive, &mut observer);
        run.map_err(|error| failure(url, &error.to_string()))?;
        let after = fs::metadata(&self.path).map_or(0, |file| file.len());
        if after > before {
            let added = self.pages_from(before).map_err(|error| of_source(url, &error))?;
            let added: Vec<PageRef> = added.flatten().collect();
            for page in &added {
                self.note(page);
            }
        }
        outcome
    }

    /// Returns the URL of the page to which a URL leads by redirects of the archive.
    fn behind_redirects(&self, url: &str) -> String {
        let mut url = url.to_owned();
        for _ in 0..MAX_REDIRECTS {
            let location = self.archive.stored(&url).and_then(|stored| stored.location.clone());
            let mut from = SourcePage::new(&url);
            from.url = Some(url.clone());
            let next = location.and_then(|next| LinkResolver::new(&from).resolve_link(&next));
            match next {
                Some(next) if !self.offsets.contains_key(&url) => url = next,
                _ => break,
            }
        }
        url
    }
}

/// Takes the outcome of one page.
struct OnePage<'p> {
    url: &'p str,
    outcome: &'p mut Result<String, PageFailure>,
    reporter: &'p Reporter,
}

impl Observer for OnePage<'_> {
    fn event(&mut self, event: &Event, _: usize, _: usize) {
        *self.outcome = match event {
            Event::Fetched { final_url, .. } => Ok(final_url.clone()),
            Event::Failed { failure: why, .. } => Err(failure(self.url, &why.to_string())),
            _ => Ok(self.url.to_owned()),
        };
    }

    fn waiting(&mut self, wait: &Wait) {
        report_wait(wait, self.reporter);
    }

    fn is_stopped(&self) -> bool {
        was_interrupted()
    }
}

impl PageSource for NetworkPages<'_> {
    fn page(&mut self, url: &str) -> Result<FoundPage, PageFailure> {
        let url = self.fetched(url)?;
        let url = self.behind_redirects(&url);
        let Some(&offset) = self.offsets.get(&url) else {
            return Err(failure(&url, "it is not an HTML page"));
        };
        let mut pages = self.pages_from(offset).map_err(|error| of_source(&url, &error))?;
        let page = pages.next().ok_or_else(|| failure(&url, "it is not in the archive"))?;
        let page = page.map_err(|error| of_source(&url, &error))?;
        let read = page.read(&self.options).map_err(|error| of_source(&url, &error))?;
        Ok(FoundPage { url, page: read.page })
    }
}

fn failure(url: &str, why: &str) -> PageFailure {
    PageFailure::new(url, FailureCode::Unreadable, why.to_owned())
}

fn of_source(url: &str, error: &SourceError) -> PageFailure {
    PageFailure::of_source(url, error)
}
