//! The formats of this crate: RDF, and those that act on the meaning of records.

use super::action::{ActionFormat, action_sink};
use super::rdf::{RdfFormat, RdfSink};
use super::{SinkContext, SinkSetupError};
use std::fmt;
use std::io::Write;
use unhusk_wrapper::sink::Sink;

/// A format for records whose meaning is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeaningFormat {
    /// RDF.
    Rdf(RdfFormat),
    /// Calendars, address books, feeds.
    Action(ActionFormat),
}

/// Each syntax of RDF with its name and the ending of its files.
const RDF: [(RdfFormat, &str, &str); 4] = [
    (RdfFormat::Turtle, "turtle", "ttl"),
    (RdfFormat::NTriples, "ntriples", "nt"),
    (RdfFormat::NQuads, "nquads", "nq"),
    (RdfFormat::JsonLd, "jsonld", "jsonld"),
];

impl MeaningFormat {
    /// All formats, in the order in which help lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        let rdf = RDF.into_iter().map(|(format, ..)| Self::Rdf(format));
        rdf.chain(ActionFormat::ALL.into_iter().map(Self::Action))
    }

    /// The name of the format on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rdf(format) => RDF
                .iter()
                .find(|(known, ..)| *known == format)
                .map_or("turtle", |(_, name, _)| name),
            Self::Action(format) => format.name(),
        }
    }

    /// The format of that name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// The format of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let rdf = RDF.iter().find(|(_, _, known)| *known == ending);
        let action = ActionFormat::ALL.into_iter().find(|format| format.name() == ending);
        rdf.map(|(format, ..)| Self::Rdf(*format)).or(action.map(Self::Action))
    }

    /// A sink of this format.
    ///
    /// # Errors
    /// If the records are not of a class that the format writes.
    pub fn sink<'w>(
        self,
        context: &SinkContext,
        out: impl Write + 'w,
    ) -> Result<Box<dyn Sink + 'w>, SinkSetupError> {
        match self {
            Self::Rdf(format) => Ok(Box::new(RdfSink::new(context, format, out)?)),
            Self::Action(format) => action_sink(format, context, out),
        }
    }
}

impl fmt::Display for MeaningFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
