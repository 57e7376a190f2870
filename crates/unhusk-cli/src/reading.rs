//! One page -> its records, and whether the first pages look like those the wrapper was made for.

use crate::extraction::Listed;
use crate::output::count;
use unhusk::Warning;
use unhusk::page::PageOptions;
use unhusk::record::{Cell, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::wrapper::{Doubt, Wrapper};
use unhusk_io::source::BaseUrl;

/// Reads pages, on any thread.
pub(crate) struct PageReader<'a> {
    pub(crate) wrapper: &'a Wrapper,
    pub(crate) options: &'a PageOptions,
    /// Whether to tell how sure the values are.
    pub(crate) with_confidence: bool,
    /// Whether more is to be known of pages than their names, and where they are.
    pub(crate) identity: Option<Identity<'a>>,
}

/// Where pages are in the web, if that is known.
#[derive(Clone, Copy)]
pub(crate) struct Identity<'a> {
    pub(crate) base_url: Option<&'a BaseUrl>,
}

/// What one page came to.
pub(crate) struct PageRecords {
    pub(crate) records: Vec<Record<'static>>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) sample: ConfidenceSample,
    pub(crate) source: Option<SourcePage>,
}

/// Pages that are weighed although nobody asked how sure the values are: enough to see that a wrapper reads pages
/// it was not made for, and few enough to cost nothing in a large run.
const N_SAMPLED: usize = 5;

/// How many values of the first pages may well be wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ConfidenceSample {
    n_pages: usize,
    doubt: Doubt,
}

impl PageReader<'_> {
    /// The records of the page at a place of the list.
    pub(crate) fn read(&self, at: usize, listed: &Listed) -> Result<PageRecords, String> {
        let page = listed.as_ref().map_err(ToString::to_string)?;
        let read = page.read(self.options).map_err(|error| error.to_string())?;
        let is_sampled = !self.with_confidence && at < N_SAMPLED;
        let extraction = if self.with_confidence || is_sampled {
            self.wrapper.extract_with_confidence(&read.page)
        } else {
            self.wrapper.extract(&read.page)
        };
        let doubt = extraction.doubt();
        let mut records: Vec<Record<'static>> = extraction.records.into_iter().map(owned).collect();
        let mut sample = ConfidenceSample::default();
        if is_sampled {
            sample = ConfidenceSample { n_pages: 1, doubt };
            forget_confidence(&mut records);
        }
        let warnings = read.warnings().cloned().chain(extraction.warnings).collect();
        let source = self.identity.map(|identity| page.identity(&read.page, identity.base_url));
        Ok(PageRecords { records, warnings, sample, source })
    }
}

impl ConfidenceSample {
    pub(crate) fn add(&mut self, other: Self) {
        self.n_pages += other.n_pages;
        self.doubt += other.doubt;
    }

    /// A warning if most values may well be wrong.
    pub(crate) fn doubt(self) -> Option<String> {
        let pages = match self.n_pages {
            1 => "page".to_owned(),
            n => format!("{n} pages"),
        };
        let Doubt { values, doubtful, .. } = self.doubt;
        self.doubt.is_serious().then(|| {
            format!(
                "{doubtful} of {} on the first {pages} may well be wrong: is the wrapper for these pages? \
                 --spans tells how sure each value is",
                count(values, "value"),
            )
        })
    }
}

/// Takes the confidence from the values of a page where nobody asked for it.
fn forget_confidence(records: &mut [Record<'static>]) {
    for value in records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut) {
        value.confidence = None;
    }
}

/// The values of a cell and of all that nests in it. Recurses on the nesting of the schema, which is capped.
fn values_mut<'c>(cell: &'c mut Cell<'static>) -> Vec<&'c mut Value<'static>> {
    match cell {
        Cell::Absent => Vec::new(),
        Cell::One(value) => vec![value],
        Cell::Many(values) => values.iter_mut().collect(),
        Cell::Nested(records) => {
            records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut).collect()
        }
    }
}

/// The record without its page, so that the page can go while the record waits for its turn.
fn owned(record: Record<'_>) -> Record<'static> {
    let value = |value: Value<'_>| Value { text: value.text.into_owned().into(), ..value };
    let cell = |cell: Cell<'_>| match cell {
        Cell::Absent => Cell::Absent,
        Cell::One(one) => Cell::One(value(one)),
        Cell::Many(many) => Cell::Many(many.into_iter().map(value).collect()),
        Cell::Nested(records) => Cell::Nested(records.into_iter().map(owned).collect()),
    };
    Record { cells: record.cells.into_iter().map(cell).collect() }
}
