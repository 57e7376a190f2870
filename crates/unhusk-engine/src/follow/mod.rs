//! List -> next pages -> detail pages -> joined records.
//!
//! A [`Follower`] reads a list page, follows the link of each record to its detail page, joins the two, and goes on to
//! the next list page. A [`PageSource`] returns the pages: from the network, or from an archive or folder.

mod at_hand;
mod join;
mod pagination;
#[cfg(test)]
mod tests;

pub use at_hand::PagesAtHand;
pub use join::{Joined, joined_schema};
pub use pagination::next_page;

use crate::failure::PageFailure;
use crate::reading::owned;
use pagination::without_fragment;
use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use unhusk::Page;
use unhusk::record::{Cell, Datatype, Record};
use unhusk::sink::SourcePage;
use unhusk::wrapper::Wrapper;
use unhusk_io::source::LinkResolver;

/// Source of the pages behind addresses.
pub trait PageSource {
    /// The page at an address.
    ///
    /// # Errors
    /// If it cannot be read.
    fn page(&mut self, url: &str) -> Result<FoundPage, PageFailure>;
}

/// A page, and the address it came from after redirects.
#[derive(Debug, Clone)]
pub struct FoundPage {
    /// Its address.
    pub url: String,
    /// The page.
    pub page: Page,
}

/// Configuration of a run along a list: wrappers, links and limits.
#[derive(Debug, Clone)]
pub struct Follower<'w> {
    /// Reads list pages.
    pub list: &'w Wrapper,
    /// Reads detail pages; without it, list pages alone are read.
    pub detail: Option<&'w Wrapper>,
    /// The field of the list whose values lead to detail pages; `None` for the first one that has links.
    pub link: Option<String>,
    /// The field of the list that leads to the next page; `None` to find the link without labels.
    pub next: Option<String>,
    /// Most list pages.
    pub max_pages: usize,
    /// Most detail pages.
    pub max_details: usize,
}

/// Reason why a list ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListEnd {
    /// The last page has no link to a next one.
    NoNext,
    /// The next page was read before.
    Loop(String),
    /// A limit was reached.
    Limit,
    /// A list page could not be read.
    Failed(PageFailure),
    /// The listener stopped the run.
    Stopped,
}

/// Counts of a list that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowResult {
    /// List pages that were read.
    pub n_pages: usize,
    /// Detail pages that were read.
    pub n_details: usize,
    /// Records that were handed on.
    pub n_records: usize,
    /// Records whose link leads to a detail page that was read for an earlier record.
    pub n_repeated: usize,
    /// Reason of the end.
    pub end: ListEnd,
}

