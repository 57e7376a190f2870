//! Runs a wrapper over pages: the first records for the model, all of them for a file.

use crate::bounds::{Counted, MAX_RECORD_BYTES, n_shown, shorten, shortened};
use crate::error::ToolError;
use crate::output_file::OutputFile;
use crate::session::Session;
use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;
use std::ops::ControlFlow;
use unhusk::page::PageOptions;
use unhusk::record::{Record, Schema};
use unhusk::sink::{JsonLines, PageColumn, Sink, Spans};
use unhusk::wrapper::Wrapper;
use unhusk::wrapper::summary::FieldSummary;
use unhusk_engine::{
    Collector, Comparison, Extraction, Inputs, Listed, PageFailure, RunListener, RunResult,
    WrapperSet,
};
use unhusk_io::sink::{AtomicFile, Format, SinkOptions};
use unhusk_io::source::ArchiveOptions;

/// Options of a run.
#[derive(Debug, Default)]
pub(crate) struct RecordRequest {
    /// Records to show.
    pub(crate) limit: Option<usize>,
    /// Whether values have their places and confidences.
    pub(crate) with_spans: bool,
    /// The file for all records.
    pub(crate) file: Option<(OutputFile, Format)>,
}

/// What a wrapper read from pages.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct RecordAnswer {
    /// Pages, including those that failed.
    pub(crate) n_pages: usize,
    /// Records of all pages.
    pub(crate) n_records: usize,
    /// Pages that were read and have no records.
    pub(crate) n_empty: usize,
    /// The first records. `_page` is the name of the page.
    pub(crate) records: Vec<Map<String, Value>>,
    /// The file with all records; null if all of them are here.
    pub(crate) file: Option<String>,
    /// Pages that could not be read.
    pub(crate) failures: Counted<PageError>,
    /// Fields that look wrong, with the evidence.
    pub(crate) suspicious: Counted<SuspiciousField>,
    /// What else should be known of pages and records.
    pub(crate) warnings: Counted<String>,
}

/// A page that could not be read.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct PageError {
    /// The name of the page; empty if what was named is no page.
    page: String,
    /// Why.
    error: String,
}

/// A field that is probably not read as it should be.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(crate) struct SuspiciousField {
    /// The name of the field.
    field: String,
    /// The records that have the field.
    filled: usize,
    /// The records that could have it.
    records: usize,
    /// What looks wrong, the most important first.
    evidence: Vec<String>,
}

/// Reads all pages.
pub(crate) fn read(
    session: &Session,
    wrapper: Wrapper,
    listed: Vec<Listed>,
    request: RecordRequest,
) -> Result<RecordAnswer, ToolError> {
    let RecordRequest { limit, with_spans, file } = request;
    let wrappers = WrapperSet::one(wrapper);
    let mut destination = Destination::open(session, file)?;
    let mut options = SinkOptions::default();
    options.spans = if with_spans { Spans::Write } else { Spans::Omit };
    let (result, heard, shown) = {
        let format = destination.format();
        let mut sink = TeeSink {
            shown: Shown::new(wrappers.schema(), options.spans, n_shown(limit)),
            all: destination
                .file
                .as_mut()
                .map(|file| format.sink(wrappers.schema(), &options, file)),
        };
        let extraction = Extraction {
            wrappers: &wrappers,
            options: PageOptions::default(),
            with_confidence: with_spans,
            identity: None,
            comparison: Comparison::Sample,
            n_jobs: session.n_jobs,
        };
        let mut heard = Heard::default();
        let result = run(session, &extraction, listed, &mut sink, &mut heard)
            .and_then(|result| sink.finish().map(|()| result))
            .map_err(|error| ToolError::from(error).about(destination.failure.as_str()))?;
        (result, heard, sink.shown)
    };
    session.go_on()?;
    answer(destination, result, heard, shown)
}

