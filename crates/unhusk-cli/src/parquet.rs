//! Pages in the rows of Parquet files.

use std::path::Path;
use unhusk_columns::source::{PageRow, PagesError, ParquetPages};
use unhusk_engine::{Listed, OpenedArchive};
use unhusk_io::source::{ArchiveOptions, Capture, PageOrigin, PageRef, SourceError};

/// Columns for the HTML, if the user names none.
const HTML_COLUMNS: [&str; 3] = ["html", "content", "body"];
const URL_COLUMNS: [&str; 3] = ["url", "uri", "_page"];

/// Opens a Parquet file; `None` for all others.
pub(crate) fn open(page: &PageRef, options: &ArchiveOptions) -> Option<OpenedArchive> {
    let PageOrigin::File(path) = &page.origin else { return None };
    let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
    if !["parquet", "pq"].contains(&ending.as_str()) {
        return None;
    }
    let table = page.name.clone();
    Some(match rows(path, options) {
        Ok(rows) => Box::new(rows.map(move |row| listed(&table, row))),
        Err(error) => Box::new(std::iter::once(Err(unreadable(&table, &error)))),
    })
}

/// Opens the rows with the named columns, or the first existing ones of the usual names.
fn rows(path: &Path, options: &ArchiveOptions) -> Result<ParquetPages, PagesError> {
    let url = options.url_column.as_deref();
    if let Some(html) = &options.html_column {
        return with_url(path, html, url);
    }
    let mut missing = None;
    for html in HTML_COLUMNS {
        match with_url(path, html, url) {
            Err(error @ PagesError::NoColumn { .. }) => missing = missing.or(Some(error)),
            opened => return opened,
        }
    }
    Err(missing.expect("at least one column is looked for"))
}

fn with_url(path: &Path, html: &str, url: Option<&str>) -> Result<ParquetPages, PagesError> {
    if url.is_some() {
        return ParquetPages::open(path, html, url);
    }
    // The column of the pages is required, that of the URLs is not.
    let without = ParquetPages::open(path, html, None)?;
    let named = URL_COLUMNS.iter().find_map(|url| ParquetPages::open(path, html, Some(url)).ok());
    Ok(named.unwrap_or(without))
}

fn listed(table: &str, row: Result<PageRow, PagesError>) -> Listed {
    let row = row.map_err(|error| unreadable(table, &error))?;
    let Some(html) = row.html else {
        let why = "it has no page".to_owned();
        return Err(SourceError::Row { table: table.to_owned(), row: row.row + 1, why });
    };
    let name = row.url.clone().unwrap_or_else(|| format!("{table}#{}", row.row + 1));
    let mut page = PageRef::memory(name, &html);
    page.url = row.url;
    page.capture = Some(Capture { archive: table.to_owned(), offset: 0, date: None });
    Ok(page)
}

fn unreadable(table: &str, error: &PagesError) -> SourceError {
    let why = error.to_string();
    SourceError::Archive { archive: table.to_owned(), offset: 0, n_pages: 0, why }
}