/// Receives records and failures.
pub trait FollowListener {
    /// Takes a record of a list page, joined with its detail page.
    ///
    /// # Errors
    /// If it cannot be written, which ends the run.
    fn record(&mut self, page: &str, record: &Record<'_>) -> io::Result<ControlFlow<()>>;

    /// Reports a detail page that could not be read, or that has no record; the record of the list is handed on without
    /// it.
    fn failure(&mut self, failure: &PageFailure);
}

impl Follower<'_> {
    /// Follows a list from its first page on.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub fn run(
        &self,
        start: &str,
        source: &mut dyn PageSource,
        listener: &mut dyn FollowListener,
    ) -> io::Result<FollowResult> {
        let mut result = FollowResult {
            n_pages: 0,
            n_details: 0,
            n_records: 0,
            n_repeated: 0,
            end: ListEnd::NoNext,
        };
        let mut seen_pages = BTreeSet::new();
        let mut seen_details = BTreeSet::new();
        let mut next = Some(start.to_owned());
        while let Some(url) = next {
            if !seen_pages.insert(without_fragment(&url).to_owned()) {
                result.end = ListEnd::Loop(url);
                break;
            }
            if result.n_pages == self.max_pages {
                result.end = ListEnd::Limit;
                break;
            }
            let found = match source.page(&url) {
                Ok(found) => found,
                Err(failure) => {
                    result.end = ListEnd::Failed(failure);
                    break;
                }
            };
            result.n_pages += 1;
            let list = ListPage::read(self.list, &found);
            let flow = self.take_list(&list, source, listener, &mut seen_details, &mut result)?;
            if flow.is_break() {
                break;
            }
            next = self.next_of(&list, &found);
        }
        Ok(result)
    }

    /// Hands on the records of a list page.
    fn take_list(
        &self,
        list: &ListPage,
        source: &mut dyn PageSource,
        listener: &mut dyn FollowListener,
        seen: &mut BTreeSet<String>,
        result: &mut FollowResult,
    ) -> io::Result<ControlFlow<()>> {
        let link = self.link_position(list);
        for record in &list.records {
            let target = link
                .and_then(|at| first_text(record, at))
                .map(|url| without_fragment(&url).to_owned());
            let mut joined = Joined::new(record.clone());
            if let (Some(detail), Some(target)) = (self.detail, target) {
                if !seen.insert(target.clone()) {
                    result.n_repeated += 1;
                    continue;
                }
                if result.n_details == self.max_details {
                    result.end = ListEnd::Limit;
                    return Ok(ControlFlow::Break(()));
                }
                match read_detail(detail, &target, source) {
                    Ok(records) => {
                        result.n_details += 1;
                        joined = joined.with(records);
                    }
                    Err(failure) => listener.failure(&failure),
                }
            }
            for record in
                joined.records(self.detail.map_or(0, |detail| detail.schema.fields().len()))
            {
                result.n_records += 1;
                if listener.record(&list.url, &record)?.is_break() {
                    result.end = ListEnd::Stopped;
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The position of the field with links to detail pages.
    fn link_position(&self, list: &ListPage) -> Option<usize> {
        let fields = self.list.schema.fields();
        if let Some(name) = &self.link {
            return self.list.schema.position(name);
        }
        let is_link = |at: &usize| {
            fields[*at].datatype() == Some(Datatype::Url)
                || list.records.iter().any(|record| {
                    first_text(record, *at).is_some_and(|text| text.starts_with("http"))
                })
        };
        (0..fields.len()).find(is_link)
    }

    /// The address of the next list page.
    fn next_of(&self, list: &ListPage, found: &FoundPage) -> Option<String> {
        match &self.next {
            Some(name) => {
                let at = self.list.schema.position(name)?;
                list.records.iter().rev().find_map(|record| first_text(record, at))
            }
            None => next_page(&found.page, &found.url, &list.links),
        }
    }
}

/// A list page that was read.
struct ListPage {
    url: String,
    records: Vec<Record<'static>>,
    links: LinkResolver,
}

impl ListPage {
    fn read(wrapper: &Wrapper, found: &FoundPage) -> Self {
        let (links, records) = resolved_records(wrapper, found);
        Self { url: found.url.clone(), records, links }
    }
}

/// The records of a page, with whole addresses.
fn resolved_records(wrapper: &Wrapper, found: &FoundPage) -> (LinkResolver, Vec<Record<'static>>) {
    let mut source = SourcePage::new(&found.url);
    source.url = Some(found.url.clone());
    source.base = unhusk_io::source::base_of(&found.page);
    let links = LinkResolver::new(&source);
    let mut records: Vec<Record<'static>> =
        wrapper.extract(&found.page).records.into_iter().map(owned).collect();
    links.resolve(&found.page, wrapper.schema.fields(), &mut records);
    (links, records)
}

fn read_detail(
    wrapper: &Wrapper,
    url: &str,
    source: &mut dyn PageSource,
) -> Result<Vec<Record<'static>>, PageFailure> {
    let found = source.page(url)?;
    let (_, records) = resolved_records(wrapper, &found);
    if records.is_empty() {
        return Err(PageFailure::without_records(url));
    }
    Ok(records)
}

/// The first value of a field.
fn first_text(record: &Record<'_>, at: usize) -> Option<String> {
    record.cells.get(at).map(Cell::values)?.first().map(|value| value.text.to_string())
}
