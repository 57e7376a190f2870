//! Why a page cannot be had: the path, the reason, and what to do where we know it.

use super::unpack::MAX_RATIO;
use std::io;

/// Why a page cannot be had. Messages name the path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The operating system said no.
    #[error("cannot read `{path}`: {}{}", reason(.cause), hint(.near.as_deref()))]
    Io {
        /// The path as given.
        path: String,
        /// An existing path that may have been meant.
        near: Option<String>,
        /// What the operating system said; the message says it in plain words.
        cause: io::Error,
    },
    /// A folder in which no file looks like a page.
    #[error(
        "no pages in the folder `{0}`: no file in it ends in .html, .htm, .xhtml or .txt (or these with .gz or .zst) or \
         begins as a page does"
    )]
    EmptyFolder(String),
    /// A list without a line that names something.
    #[error("the list `{0}` is empty: it names no pages")]
    EmptyList(String),
    /// A list that cannot be read.
    #[error("the list of pages: {0}")]
    List(Box<SourceError>),
    /// A pattern that no file matches.
    #[error("no file matches `{0}`")]
    NoMatch(String),
    /// A pattern that is none.
    #[error("`{pattern}` is not a pattern for file names: {why}")]
    BadPattern {
        /// The pattern as given.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// A folder where a file is needed.
    #[error("`{0}` is a folder, not a file")]
    Folder(String),
    /// Standard input a second time.
    #[error("standard input (`-`) is named twice, but can be read only once")]
    StdinTwice,
    /// A list inside a list.
    #[error(
        "`{line}` in the list `{list}`: a list cannot name another list; name both on the command line"
    )]
    NestedList {
        /// The list.
        list: String,
        /// The line that names another one.
        line: String,
    },
    /// A small file (labels, wrapper, list) that is not small.
    #[error("`{path}` is larger than {limit} bytes, more than any file of its kind needs")]
    TooLarge {
        /// The path as given.
        path: String,
        /// The limit.
        limit: usize,
    },
    /// A small file that is not UTF-8.
    #[error("`{path}` is not UTF-8: byte {at} begins no character; save it as UTF-8")]
    NotUtf8 {
        /// The path as given.
        path: String,
        /// Where the first bad byte is.
        at: usize,
    },
    /// A compressed file that is broken or cut short.
    #[error("cannot unpack `{path}` as {format}: {cause}")]
    Unpack {
        /// The path as given.
        path: String,
        /// How it is packed.
        format: Unpacked,
        /// What is wrong with it.
        cause: io::Error,
    },
    /// A compressed file that unpacks to far more than any page does.
    #[error(
        "stopped unpacking `{path}`: it grows more than {MAX_RATIO} times, as no page does; if you trust it, unpack it yourself"
    )]
    Bomb {
        /// The path as given.
        path: String,
    },
    /// A kind of source that this version does not read.
    #[error("cannot read `{path}`: {kind} come in a later release; {instead}")]
    Later {
        /// The argument as given.
        path: String,
        /// What it is.
        kind: &'static str,
        /// What to do until then.
        instead: &'static str,
    },
}

impl SourceError {
    /// Whether what was named is no page at all, rather than a page that cannot be read.
    pub fn names_no_page(&self) -> bool {
        matches!(
            self,
            Self::EmptyFolder(_)
                | Self::EmptyList(_)
                | Self::List(_)
                | Self::NoMatch(_)
                | Self::BadPattern { .. }
                | Self::NestedList { .. }
        )
    }
}

/// How a file was packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpacked {
    /// RFC 1952, possibly several members.
    Gzip,
    /// RFC 8878, possibly several frames.
    Zstd,
}

impl std::fmt::Display for Unpacked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        })
    }
}

/// The operating system's words without Rust's `(os error 2)`.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

fn hint(near: Option<&str>) -> String {
    near.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}
