//! All formats for records: the plain ones of the library, RDF, and those that act on what records mean.

use super::action::{ActionFormat, action_sink};
use super::rdf::{RdfFormat, RdfSink};
use super::subject::sha256;
use crate::vocabulary::Vocabulary;
use std::fmt;
use std::io::Write;
use unhusk::record::Schema;
use unhusk::sink::{Format, Sink, SinkOptions};
use unhusk::wrapper::Wrapper;

/// A format for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputFormat {
    /// Of the library.
    Plain(Format),
    /// RDF.
    Rdf(RdfFormat),
    /// Calendars, address books, feeds.
    Action(ActionFormat),
}

/// What sinks need to know of the run.
#[derive(Debug, Clone)]
pub struct SinkContext {
    /// The fields and what they mean.
    pub schema: Schema,
    /// SHA-256 of the wrapper's file, in hexadecimal.
    pub wrapper_sha256: String,
    /// What the plain formats are asked to do.
    pub options: SinkOptions,
    /// Seconds since 1970, for formats that say when they were written.
    pub now: u64,
    /// Classes and what they are part of, if there are more than the embedded ones.
    pub vocabulary: Option<Vocabulary>,
}

/// Why a format cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SinkSetupError {
    /// A name stands for something that is no IRI after all.
    #[error("{place}: `{iri}` is no IRI: {reason}")]
    Iri {
        /// The class or the field.
        place: String,
        /// What the name stands for.
        iri: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The format is for things of certain classes.
    #[error("`-f {format}` writes {things}, but {found}; {advice}")]
    Class {
        /// The format.
        format: &'static str,
        /// What it writes.
        things: &'static str,
        /// What the records are.
        found: String,
        /// What to do.
        advice: String,
    },
    /// A field that the format cannot do without is missing.
    #[error("`-f {format}` needs {needed}, and no field is that; say which one is: {advice}")]
    Field {
        /// The format.
        format: &'static str,
        /// The properties, one of which is needed.
        needed: &'static str,
        /// How to say it.
        advice: &'static str,
    },
}

impl SinkContext {
    /// What a wrapper's records are.
    pub fn new(wrapper: &Wrapper) -> Self {
        Self {
            schema: wrapper.schema.clone(),
            wrapper_sha256: sha256(&wrapper.to_json()),
            options: SinkOptions::default(),
            now: 0,
            vocabulary: None,
        }
    }
}

const RDF: [(RdfFormat, &str, &str); 4] = [
    (RdfFormat::Turtle, "turtle", "ttl"),
    (RdfFormat::NTriples, "ntriples", "nt"),
    (RdfFormat::NQuads, "nquads", "nq"),
    (RdfFormat::JsonLd, "jsonld", "jsonld"),
];

impl OutputFormat {
    /// All formats, in the order in which help lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        let rdf = RDF.into_iter().map(|(format, ..)| Self::Rdf(format));
        let plain = Format::ALL.into_iter().map(Self::Plain);
        plain.chain(rdf).chain(ActionFormat::ALL.into_iter().map(Self::Action))
    }

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
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

    /// The format that files with this ending have; feeds and plain formats have others of their own.
    pub fn of_ending(ending: &str) -> Option<Self> {
        let rdf = RDF.iter().find(|(_, _, known)| *known == ending);
        let action = ActionFormat::ALL.into_iter().find(|format| format.name() == ending);
        rdf.map(|(format, ..)| Self::Rdf(*format)).or(action.map(Self::Action))
    }

    /// Whether it says more of pages than their names: their address, their hash.
    pub fn tells_of_pages(self) -> bool {
        !matches!(self, Self::Plain(_))
    }

    /// A sink of this format.
    ///
    /// # Errors
    /// If the records are not what the format writes.
    pub fn sink<'w>(
        self,
        context: &SinkContext,
        out: impl Write + 'w,
    ) -> Result<Box<dyn Sink + 'w>, SinkSetupError> {
        match self {
            Self::Plain(format) => Ok(format.sink(&context.schema, &context.options, out)),
            Self::Rdf(format) => Ok(Box::new(RdfSink::new(context, format, out)?)),
            Self::Action(format) => action_sink(format, context, out),
        }
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
