//! The labels file, `labels/1`: what a user states about pages, before it is resolved on them.
//!
//! ```
//! use unhusk_learn::example::Labels;
//! let labels = Labels::parse("labels.json", r#"{ "unhusk": "labels/1", "pages": [
//!     { "path": "1.html", "records": [ { "name": "Congo", "code": {"span": [35, 38]} } ] } ] }"#)?;
//! assert_eq!(labels.schema().fields()[1].name, "code");
//! assert_eq!(labels.pages()[0].path, "1.html");
//! # Ok::<(), unhusk_learn::example::LabelError>(())
//! ```

mod json;
mod like;
mod merge;
mod read;
mod schema;
mod table;
mod write;

#[cfg(test)]
mod tests;

pub use json::Json;
pub(crate) use json::shortened;
pub(super) use read::{DECIMAL, is_record, value};

use super::error::{LabelAt, LabelError};
use std::path::{Component, Path, PathBuf};
use unhusk_page::Span;
use unhusk_wrapper::record::Schema;

/// The content of a labels file: the fields, and pages with their labelled records.
///
/// The schema matches the pages: it has every field of every record, and each field holds either values or records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    schema: Schema,
    pages: Vec<PageLabels>,
    extensions: Vec<(String, Json)>,
}

/// The labels of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageLabels {
    /// Name of the labels file, as the caller gave it; messages begin with it.
    pub file: String,
    /// Path of the page, relative to the labels file.
    pub path: String,
    /// URL of the page.
    pub url: Option<String>,
    /// Encoding of the page; overrides detection.
    pub encoding: Option<String>,
    /// Whether every record of the page is listed.
    pub complete: bool,
    /// Whether the completeness of the list is estimated from the page (`"complete": "auto"`): then
    /// [`complete`](Self::complete) is false, and [`Example::complete`](crate::example::Example::complete) is true
    /// unless far more places are similar to the labelled records.
    pub is_auto: bool,
    /// The labelled records.
    pub records: Vec<GivenRecord>,
    /// Values that fields do *not* have.
    pub not: Vec<GivenRecord>,
    /// Keys that begin with `x-`: kept, but not interpreted.
    pub extensions: Vec<(String, Json)>,
}

/// One record as given: fields by name; missing fields are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GivenRecord {
    /// Distinct field names, each with its cell.
    pub cells: Vec<(String, GivenCell)>,
}

/// Content given for one field.
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
    /// By text, as a reader sees it, wherever it occurs.
    Text(String),
    /// By place.
    Span(Span),
    /// By text and the number of its occurrence, from 0.
    TextAt {
        /// The text.
        text: String,
        /// The number of the occurrence.
        at: usize,
    },
    /// By an `XPath` on the HTML5 tree.
    Xpath {
        /// The path.
        xpath: String,
        /// The text that the selected node must have.
        text: Option<String>,
    },
    /// By the name of an attribute: its value at the element that is nearest to the other values of the record.
    Attribute {
        /// The name of the attribute.
        attribute: String,
        /// The value that the attribute must have; then all attributes of that name and value are candidates.
        text: Option<String>,
    },
    /// By a CSS selector on the HTML5 tree.
    Css {
        /// The selector.
        css: String,
        /// The text that the selected node must have.
        text: Option<String>,
    },
}

impl Labels {
    /// Size limit of a labels file in bytes. The largest of the benchmark sets has half a megabyte.
    pub const MAX_BYTES: usize = 64 << 20;
    /// Limit of the nesting depth of the JSON.
    pub const MAX_DEPTH: usize = 64;
    /// Limit of the JSON values of one page.
    pub const MAX_VALUES_PER_PAGE: usize = 1_000_000;
    /// Limit of the fields of a record.
    pub const MAX_FIELDS: usize = 1_000;

    /// Parses a labels file. `file` is its name in messages, and `path`s are relative to it.
    ///
    /// # Errors
    /// The error names the file, the page, the record and the field, the value found and the expected one.
    pub fn parse(file: &str, json: &str) -> Result<Self, LabelError> {
        read::labels(file, json)
    }

    /// Parses a labels file, or a table of labels if `file` ends in `.csv` or `.tsv`: a row per record, the page in the
    /// column `page`, a field in each other one. Paths are relative to the file.
    ///
    /// # Errors
    /// As [`Labels::parse`]; of a table, the error names the line.
    pub fn parse_file(file: &str, text: &str) -> Result<Self, LabelError> {
        match table::separator(file) {
            Some(separator) => table::parse(file, text, separator),
            None => Self::parse(file, text),
        }
    }

    /// Whether a file with this name is a table of labels.
    pub fn is_table(file: &str) -> bool {
        table::separator(file).is_some()
    }

    /// Labels made by a program; the fields are in order of first appearance.
    ///
    /// # Errors
    /// If a field holds values in one place and records in another, or a page is listed twice.
    pub fn new(pages: Vec<PageLabels>) -> Result<Self, LabelError> {
        let file = pages.first().map(|page| page.file.clone()).unwrap_or_default();
        Self::with_fields(&file, schema::DeclaredSchema::default(), pages, Vec::new())
    }

    /// Labels with the fields of these labels and other pages.
    ///
    /// # Errors
    /// If a page has a field that is not among them, holds records where values are expected, or is listed twice.
    pub fn with_pages(&self, pages: Vec<PageLabels>) -> Result<Self, LabelError> {
        let file = pages.first().map(|page| page.file.clone()).unwrap_or_default();
        let mut declared = schema::DeclaredSchema::default();
        let at = || LabelAt::file(&file);
        declared.merge(&self.schema).map_err(|problem| LabelError::bad(at(), problem))?;
        Self::with_fields(&file, declared, pages, self.extensions.clone())
    }

    fn with_fields(
        file: &str,
        declared: schema::DeclaredSchema,
        pages: Vec<PageLabels>,
        extensions: Vec<(String, Json)>,
    ) -> Result<Self, LabelError> {
        let pages = merge::without_repeats(pages)?;
        let schema = declared.fit(file, &pages)?;
        Ok(Self { schema, pages, extensions })
    }

    /// The fields, in the order of `fields` in the file, or else of first appearance.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The pages, in the order of the file.
    pub fn pages(&self) -> &[PageLabels] {
        &self.pages
    }

    /// The labels file; [`Labels::parse`] reads it back as equal labels.
    pub fn to_json(&self) -> String {
        write::json(self)
    }
}

impl PageLabels {
    /// A page without labels.
    pub fn new(path: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            path: path.into(),
            url: None,
            encoding: None,
            complete: true,
            is_auto: false,
            records: Vec::new(),
            not: Vec::new(),
            extensions: Vec::new(),
        }
    }

    /// The path of the page, joined to the folder of the labels file.
    ///
    /// ```
    /// # use unhusk_learn::example::PageLabels;
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
    /// Whether the record is known to have no value.
    fn is_empty(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::One(_) => false,
            Self::Many(values) => values.is_empty(),
            Self::Nested(records) => records.is_empty(),
        }
    }
}
