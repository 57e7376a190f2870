//! Pages of an archive or folder, by their addresses.

use super::pagination::without_fragment;
use super::{FoundPage, PageSource};
use crate::failure::{FailureCode, PageFailure};
use std::collections::BTreeMap;
use unhusk::page::PageOptions;
use unhusk_io::source::{BaseUrl, PageRef};

/// Pages of an archive, or of a folder whose files have addresses.
pub struct PagesAtHand {
    pages: BTreeMap<String, PageRef>,
    options: PageOptions,
}

impl PagesAtHand {
    /// Keeps the pages that have an address: their own, or one below `base_url`. Of several with one address, the last
    /// is kept.
    pub fn new(
        pages: impl IntoIterator<Item = PageRef>,
        base_url: Option<&BaseUrl>,
        options: PageOptions,
    ) -> Self {
        let with_address = |page: PageRef| {
            let url = page.known_url(base_url)?;
            Some((key(&url), page))
        };
        Self { pages: pages.into_iter().filter_map(with_address).collect(), options }
    }

    /// Number of pages with an address.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether no page has an address.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }
}

impl PageSource for PagesAtHand {
    fn page(&mut self, url: &str) -> Result<FoundPage, PageFailure> {
        let Some(page) = self.pages.get(&key(url)) else {
            let message = format!("`{url}` is not among the pages at hand");
            return Err(PageFailure::new(url, FailureCode::NoPage, message));
        };
        let read = page.read(&self.options);
        let read = read.map_err(|error| PageFailure::of_source(&page.name, &error))?;
        Ok(FoundPage { url: url.to_owned(), page: read.page })
    }
}

/// Key of an address: the address without its fragment and without slashes at its end.
fn key(url: &str) -> String {
    without_fragment(url).trim_end_matches('/').to_owned()
}
