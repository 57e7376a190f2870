//! Errors of a library.

use super::version::Version;
use std::io;
use std::path::Path;

/// Reason why an operation on a library failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// A name that cannot be that of a wrapper.
    #[error(
        "`{0}` cannot be the name of a wrapper: use small letters, digits, `-`, `.` and `_`, at most 64"
    )]
    BadName(String),
    /// The present version is not the one that was to be replaced.
    #[error("`{name}` was changed by someone else: {}; look at it, and add your version again", now(.current.as_ref()))]
    Changed {
        /// The name of the wrapper.
        name: String,
        /// The present version.
        current: Option<Version>,
    },
    /// A file that is not in its format.
    #[error("`{path}` is damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// The problem.
        what: String,
    },
    /// The operating system reported an error.
    #[error("`{path}`: {cause}")]
    Io {
        /// The file or folder.
        path: String,
        /// The error of the operating system.
        cause: io::Error,
    },
}

impl LibraryError {
    pub(super) fn io(path: &Path, cause: io::Error) -> Self {
        Self::Io { path: path.display().to_string(), cause }
    }
}

fn now(current: Option<&Version>) -> String {
    match current {
        Some(version) => format!("version {} ({}) is there now", version.number, version.hash),
        None => "there is none now".to_owned(),
    }
}
