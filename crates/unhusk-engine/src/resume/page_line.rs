//! The outcome of a page as a line of JSON, and back, without loss.

use crate::failure::PageFailure;
use crate::input::PagePosition;
use crate::reading::{PageOutcome, PageRecords};
use serde::{Deserialize, Serialize};
use unhusk::Span;
use unhusk::record::{Cell, Confidence, Record, Value};
use unhusk::sink::SourcePage;
use unhusk::verify::PageObservation;

/// A line of a segment.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PageLine {
    at: PagePosition,
    name: String,
    before: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<PageFailure>,
    #[serde(default)]
    wrapper: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    records: Vec<Vec<CellLine>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observation: Option<PageObservation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceLine>,
}

/// A cell; an absent one, an empty list and a list of no nested records are distinct.
#[derive(Debug, Serialize, Deserialize)]
enum CellLine {
    #[serde(rename = "-")]
    Absent,
    #[serde(rename = "1")]
    One(ValueLine),
    #[serde(rename = "n")]
    Many(Vec<ValueLine>),
    #[serde(rename = "r")]
    Nested(Vec<Vec<CellLine>>),
}

/// Text, span, and the bits of the confidence, since the decimal digits of a number may lose the last one.
#[derive(Debug, Serialize, Deserialize)]
struct ValueLine(String, u32, u32, Option<u64>);

#[derive(Debug, Serialize, Deserialize)]
struct SourceLine {
    url: Option<String>,
    base: Option<String>,
    sha256: Option<String>,
}

impl PageLine {
    /// The line of an outcome.
    pub(super) fn new(outcome: PageOutcome) -> Self {
        let PageOutcome { position, name, n_bytes_before, result } = outcome;
        let (page, failure) = match result {
            Ok(page) => (page, None),
            Err(failure) => (PageRecords::default(), Some(failure)),
        };
        let source = page.source.map(|source| SourceLine {
            url: source.url,
            base: source.base,
            sha256: source.sha256,
        });
        Self {
            at: position,
            name,
            before: n_bytes_before,
            failure,
            wrapper: page.wrapper,
            records: page.records.into_iter().map(record_line).collect(),
            warnings: page.warnings,
            observation: page.observation,
            source,
        }
    }

    /// The outcome of a line.
    pub(super) fn outcome(self) -> PageOutcome {
        let source = self.source.map(|line| {
            let mut source = SourcePage::new(&self.name);
            source.url = line.url;
            source.base = line.base;
            source.sha256 = line.sha256;
            source
        });
        let page = PageRecords {
            wrapper: self.wrapper,
            records: self.records.into_iter().map(record).collect(),
            warnings: self.warnings,
            observation: self.observation,
            source,
        };
        PageOutcome {
            position: self.at,
            name: self.name,
            n_bytes_before: self.before,
            result: self.failure.map_or(Ok(page), Err),
        }
    }
}

/// Recurses on the nesting of the schema, which is limited.
fn record_line(record: Record<'static>) -> Vec<CellLine> {
    let value = |value: Value<'static>| {
        let confidence = value.confidence.map(|confidence| confidence.get().to_bits());
        ValueLine(value.text.into_owned(), value.span.start, value.span.end, confidence)
    };
    let cell = |cell| match cell {
        Cell::Absent => CellLine::Absent,
        Cell::One(one) => CellLine::One(value(one)),
        Cell::Many(many) => CellLine::Many(many.into_iter().map(value).collect()),
        Cell::Nested(records) => CellLine::Nested(records.into_iter().map(record_line).collect()),
    };
    record.cells.into_iter().map(cell).collect()
}

fn record(line: Vec<CellLine>) -> Record<'static> {
    let value = |ValueLine(text, start, end, confidence)| Value {
        text: text.into(),
        span: Span { start, end },
        confidence: confidence.map(|bits| Confidence::new(f64::from_bits(bits))),
    };
    let cell = |cell| match cell {
        CellLine::Absent => Cell::Absent,
        CellLine::One(one) => Cell::One(value(one)),
        CellLine::Many(many) => Cell::Many(many.into_iter().map(value).collect()),
        CellLine::Nested(records) => Cell::Nested(records.into_iter().map(record).collect()),
    };
    Record { cells: line.into_iter().map(cell).collect() }
}
