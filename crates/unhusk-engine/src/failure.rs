//! Reason why a page has no records: a code for programs, a message for people, and the place of the page.

use crate::library::NoMatch;
use serde::{Deserialize, Serialize};
use unhusk_io::source::SourceError;

/// A page that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageFailure {
    /// The name of the page, or the argument that names none.
    pub page: String,
    /// The archive that contains it; `None` for a page in a file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The kind of failure.
    pub code: FailureCode,
    /// The whole message.
    pub message: String,
    /// Whether the argument is no page at all: an empty folder, a pattern without matches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names_no_page: bool,
}

/// The kinds of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FailureCode {
    /// The operating system could not read the bytes.
    Unreadable,
    /// The bytes cannot be unpacked.
    Damaged,
    /// The bytes unpack to far more than the size of a page.
    Bomb,
    /// The argument is no page.
    NoPage,
    /// A kind of source that is not supported, or is used in a wrong way.
    Unsupported,
    /// No wrapper of the library is for the page, or several are.
    NoWrapper,
    /// A page that should have records and has none.
    NoRecords,
    /// A bug of this program.
    Internal,
}

impl PageFailure {
    /// The failure of a page, or of an argument that names none.
    pub fn of_source(page: &str, error: &SourceError) -> Self {
        let page = if page.is_empty() { path(error).unwrap_or_default() } else { page };
        Self {
            page: page.to_owned(),
            file: None,
            code: FailureCode::of(error),
            message: error.to_string(),
            names_no_page: error.names_no_page(),
        }
    }

    /// A failure of a page.
    pub fn new(page: &str, code: FailureCode, message: String) -> Self {
        Self { page: page.to_owned(), file: None, code, message, names_no_page: false }
    }

    /// Adds the file that contains the page, unless the page is that file.
    #[must_use]
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        if !file.is_empty() && file != self.page {
            self.file = Some(file.to_owned());
        }
        self
    }

    /// A detail page on which nothing is read.
    pub fn without_records(page: &str) -> Self {
        Self::new(page, FailureCode::NoRecords, "no records on this page".to_owned())
    }

    /// A page that no wrapper of a library is for, or several are.
    pub fn without_wrapper(page: &str, error: &NoMatch) -> Self {
        Self::new(page, FailureCode::NoWrapper, error.to_string())
    }

    /// A panic while a page was read.
    pub fn internal(page: &str, why: &str) -> Self {
        let message = format!("internal error: {why}; please report this with the page");
        Self::new(page, FailureCode::Internal, message)
    }

    /// The message, which always names the page.
    pub fn named_message(&self) -> String {
        if self.page.is_empty() || self.message.contains(&self.page) {
            self.message.clone()
        } else {
            format!("{}: {}", self.page, self.message)
        }
    }
}

impl FailureCode {
    fn of(error: &SourceError) -> Self {
        match error {
            SourceError::Io { .. } | SourceError::List(_) | SourceError::NotUtf8 { .. } => {
                Self::Unreadable
            }
            SourceError::Unpack { .. }
            | SourceError::Record { .. }
            | SourceError::Archive { .. }
            | SourceError::Row { .. } => Self::Damaged,
            SourceError::Bomb { .. } => Self::Bomb,
            error if error.names_no_page() => Self::NoPage,
            _ => Self::Unsupported,
        }
    }
}

/// Returns the path in the message of an error.
fn path(error: &SourceError) -> Option<&str> {
    match error {
        SourceError::Io { path, .. }
        | SourceError::Unpack { path, .. }
        | SourceError::Bomb { path }
        | SourceError::TooLarge { path, .. }
        | SourceError::NotUtf8 { path, .. }
        | SourceError::Record { uri: Some(path), .. }
        | SourceError::Record { archive: path, .. }
        | SourceError::Archive { archive: path, .. }
        | SourceError::Row { table: path, .. }
        | SourceError::NoColumn { table: path, .. }
        | SourceError::EmptyFolder { folder: path, .. }
        | SourceError::BadPattern { pattern: path, .. }
        | SourceError::NestedList { line: path, .. }
        | SourceError::EmptyList(path)
        | SourceError::NoMatch(path)
        | SourceError::Folder(path)
        | SourceError::Link(path)
        | SourceError::ManyPages(path)
        | SourceError::OverMemory { archive: path, .. }
        | SourceError::Url(path) => Some(path),
        SourceError::List(of) => self::path(of),
        _ => None,
    }
}
