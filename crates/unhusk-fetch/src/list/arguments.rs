//! Arguments of the command line -> URLs: a URL, one with `{1..5}`, or `@list.txt`.

use super::ranges::{MAX_EXPANDED, expand};
use std::fs::File;
use std::io::{self, Read};

/// Limit on the bytes of a list.
const MAX_LIST_BYTES: u64 = 64 << 20;

/// Reason why an argument has no URLs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The file cannot be read.
    #[error("cannot read the list `{path}`: {cause}")]
    Io {
        /// The file.
        path: String,
        /// The cause.
        cause: io::Error,
    },
    /// The file is too large.
    #[error("the list `{0}` has more than {MAX_LIST_BYTES} bytes; split it")]
    TooLarge(String),
    /// The file has no URL.
    #[error("the list `{0}` has no URLs; write one in each line")]
    Empty(String),
    /// A range expands to too many URLs.
    #[error("`{0}` stands for more than {MAX_EXPANDED} URLs; use smaller ranges")]
    TooMany(String),
}

/// Returns the URLs of all arguments, in order.
pub fn arguments(arguments: &[String]) -> Result<Vec<String>, ListError> {
    let mut urls = Vec::new();
    for argument in arguments {
        match argument.strip_prefix('@') {
            Some(path) => {
                let n_before = urls.len();
                for line in read_list(path)?.lines() {
                    let line = line.trim_matches(['\u{FEFF}', ' ', '\t', '\r']);
                    if !line.is_empty() && !line.starts_with('#') {
                        urls.extend(expanded(line)?);
                    }
                }
                if urls.len() == n_before {
                    return Err(ListError::Empty(path.to_owned()));
                }
            }
            None => urls.extend(expanded(argument)?),
        }
    }
    Ok(urls)
}

fn expanded(text: &str) -> Result<Vec<String>, ListError> {
    expand(text).ok_or_else(|| ListError::TooMany(text.to_owned()))
}

fn read_list(path: &str) -> Result<String, ListError> {
    let failed = |cause| ListError::Io { path: path.to_owned(), cause };
    let mut text = String::new();
    let input: Box<dyn Read> = match path {
        "-" => Box::new(io::stdin()),
        path => Box::new(File::open(path).map_err(failed)?),
    };
    input.take(MAX_LIST_BYTES + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > MAX_LIST_BYTES {
        return Err(ListError::TooLarge(path.to_owned()));
    }
    Ok(text)
}
