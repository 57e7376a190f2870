//! Records -> JSON Lines and JSON, into any [`io::Write`], and the trait of all sinks. CSV and tables for people are
//! in `unhusk-io`, RDF, calendars and feeds in `unhusk-rdf`.

mod json;
mod printable;
mod typed_json;

pub use json::{JsonArray, JsonLines};
pub use printable::printable;

use crate::record::Record;
use std::io;
use unhusk_page::Warning;

/// A page whose records are written; unknown facts are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SourcePage {
    /// Its name in the output.
    pub name: String,
    /// Its address.
    pub url: Option<String>,
    /// Base of relative addresses on it, if the page declares one (`<base href>`).
    pub base: Option<String>,
    /// SHA-256 of its decoded source, in hexadecimal.
    pub sha256: Option<String>,
}

impl SourcePage {
    /// Creates a page with a name alone.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// Receives the records of page after page.
pub trait Sink {
    /// Begins the records of a page. Formats that write only the names of pages need not implement it.
    fn begin(&mut self, page: &SourcePage) -> io::Result<()> {
        let _ = page;
        Ok(())
    }

    /// Returns warnings about the written records, for people.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Takes one record of the page called `page`.
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()>;

    /// Writes buffered records. Nothing may be written afterwards.
    fn finish(&mut self) -> io::Result<()>;
}

/// Whether the place of each value is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Spans {
    /// Texts alone.
    #[default]
    Omit,
    /// Text and byte range.
    Write,
}

/// Form of the values of a field with a datatype.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ValueForm {
    /// As the text on the page.
    #[default]
    Text,
    /// Parsed: numbers, prices as amount and currency, dates in the form of ISO 8601. A value that does not match its
    /// datatype stays text and is reported in [`Sink::warnings`].
    Typed,
    /// Parsed, and the text on the page beside it.
    TypedAndText,
}

/// The column with the name of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageColumn {
    /// The key or the name of the column.
    pub name: String,
    /// The number of fields that come before it.
    pub position: usize,
}

impl Default for PageColumn {
    /// `_page`, before all fields.
    fn default() -> Self {
        Self { name: "_page".to_owned(), position: 0 }
    }
}

#[cfg(test)]
mod tests;
