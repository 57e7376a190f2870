//! One page -> its records: reads it, extracts, and compares some of the pages with the baseline of the wrapper.

use crate::failure::PageFailure;
use crate::input::{InputPage, PagePosition};
use crate::library::NoMatch;
use crate::wrappers::WrapperSet;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use unhusk::page::PageOptions;
use unhusk::record::{Cell, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::verify::PageObservation;
use unhusk::wrapper::summary::RunObserver;
use unhusk_io::source::{BaseUrl, LinkResolver, PageRef};

/// Extracts the records of pages; shared by all threads.
pub(crate) struct PageReader<'a> {
    pub(crate) wrappers: &'a WrapperSet,
    pub(crate) options: &'a PageOptions,
    pub(crate) with_confidence: bool,
    pub(crate) identity: Option<Identity<'a>>,
    pub(crate) comparison: Comparison,
}

/// Selection of the pages that are checked: their confidences are computed, and they are compared with the wrapper's
/// baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The first pages, and some of the others: enough to detect a field that is read wrongly.
    Sample,
    /// All.
    All,
}

impl Comparison {
    fn includes(self, number: usize) -> bool {
        match self {
            Self::Sample => RunObserver::is_sampled(number),
            Self::All => true,
        }
    }
}

/// Identification of a page beyond its name.
#[derive(Debug, Clone, Copy)]
pub struct Identity<'a> {
    /// Base of the names of pages.
    pub base_url: Option<&'a BaseUrl>,
    /// Whether links are resolved.
    pub absolute: bool,
}

/// Outcome of one page.
#[derive(Debug, Clone)]
pub struct PageOutcome {
    /// Its position in the input.
    pub position: PagePosition,
    /// Its name; empty if the argument is no page.
    pub name: String,
    /// Bytes of the input up to this page.
    pub n_bytes_before: u64,
    /// Its records, or the reason why there are none.
    pub result: Result<PageRecords, PageFailure>,
}

/// The records of one page, with its warnings.
#[derive(Debug, Clone, Default)]
pub struct PageRecords {
    /// The position of the wrapper that read them.
    pub wrapper: usize,
    /// The records; those of a page that was checked have confidences, whether they are written or not.
    pub records: Vec<Record<'static>>,
    /// Warnings about the page, for people.
    pub warnings: Vec<String>,
    /// The comparison with the baseline.
    pub observation: Option<PageObservation>,
    /// Its identity, if the sink needs it.
    pub source: Option<SourcePage>,
}

impl PageReader<'_> {
    /// Reads a page and extracts its records. A panic loses the page, not the run.
    pub(crate) fn read(&self, input: InputPage) -> PageOutcome {
        let InputPage { position, number, listed, file, n_bytes_before } = input;
        let name = listed.as_ref().map_or(String::new(), |page| page.name.clone());
        let result = match listed {
            Err(error) => Err(PageFailure::of_source(&name, &error)),
            Ok(page) => catch_unwind(AssertUnwindSafe(|| self.records(number, &page)))
                .unwrap_or_else(|panic| Err(PageFailure::internal(&name, reason(panic.as_ref())))),
        };
        let result = result.map_err(|failure| failure.in_file(&file));
        PageOutcome { position, name, n_bytes_before, result }
    }

    fn records(&self, number: usize, page: &PageRef) -> Result<PageRecords, PageFailure> {
        let failed = |error| PageFailure::of_source(&page.name, &error);
        let read = page.read(self.options).map_err(failed)?;
        let url = page.url.as_deref();
        let unclear = |error: NoMatch| PageFailure::without_wrapper(&page.name, &error);
        let at = self.wrappers.choose(url, &read.page).map_err(unclear)?;
        let wrapper = self.wrappers.wrapper(at);
        let is_checked = self.comparison.includes(number);
        let extraction = if self.with_confidence || is_checked {
            wrapper.extract_with_confidence(&read.page)
        } else {
            wrapper.extract(&read.page)
        };
        let observe = || match self.comparison {
            Comparison::Sample => PageObservation::for_verdict(wrapper, &read.page, &extraction),
            Comparison::All => PageObservation::of_extraction(wrapper, &read.page, &extraction),
        };
        let observation = (is_checked && wrapper.profile.is_some()).then(observe);
        let mut records: Vec<Record<'static>> = extraction.records.into_iter().map(owned).collect();
        let mut warnings: Vec<String> =
            read.warnings().chain(&extraction.warnings).map(ToString::to_string).collect();
        let source = self.identity.map(|identity| page.identity(&read.page, identity.base_url));
        if let Some(source) =
            source.as_ref().filter(|_| self.identity.is_some_and(|id| id.absolute))
        {
            let fields = wrapper.schema.fields();
            let unresolved = LinkResolver::new(source).resolve(&read.page, fields, &mut records);
            warnings.extend(unresolved.iter().map(ToString::to_string));
        }
        Ok(PageRecords { wrapper: at, records, warnings, observation, source })
    }
}

/// The message of a panic.
fn reason(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}

/// Copies a record, so that its page can be freed before the record is written.
pub fn owned(record: Record<'_>) -> Record<'static> {
    let value = |value: Value<'_>| Value { text: value.text.into_owned().into(), ..value };
    let cell = |cell: Cell<'_>| match cell {
        Cell::Absent => Cell::Absent,
        Cell::One(one) => Cell::One(value(one)),
        Cell::Many(many) => Cell::Many(many.into_iter().map(value).collect()),
        Cell::Nested(records) => Cell::Nested(records.into_iter().map(owned).collect()),
    };
    Record { cells: record.cells.into_iter().map(cell).collect() }
}
