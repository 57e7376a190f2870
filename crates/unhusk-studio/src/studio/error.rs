//! Errors as the app shows them: the problem, and a remedy.

use crate::pages::PageError;
use crate::place::PlaceError;
use serde::Serialize;

/// Reason why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StudioError {
    /// The status of the answer.
    #[serde(skip)]
    pub status: u16,
    /// The kind, for programs.
    pub kind: &'static str,
    /// The problem, and its place.
    pub say: String,
    /// The remedy.
    pub offer: String,
}

impl StudioError {
    /// A request that cannot be met as it is.
    pub fn bad(say: impl Into<String>, offer: impl Into<String>) -> Self {
        Self { status: 400, kind: "bad-request", say: say.into(), offer: offer.into() }
    }

    /// The requested item is missing.
    pub fn missing(say: impl Into<String>, offer: impl Into<String>) -> Self {
        Self { status: 404, kind: "missing", say: say.into(), offer: offer.into() }
    }

    /// Another window has the task.
    pub fn read_only() -> Self {
        Self {
            status: 409,
            kind: "read-only",
            say: "another window is working on this task".to_owned(),
            offer: "take over here; the other window then only watches".to_owned(),
        }
    }

    /// Creates the error that no wrapper was learnt yet.
    pub fn no_wrapper() -> Self {
        Self::missing("there is nothing to read with yet", "click a value on the page first")
    }

    /// A file cannot be written.
    pub fn not_written(say: impl Into<String>) -> Self {
        Self {
            status: 507,
            kind: "not-written",
            say: say.into(),
            offer:
                "free some space or make the folder writable, then try again; or download the file"
                    .to_owned(),
        }
    }
}

impl From<PlaceError> for StudioError {
    fn from(error: PlaceError) -> Self {
        Self {
            kind: "place",
            ..Self::bad(error.to_string(), "choose another place, or an attribute with A")
        }
    }
}

impl From<PageError> for StudioError {
    fn from(error: PageError) -> Self {
        Self::missing(error.to_string(), "choose another page")
    }
}
