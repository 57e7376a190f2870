//! Reads one page, extracts its records, and compares some of the pages with the baseline of the wrapper.

use crate::extraction::Listed;
use unhusk::Warning;
use unhusk::page::PageOptions;
use unhusk::record::{Cell, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::verify::PageObservation;
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::summary::RunObserver;
use unhusk_io::source::{BaseUrl, LinkResolver};

/// Extracts the records of pages; shared by all threads.
pub(crate) struct PageReader<'a> {
    pub(crate) wrapper: &'a Wrapper,
    pub(crate) options: &'a PageOptions,
    /// Whether to compute confidences for all pages.
    pub(crate) with_confidence: bool,
    /// How to identify pages, if the sink requires more than their names.
    pub(crate) identity: Option<Identity<'a>>,
    /// The pages that are checked.
    pub(crate) comparison: Comparison,
    /// Whether the wrapper has a baseline that pages can be compared with.
    pub(crate) has_baseline: bool,
}

/// Which pages of a run are checked: their confidences are computed, and they are compared with the wrapper's baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// The first pages, and some of the others: enough to notice that a field is read wrongly.
    Sample,
    /// All.
    All,
}

impl Comparison {
    fn includes(self, position: usize) -> bool {
        match self {
            Self::Sample => RunObserver::is_sampled(position),
            Self::All => true,
        }
    }
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
    /// The comparison with the baseline.
    pub(crate) observation: Option<PageObservation>,
    pub(crate) source: Option<SourcePage>,
}

impl PageReader<'_> {
    /// Reads the page at position `at` of the list and extracts its records.
    pub(crate) fn read(&self, at: usize, listed: &Listed) -> Result<PageRecords, String> {
        let page = listed.as_ref().map_err(ToString::to_string)?;
        let read = page.read(self.options).map_err(|error| error.to_string())?;
        let is_checked = self.comparison.includes(at);
        let extraction = if self.with_confidence || is_checked {
            self.wrapper.extract_with_confidence(&read.page)
        } else {
            self.wrapper.extract(&read.page)
        };
        let observe = || PageObservation::of_extraction(self.wrapper, &read.page, &extraction);
        let observation = (is_checked && self.has_baseline).then(observe);
        let mut records: Vec<Record<'static>> = extraction.records.into_iter().map(owned).collect();
        let mut warnings: Vec<Warning> =
            read.warnings().cloned().chain(extraction.warnings).collect();
        let source = self.identity.map(|identity| page.identity(&read.page, identity.base_url));
        if let Some(source) =
            source.as_ref().filter(|_| self.identity.is_some_and(|id| id.absolute))
        {
            let fields = self.wrapper.schema.fields();
            warnings.extend(LinkResolver::new(source).resolve(&read.page, fields, &mut records));
        }
        Ok(PageRecords { records, warnings, observation, source })
    }
}

/// Removes confidences that were computed only to check the page.
pub(crate) fn forget_confidence(records: &mut [Record<'static>]) {
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