fn run(
    session: &Session,
    extraction: &Extraction<'_>,
    listed: Vec<Listed>,
    sink: &mut dyn Sink,
    heard: &mut Heard,
) -> io::Result<RunResult> {
    let mut collector = Collector::new(extraction, sink, heard);
    let mut written = Ok(());
    extraction.read(Inputs::new(listed, ArchiveOptions::default()), |outcome| {
        written = collector.take(outcome);
        if written.is_err() || session.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    written?;
    Ok(collector.finish())
}

fn answer(
    destination: Destination,
    result: RunResult,
    heard: Heard,
    shown: Shown<'_>,
) -> Result<RecordAnswer, ToolError> {
    let RunResult { totals, summaries } = result;
    let Heard { failures, mut warnings } = heard;
    let is_all = shown.records.len() == totals.n_records && shown.n_shortened == 0;
    let (file, note) = destination.close(is_all)?;
    if shown.n_shortened > 0 {
        let whole = if file.is_some() { "; the file has all of them whole" } else { "" };
        warnings.push(format!("{} long values are cut here{whole}", shown.n_shortened));
    }
    if let Some(note) = note {
        warnings.push(note);
    }
    let fields = summaries.iter().flat_map(|of| &of.summary.fields);
    Ok(RecordAnswer {
        n_pages: totals.n_pages,
        n_records: totals.n_records,
        n_empty: totals.n_empty,
        records: shown.records,
        file,
        failures,
        suspicious: fields.filter(|field| !field.warnings.is_empty()).map(suspicious).collect(),
        warnings,
    })
}

fn suspicious(field: &FieldSummary) -> SuspiciousField {
    SuspiciousField {
        field: field.name.clone(),
        filled: field.filled,
        records: field.records,
        evidence: field.warnings.iter().map(|warning| shortened(warning)).collect(),
    }
}

/// Output file of all records.
struct Destination {
    file: Option<AtomicFile>,
    target: Option<(OutputFile, Format)>,
    is_asked: bool,
    /// Reason why there is no file.
    note: Option<String>,
    /// Message if the file cannot be written.
    failure: String,
}

impl Destination {
    /// Opens the requested file, or else one with a free name, for the records that are not shown.
    fn open(session: &Session, asked: Option<(OutputFile, Format)>) -> Result<Self, ToolError> {
        let is_asked = asked.is_some();
        let fresh = || OutputFile::fresh(session).map(|file| (file, Format::JsonLines));
        let mut target = asked.or_else(fresh);
        let (mut file, mut note) = (None, None);
        if let Some((output, _)) = &target {
            match output.create() {
                Ok(created) => file = Some(created),
                Err(error) if is_asked => return Err(error),
                Err(error) => {
                    let why = error.into_message();
                    note = Some(format!("the other records were not kept: {why}; give `output`"));
                    target = None;
                }
            }
        }
        let name = target.as_ref().map_or_else(String::new, |(file, _)| file.shown.clone());
        Ok(Self { file, target, is_asked, note, failure: format!("cannot write `{name}`") })
    }

    fn format(&self) -> Format {
        self.target.as_ref().map_or(Format::JsonLines, |(_, format)| *format)
    }

    /// Commits the file, unless it was not requested and all records are shown. Returns its name and a note.
    fn close(self, is_all_shown: bool) -> Result<(Option<String>, Option<String>), ToolError> {
        if is_all_shown && !self.is_asked {
            return Ok((None, None));
        }
        let (Some(file), Some((output, _))) = (self.file, self.target) else {
            return Ok((None, self.note));
        };
        file.commit()?;
        Ok((Some(output.shown), None))
    }
}

/// Hands records to the file, and the first ones to the model.
struct TeeSink<'s, 'f> {
    shown: Shown<'s>,
    all: Option<Box<dyn Sink + 'f>>,
}

impl Sink for TeeSink<'_, '_> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        self.shown.add(page, record)?;
        self.all.as_mut().map_or(Ok(()), |sink| sink.write(page, record))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.all.as_mut().map_or(Ok(()), |sink| sink.finish())
    }
}

/// The first records, as JSON, within the limits of an answer.
pub(crate) struct Shown<'s> {
    schema: &'s Schema,
    spans: Spans,
    n_left: usize,
    n_bytes_left: usize,
    pub(crate) records: Vec<Map<String, Value>>,
    /// Values that were cut.
    pub(crate) n_shortened: usize,
}

impl<'s> Shown<'s> {
    pub(crate) fn new(schema: &'s Schema, spans: Spans, n_records: usize) -> Self {
        let (n_left, n_bytes_left) = (n_records, MAX_RECORD_BYTES);
        Self { schema, spans, n_left, n_bytes_left, records: Vec::new(), n_shortened: 0 }
    }

    /// Adds a record; after the first one that does not fit, none is added.
    pub(crate) fn add(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        if self.n_left == 0 {
            return Ok(());
        }
        self.n_left -= 1;
        let mut line = Vec::new();
        let sink = JsonLines::new(self.schema, self.spans, &mut line);
        let mut sink = sink.page(Some(PageColumn::default()));
        sink.write(page, record)?;
        sink.finish()?;
        drop(sink);
        let mut json: Value = serde_json::from_slice(&line)?;
        let n_shortened = shorten(&mut json);
        let n_bytes = json.to_string().len();
        let Value::Object(json) = json else { return Ok(()) };
        let Some(left) = self.n_bytes_left.checked_sub(n_bytes) else {
            self.n_left = 0;
            return Ok(());
        };
        self.n_bytes_left = left;
        self.n_shortened += n_shortened;
        self.records.push(json);
        Ok(())
    }
}

/// Failures and warnings of a run.
#[derive(Default)]
struct Heard {
    failures: Counted<PageError>,
    warnings: Counted<String>,
}

impl RunListener for Heard {
    fn failure(&mut self, failure: &PageFailure) -> io::Result<()> {
        let error = shortened(&failure.message);
        self.failures.push(PageError { page: failure.page.clone(), error });
        Ok(())
    }

    fn warning(&mut self, page: &str, warning: &str) {
        self.warnings.push(shortened(&format!("{page}: {warning}")));
    }
}
