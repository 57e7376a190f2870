//! All formats for records: plain ones, and those that need to know what records mean.

use std::fmt;
use std::io::Write;
use unhusk::sink::Sink;
use unhusk_io::sink::{Format, SinkOptions};
use unhusk_rdf::sink::{MeaningFormat, SinkContext, SinkSetupError};

/// A format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Texts alone.
    Plain(Format),
    /// RDF, calendars, address books, feeds.
    Meaning(MeaningFormat),
}

/// What the sink of any format needs to know of the run.
pub(crate) struct SinkSetup {
    /// What the records mean.
    pub(crate) context: SinkContext,
    /// What the plain formats are asked to do.
    pub(crate) options: SinkOptions,
}

impl OutputFormat {
    /// All formats, in the order in which help lists them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let plain = Format::ALL.into_iter().map(Self::Plain);
        plain.chain(MeaningFormat::all().map(Self::Meaning))
    }

    /// The name of the format on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Meaning(format) => format.name(),
        }
    }

    /// The format of that name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// Whether the format writes more of a page than its name: the address, the hash.
    pub(crate) fn needs_page_identity(self) -> bool {
        matches!(self, Self::Meaning(_))
    }

    /// A sink of this format.
    ///
    /// # Errors
    /// If the records are not what the format writes.
    pub(crate) fn sink<'w>(
        self,
        setup: &SinkSetup,
        out: impl Write + 'w,
    ) -> Result<Box<dyn Sink + 'w>, SinkSetupError> {
        match self {
            Self::Plain(format) => Ok(format.sink(&setup.context.schema, &setup.options, out)),
            Self::Meaning(format) => format.sink(&setup.context, out),
        }
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
