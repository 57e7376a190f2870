//! Reads one page and extracts its records; samples confidences to detect a wrapper used on the wrong site.

use crate::extraction::Listed;
use crate::output::count;
use unhusk::Warning;
use unhusk::page::PageOptions;
use unhusk::record::{Cell, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::wrapper::{Doubt, Wrapper};
use unhusk_io::source::{BaseUrl, LinkResolver};

/// Extracts the records of pages; shared by all threads.
pub(crate) struct PageReader<'a> {
    pub(crate) wrapper: &'a Wrapper,
    pub(crate) options: &'a PageOptions,
    /// Whether to compute confidences for all pages.
    pub(crate) with_confidence: bool,
    /// How to identify pages, if the sink requires more than their names.
    pub(crate) identity: Option<Identity<'a>>,
}

/// What identifies a page beyond its name.
#[derive(Clone, Copy)]
pub(crate) struct Identity<'a> {
    pub(crate) base_url: Option<&'a BaseUrl>,
    /// Whether links are resolved.
    pub(crate) absolute: bool,
}

/// The records of one page, with its warnings.
pub(crate) struct PageRecords {
    pub(crate) records: Vec<Record<'static>>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) sample: ConfidenceSample,
    pub(crate) source: Option<SourcePage>,
}

/// Number of first pages whose confidences are always computed: enough to detect a wrapper that does not fit the pages,
/// few enough to cost little in a large run.
const N_SAMPLED: usize = 5;

/// Counts of doubtful values on the first pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ConfidenceSample {
    n_pages: usize,
    doubt: Doubt,
}

impl PageReader<'_> {
    /// Reads the page at position `at` of the list and extracts its records.
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
        let mut warnings: Vec<Warning> =
            read.warnings().cloned().chain(extraction.warnings).collect();
        let source = self.identity.map(|identity| page.identity(&read.page, identity.base_url));
        if let Some(source) =
            source.as_ref().filter(|_| self.identity.is_some_and(|id| id.absolute))
        {
            let fields = self.wrapper.schema.fields();
            warnings.extend(LinkResolver::new(source).resolve(&read.page, fields, &mut records));
        }
        Ok(PageRecords { records, warnings, sample, source })
    }
}

impl ConfidenceSample {
    pub(crate) fn add(&mut self, other: Self) {
        self.n_pages += other.n_pages;
        self.doubt += other.doubt;
    }

    /// Returns a warning if most values are doubtful.
    pub(crate) fn doubt(self) -> Option<String> {
        let pages = match self.n_pages {
            1 => "page".to_owned(),
            n => format!("{n} pages"),
        };
        let Doubt { values, doubtful, .. } = self.doubt;
        self.doubt.is_serious().then(|| {
            format!(
                "low confidence in {doubtful} of {} on the first {pages}; the wrapper may not be for these pages \
                 (--spans shows confidences)",
                count(values, "value"),
            )
        })
    }
}

/// Removes confidences that were computed only for the sample.
fn forget_confidence(records: &mut [Record<'static>]) {
    for value in records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut) {
        value.confidence = None;
    }
}

/// Returns the values of a cell and of its nested records. Recurses on the nesting of the schema, which is limited.
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

/// Copies a record, so that its page can be freed before the record is written.
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
