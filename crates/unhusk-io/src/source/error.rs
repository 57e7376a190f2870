//! Reason why a page cannot be read: the path, the cause, and a remedy if one is known.

use super::unpack::MAX_RATIO;
use std::io;

/// Reason why a page cannot be read. Messages name the path.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The operating system reported an error.
    #[error("cannot read `{path}`: {}{}", reason(.cause), hint(.near.as_deref()))]
    Io {
        /// The path as given.
        path: String,
        /// An existing path that may have been meant.
        near: Option<String>,
        /// The error of the operating system; the message rephrases it in plain words.
        cause: io::Error,
    },
    /// A folder in which no file is a page.
    #[error("no pages in the folder `{folder}`: {}", no_page_among(*.n_files, .first.as_deref()))]
    EmptyFolder {
        /// The folder as given.
        folder: String,
        /// Number of files in it.
        n_files: usize,
        /// The first of them.
        first: Option<String>,
    },
    /// A list without entries.
    #[error("the list `{0}` is empty: it names no pages")]
    EmptyList(String),
    /// A list that cannot be read.
    #[error("the list of pages: {0}")]
    List(Box<SourceError>),
    /// A pattern that no file matches.
    #[error("no file matches `{0}`")]
    NoMatch(String),
    /// An invalid pattern.
    #[error("`{pattern}` is not a pattern for file names: {why}")]
    BadPattern {
        /// The pattern as given.
        pattern: String,
        /// The problem.
        why: String,
    },
    /// A folder where a file is needed.
    #[error("`{0}` is a folder, not a file")]
    Folder(String),
    /// A symbolic link, where none is followed.
    #[error("`{0}` is a symbolic link, which is not followed here")]
    Link(String),
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
    /// A small file (labels, wrapper, list) that exceeds its limit.
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
        /// Position of the first invalid byte.
        at: usize,
    },
    /// A compressed file that is broken or cut short.
    #[error("cannot unpack `{path}` as {format}: {cause}")]
    Unpack {
        /// The path as given.
        path: String,
        /// The compression.
        format: Unpacked,
        /// The problem.
        cause: io::Error,
    },
    /// A compressed file that unpacks to far more than the size of any page.
    #[error(
        "stopped unpacking `{path}`: it grows more than {MAX_RATIO} times, as no page does; if you trust it, unpack it yourself"
    )]
    Bomb {
        /// The path as given.
        path: String,
    },
    /// A record of an archive that cannot be read; the records after it can.
    #[error("cannot read the page at byte {offset} of `{archive}`{}: {why}", in_brackets(.uri.as_deref()))]
    Record {
        /// The archive as given.
        archive: String,
        /// Start of the record in the archive.
        offset: u64,
        /// The URL of the page, if it is known.
        uri: Option<String>,
        /// The problem.
        why: String,
    },
    /// A row of a table that has no page.
    #[error("row {row} of `{table}`: {why}")]
    Row {
        /// The file as given.
        table: String,
        /// Number of the row, from 1, the header of a table not counted.
        row: u64,
        /// The problem.
        why: String,
    },
    /// An archive that cannot be read to its end.
    #[error("cannot read `{archive}` from byte {offset} on, after {}: {why}", pages(*.n_pages))]
    Archive {
        /// The archive as given.
        archive: String,
        /// Start of the part that cannot be read.
        offset: u64,
        /// Number of pages that were read.
        n_pages: u64,
        /// The problem.
        why: String,
    },
    /// A table without the column of pages, or of their URLs.
    #[error(
        "`{table}` has no column {wanted}; its columns are {}; name the one that has the {content}",
        listed(.columns)
    )]
    NoColumn {
        /// The file as given.
        table: String,
        /// The column or columns that were searched for.
        wanted: String,
        /// The columns of the table.
        columns: Vec<String>,
        /// Content of the missing column: HTML or URLs.
        content: &'static str,
    },
    /// An archive where one page is needed.
    #[error("`{0}` is an archive, which may contain many pages, and cannot be read as one page")]
    ManyPages(String),
    /// Archives whose pages are too large to be kept in memory at once.
    #[error(
        "the pages up to those of `{archive}` are more than {limit} bytes, too much to be kept in memory at once; \
         name fewer pages"
    )]
    OverMemory {
        /// The archive at which the limit was reached.
        archive: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// A URL where a file or archive is needed.
    #[error(
        "cannot read `{0}`: pages are read from files; fetch it into an archive first: \
         unhusk fetch '{0}' -o site.warc.gz"
    )]
    Url(String),
}

impl SourceError {
    /// Whether a part of an archive or table cannot be read; the other pages of it can.
    pub fn is_about_a_record(&self) -> bool {
        matches!(self, Self::Record { .. } | Self::Row { .. } | Self::Archive { .. })
    }

    /// Whether the argument is no page at all, rather than a page that cannot be read.
    pub fn names_no_page(&self) -> bool {
        matches!(
            self,
            Self::EmptyFolder { .. }
                | Self::EmptyList(_)
                | Self::List(_)
                | Self::NoMatch(_)
                | Self::BadPattern { .. }
                | Self::NestedList { .. }
        )
    }
}

/// Compression of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpacked {
    /// RFC 1952, possibly several members.
    Gzip,
    /// RFC 8878, possibly several frames.
    Zstd,
    /// RFC 7932.
    Brotli,
    /// RFC 1951, with or without the header of RFC 1950: the content coding `deflate`.
    Deflate,
}

impl std::fmt::Display for Unpacked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Brotli => "brotli",
            Self::Deflate => "deflate",
        })
    }
}

/// Returns the message of the operating system without Rust's `(os error 2)`.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns why a folder with this number of files has no page.
fn no_page_among(n_files: usize, first: Option<&str>) -> String {
    let Some(first) = first else { return "it is empty".to_owned() };
    let files = match n_files {
        1 => format!("its only file, `{first}`, is no page"),
        n => format!("none of its {n} files is a page, such as `{first}`"),
    };
    format!(
        "{files}; pages end in .html, .htm, .xhtml, .txt, .warc, .zip and the like, or begin with a tag of HTML; \
         to read another file as a page, or a table (.jsonl, .csv, .tsv, .parquet), name the file"
    )
}

fn hint(near: Option<&str>) -> String {
    near.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

fn in_brackets(uri: Option<&str>) -> String {
    uri.map(|uri| format!(" ({uri})")).unwrap_or_default()
}

fn pages(n_pages: u64) -> String {
    if n_pages == 1 { "1 page".to_owned() } else { format!("{n_pages} pages") }
}

/// Returns the names of columns for a message; only the first if there are many.
fn listed(columns: &[String]) -> String {
    const MAX_NAMED: usize = 20;
    let mut named: Vec<String> =
        columns.iter().take(MAX_NAMED).map(|column| format!("`{}`", shortened(column))).collect();
    if columns.len() > MAX_NAMED {
        named.push(format!("{} more", columns.len() - MAX_NAMED));
    }
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}

/// The beginning of a name that may be as long as a page.
fn shortened(name: &str) -> String {
    const MAX_CHARS: usize = 60;
    let mut chars = name.chars();
    let start: String = chars.by_ref().take(MAX_CHARS).collect();
    if chars.next().is_some() { format!("{start}...") } else { start }
}
