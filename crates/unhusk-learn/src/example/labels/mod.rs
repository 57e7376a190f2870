//! The labels file, `labels/1`: what a person says of pages, before it is put together with them.
//!
//! ```
//! use unhusk::example::Labels;
//! let labels = Labels::parse("labels.json", r#"{ "unhusk": "labels/1", "pages": [
//!     { "path": "1.html", "records": [ { "name": "Congo", "code": {"span": [35, 38]} } ] } ] }"#)?;
//! assert_eq!(labels.schema().fields()[1].name, "code");
//! assert_eq!(labels.pages()[0].path, "1.html");
//! # Ok::<(), unhusk::error::LabelError>(())
//! ```

mod json;
mod like;
mod merge;
mod read;
mod schema;
mod write;

#[cfg(test)]
mod tests;

pub use json::Json;
pub(crate) use json::shortened;

use super::error::{LabelAt, LabelError};
use std::path::{Component, Path, PathBuf};
use unhusk_page::Span;
use unhusk_wrapper::record::Schema;

/// What a labels file says: the fields, and pages with their labelled records.
///
/// The schema fits the pages: every field of every record is in it, and holds values or records throughout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    schema: Schema,
    pages: Vec<PageLabels>,
    extensions: Vec<(String, Json)>,
}

/// What is said of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageLabels {
    /// Name of the labels file, as the caller gave it; messages begin with it.
    pub file: String,
    /// Where the page is, relative to the labels file.
    pub path: String,
    /// Where the page came from.
    pub url: Option<String>,
    /// Encoding of the page; overrides detection.
    pub encoding: Option<String>,
    /// Whether every record of the page is listed.
    pub complete: bool,
    /// The labelled records.
    pub records: Vec<GivenRecord>,
    /// Values that fields do *not* have.
    pub not: Vec<GivenRecord>,
    /// Keys that begin with `x-`: kept, not read.
    pub extensions: Vec<(String, Json)>,
}

/// One record as it was given: fields by name; those left out are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GivenRecord {
    /// Names, distinct, and what was given for them.
    pub cells: Vec<(String, GivenCell)>,
}

/// What was given for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenCell {
    /// `null`: known to be absent.
    Absent,
    /// One value.
    One(GivenValue),
    /// The values of a repeated field.
    Many(Vec<GivenValue>),
    /// Nested records.
    Nested(Vec<GivenRecord>),
}

/// One value as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenValue {
    /// By its text, as a reader sees it, wherever it stands.
    Text(String),
    /// By its place.
    Span(Span),
    /// By its text, the n-th place where it stands, from 0.
    TextAt {
        /// The text.
        text: String,
        /// Which place.
        at: usize,
    },
    /// By an `XPath` on the HTML5 tree.
    Xpath {
        /// The path.
        xpath: String,
        /// The text that must stand there.
        text: Option<String>,
    },
    /// By a CSS selector on the HTML5 tree.
    Css {
        /// The selector.
        css: String,
        /// The text that must stand there.
        text: Option<String>,
    },
}

impl Labels {
    /// Largest labels file that is read. The largest of the benchmark sets has half a megabyte.
    pub const MAX_BYTES: usize = 64 << 20;
    /// How deep its JSON may nest.
    pub const MAX_DEPTH: usize = 64;
    /// How many JSON values one page may have.
    pub const MAX_VALUES_PER_PAGE: usize = 1_000_000;
    /// How many fields a record may have.
    pub const MAX_FIELDS: usize = 1_000;

    /// Reads a labels file; `file` is what messages call it, and what `path`s are relative to.
    ///
    /// # Errors
    /// Names the file, the page, the record and the field, what was found and what is expected.
    pub fn parse(file: &str, json: &str) -> Result<Self, LabelError> {
        read::labels(file, json)
    }

    /// Labels made by a program; fields in the order of first appearance.
    ///
    /// # Errors
    /// If a field holds values in one place and records in another, or a page is listed twice.
    pub fn new(pages: Vec<PageLabels>) -> Result<Self, LabelError> {
        let file = pages.first().map(|page| page.file.clone()).unwrap_or_default();
        Self::with_fields(&file, schema::Declared::default(), pages, Vec::new())
    }

    /// The same fields on other pages.
    ///
    /// # Errors
    /// If a page speaks of a field that is not among them, or holds records where values are, or is listed twice.
    pub fn with_pages(&self, pages: Vec<PageLabels>) -> Result<Self, LabelError> {
        let file = pages.first().map(|page| page.file.clone()).unwrap_or_default();
        let mut declared = schema::Declared::default();
        let at = || LabelAt::file(&file);
        declared.unite(&self.schema).map_err(|problem| LabelError::bad(at(), problem))?;
        Self::with_fields(&file, declared, pages, self.extensions.clone())
    }

    fn with_fields(
        file: &str,
        declared: schema::Declared,
        pages: Vec<PageLabels>,
        extensions: Vec<(String, Json)>,
    ) -> Result<Self, LabelError> {
        let pages = merge::without_repeats(pages)?;
        let schema = declared.fit(file, &pages)?;
        Ok(Self { schema, pages, extensions })
    }

    /// The fields, in the order that `fields` gives, else of first appearance.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The pages, in the order of the file.
    pub fn pages(&self) -> &[PageLabels] {
        &self.pages
    }

    /// The labels file: what [`Labels::parse`] reads back as equal labels.
    pub fn to_json(&self) -> String {
        write::json(self)
    }
}

impl PageLabels {
    /// A page without labels, to be filled in.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            path: path.into(),
            url: None,
            encoding: None,
            complete: true,
            records: Vec::new(),
            not: Vec::new(),
            extensions: Vec::new(),
        }
    }

    /// Where the page is: its path, joined to the folder of the labels file.
    ///
    /// ```
    /// # use unhusk::example::PageLabels;
    /// let mut page = PageLabels::new("./pages/1.html");
    /// page.file = "shop/labels.json".into();
    /// assert_eq!(page.location(), std::path::Path::new("shop/pages/1.html"));
    /// ```
    pub fn location(&self) -> PathBuf {
        let folder = Path::new(&self.file).parent().unwrap_or(Path::new(""));
        folder
            .join(&self.path)
            .components()
            .filter(|component| !matches!(component, Component::CurDir))
            .collect()
    }
}

impl GivenCell {
    /// Whether the record is known to have nothing there.
    fn is_empty(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::One(_) => false,
            Self::Many(values) => values.is_empty(),
            Self::Nested(records) => records.is_empty(),
        }
    }
}
