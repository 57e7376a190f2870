//! Tables with a column of HTML (JSON Lines, CSV, TSV) -> one page per row.

mod csv;
mod json;
mod json_row;

pub(super) use csv::CsvReader;
pub(super) use json::JsonLinesReader;

use super::SourceError;
use super::capture::ArchiveOptions;

/// Columns that may contain the HTML; the first that exists is used.
const HTML_COLUMNS: [&str; 3] = ["html", "content", "body"];
/// Columns that may contain the URL.
const URL_COLUMNS: [&str; 3] = ["url", "uri", "_page"];
/// Columns that may contain the encoding.
const CHARSET_COLUMNS: [&str; 2] = ["charset", "encoding"];
/// Columns that may contain the time of capture.
const DATE_COLUMNS: [&str; 3] = ["fetched_at", "date", "timestamp"];

/// The columns of a table that are used: positions in the header of a CSV file, or names in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Columns {
    html: usize,
    url: Option<usize>,
    charset: Option<usize>,
    date: Option<usize>,
}

impl Columns {
    /// Chooses columns by their names.
    ///
    /// # Errors
    /// If no column contains the HTML, or a named column does not exist.
    fn choose(
        table: &str,
        names: &[String],
        options: &ArchiveOptions,
    ) -> Result<Self, SourceError> {
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let first = |wanted: &[&str]| wanted.iter().find_map(|&wanted| place(wanted));
        let missing = |wanted: &str, content| SourceError::NoColumn {
            table: table.to_owned(),
            wanted: wanted.to_owned(),
            columns: names.to_vec(),
            content,
        };
        let html = match &options.html_column {
            Some(name) => place(name).ok_or_else(|| missing(&format!("`{name}`"), "HTML"))?,
            None => first(&HTML_COLUMNS)
                .ok_or_else(|| missing("`html`, `content` or `body`", "HTML"))?,
        };
        let url = match &options.url_column {
            Some(name) => Some(place(name).ok_or_else(|| missing(&format!("`{name}`"), "URLs"))?),
            None => first(&URL_COLUMNS),
        };
        Ok(Self { html, url, charset: first(&CHARSET_COLUMNS), date: first(&DATE_COLUMNS) })
    }
}

#[cfg(test)]
mod tests;
