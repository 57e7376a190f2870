//! The file that names a recognizer for each field, in TOML.
//!
//! ```toml
//! [[field]]
//! name = "price"
//! recognizer = "money"      # one that is built in; or
//! # pattern = '\$(\d+)'     # a regular expression, whose first group is the value; or
//! # words = "makers.txt"    # a file with one word a line, or a list of words; or
//! # like = "old.jsonl"      # records or values that were extracted before, or a list of values
//! is = "perfect"            # perfect, incomplete, unsound or unreliable
//! in = "text"               # text (the default), attributes or source
//! whole = false             # whether it must be all of a text or attribute value
//! ```
//!
//! Files are resolved against the folder of the file that names them.

mod entry;
mod error;
mod values;

#[cfg(test)]
mod tests;

pub use error::{EntryProblem, RecognizersFileError};

use crate::source::read_small;
use entry::RecognizerEntry;
use serde::Deserialize;
use std::path::Path;
use unhusk::example::recognize::Recognizers;

/// Largest file of recognizers that is read.
const MAX_BYTES: usize = 4 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    field: Vec<RecognizerEntry>,
}

/// Reads the recognizers in a file (`-` is standard input), and the lists and values that it names.
///
/// # Errors
/// If a file cannot be read, is no such file, or names an unknown recognizer.
pub fn read(path: &str) -> Result<Recognizers, RecognizersFileError> {
    let text = read_small(path, MAX_BYTES)?;
    parse(path, &text)
}

fn parse(path: &str, text: &str) -> Result<Recognizers, RecognizersFileError> {
    let file: File = toml::from_str(text).map_err(|error| RecognizersFileError::Syntax {
        path: path.to_owned(),
        line: error.span().map(|span| line_of(text, span.start)),
        why: error.message().to_owned(),
    })?;
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let mut fields = Vec::with_capacity(file.field.len());
    for entry in file.field {
        let name = entry.name.clone();
        fields.push(entry.recognizer(folder).map_err(|problem| RecognizersFileError::Entry {
            path: path.to_owned(),
            field: name,
            problem: Box::new(problem),
        })?);
    }
    Recognizers::new(fields)
        .map_err(|error| RecognizersFileError::Together { path: path.to_owned(), error })
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..text.floor_char_boundary(at)].matches('\n').count()
}
