//! One page -> its records, and whether the first pages look like those the wrapper was made for.

use crate::extraction::Listed;
use crate::output::count;
use unhusk::Warning;
use unhusk::page::PageOptions;
use unhusk::record::{Cell, Confidence, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::wrapper::WrapperFile;
use unhusk_io::source::BaseUrl;

/// Reads pages, on any thread.
pub(crate) struct Reader<'a> {
    pub(crate) wrapper: &'a WrapperFile,
    pub(crate) options: &'a PageOptions,
    /// Whether to tell how sure the values are.
    pub(crate) weighed: bool,
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
    pub(crate) sample: Sample,
    pub(crate) source: Option<SourcePage>,
}

/// Pages that are weighed although nobody asked how sure the values are: enough to see that a wrapper reads pages
/// it was not made for, and few enough to cost nothing in a large run.
const N_SAMPLED: usize = 5;

/// How many values of the first pages may well be wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "counts are called so throughout")]
pub(crate) struct Sample {
    n_pages: usize,
    n_values: usize,
    n_doubtful: usize,
}

impl Reader<'_> {
    /// The records of the page at a place of the list.
    pub(crate) fn read(&self, at: usize, listed: &Listed) -> Result<PageRecords, String> {
        let page = listed.as_ref().map_err(ToString::to_string)?;
        let read = page.read(self.options).map_err(|error| error.to_string())?;
        let is_sampled = !self.weighed && at < N_SAMPLED;
        let extraction = if self.weighed || is_sampled {
            self.wrapper.extract_weighed(&read.page)
        } else {
            self.wrapper.extract(&read.page)
        };
        let mut records: Vec<Record<'static>> = extraction.records.into_iter().map(owned).collect();
        let sample = if is_sampled { Sample::take(&mut records) } else { Sample::default() };
        let warnings = read.warnings().cloned().chain(extraction.warnings).collect();
        let source = self.identity.map(|identity| page.identity(&read.page, identity.base_url));
        Ok(PageRecords { records, warnings, sample, source })
    }
}

impl Sample {
    /// Takes from the values of a page how sure they are: nobody asked for it.
    fn take(records: &mut [Record<'static>]) -> Self {
        let mut sample = Self { n_pages: 1, ..Self::default() };
        for value in records.iter_mut().flat_map(|record| &mut record.cells).flat_map(values_mut) {
            if let Some(confidence) = value.confidence.take() {
                sample.n_values += 1;
                sample.n_doubtful += usize::from(confidence < Confidence::DOUBT);
            }
        }
        sample
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.n_pages += other.n_pages;
        self.n_values += other.n_values;
        self.n_doubtful += other.n_doubtful;
    }

    /// A warning if most values may well be wrong.
    pub(crate) fn doubt(self) -> Option<String> {
        let pages = match self.n_pages {
            1 => "page".to_owned(),
            n => format!("{n} pages"),
        };
        (2 * self.n_doubtful > self.n_values).then(|| {
            format!(
                "{} of {} on the first {pages} may well be wrong: is the wrapper for these pages? \
                 --spans tells how sure each value is",
                self.n_doubtful,
                count(self.n_values, "value"),
            )
        })
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
