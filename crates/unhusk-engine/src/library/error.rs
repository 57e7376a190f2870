//! Why something cannot be done with a library.

use super::version::Version;
use std::io;
use std::path::Path;

/// Why something cannot be done with a library.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// A name that cannot be that of a wrapper.
    #[error(
        "`{0}` cannot be the name of a wrapper: use small letters, digits, `-`, `.` and `_`, at most 64"
    )]
    BadName(String),
    /// Something else is there than was to be replaced.
    #[error("`{name}` was changed by someone else: {}; look at it, and add your version again", now(.current.as_ref()))]
    Changed {
        /// The name of the wrapper.
        name: String,
        /// What is there.
        current: Option<Version>,
    },
    /// A file that is not what it should be.
    #[error("`{path}` is damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
    /// The operating system said no.
    #[error("`{path}`: {cause}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the operating system said.
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
