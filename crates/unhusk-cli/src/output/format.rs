//! Formats for records: plain ones, and those that require a meaning (RDF, calendars, feeds).

use std::fmt;
use std::io::Write;
use unhusk::sink::Sink;
use unhusk_io::sink::{Format, RecordShape, ShapedSink, SinkOptions};
use unhusk_rdf::sink::{MeaningFormat, SinkContext, SinkSetupError};

/// A format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Texts only.
    Plain(Format),
    /// RDF, calendars, address books, feeds.
    Meaning(MeaningFormat),
}

/// What a sink needs to know about the wrapper and the run.
pub(crate) struct SinkSetup {
    /// Schema, meaning and provenance of the records.
    pub(crate) context: SinkContext,
    /// Options of the plain formats.
    pub(crate) options: SinkOptions,
    /// The shape in which records are written, if it is not their own.
    pub(crate) shape: Option<RecordShape>,
}

impl OutputFormat {
    /// Returns all formats, in the order in which help lists them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let plain = Format::ALL.into_iter().map(Self::Plain);
        plain.chain(MeaningFormat::all().map(Self::Meaning))
    }

    /// Returns the name of the format on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Meaning(format) => format.name(),
        }
    }

    /// Returns the format called `name`.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// Whether the format writes the URL and hash of pages, which are computed only if needed.
    pub(crate) fn needs_page_identity(self) -> bool {
        matches!(self, Self::Meaning(_))
    }

    /// Returns a sink of this format.
    ///
    /// # Errors
    /// If the format cannot represent the records, such as a calendar of products.
    pub(crate) fn sink<'w>(
        self,
        setup: &SinkSetup,
        out: impl Write + 'w,
    ) -> Result<Box<dyn Sink + 'w>, SinkSetupError> {
        let sink = match self {
            Self::Plain(format) => format.sink(&setup.context.schema, &setup.options, out),
            Self::Meaning(format) => format.sink(&setup.context, out)?,
        };
        Ok(match &setup.shape {
            Some(shape) => Box::new(ShapedSink::new(shape.clone(), sink)),
            None => sink,
        })
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
