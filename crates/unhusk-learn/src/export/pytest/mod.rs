//! A test for pytest: pages of a wrapper, the records that it reads from them, and a program that reads them again with
//! the Python package.
//!
//! The pages are written decoded, as UTF-8, and read as text, so that no encoding is detected again. Texts of a page
//! are in the pages and in JSON alone; the program contains none of them.

#[cfg(test)]
mod tests;

use unhusk_page::Page;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::sink::{JsonArray, JsonLines, Sink, Spans};

/// The program, but for the list of pages.
const PROGRAM: &str = include_str!("program.py");
/// The line of [`PROGRAM`] that is replaced by the list.
const LIST: &str = "PAGES = []\n";
/// Characters of a file name that come from the name of its page.
const MAX_NAME: usize = 40;

/// The files of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PytestSuite {
    /// Their paths below the folder of the test, with `/`, and their contents.
    pub files: Vec<(String, String)>,
    /// The number of expected records.
    pub n_records: usize,
    /// Names of the pages on which nothing is read.
    pub empty: Vec<String>,
}

/// A page that the Python package reads otherwise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{name}` is read otherwise when it is given as text (a page that is no HTML?); leave it out"
)]
pub struct ReadOtherwise {
    /// The name of the page.
    pub name: String,
}

impl PytestSuite {
    /// The test of a wrapper on pages, given with their names; `name` is that of the test.
    ///
    /// # Errors
    /// If a page is plain text, which the Python package does not read.
    pub fn new(
        name: &str,
        wrapper: &Wrapper,
        pages: &[(String, Page)],
    ) -> Result<Self, ReadOtherwise> {
        let width = pages.len().to_string().len();
        let (mut names, mut empty, mut n_records) = (Vec::new(), Vec::new(), 0);
        let program = format!("test_{}.py", slug(name).replace('-', "_"));
        let mut files =
            vec![(program, String::new()), ("wrapper.json".to_owned(), wrapper.to_json())];
        for (number, (name, page)) in (1..).zip(pages) {
            let as_text = Page::from(page.source());
            let records = wrapper.extract(&as_text).records;
            if records != wrapper.extract(page).records {
                return Err(ReadOtherwise { name: name.clone() });
            }
            n_records += records.len();
            if records.is_empty() {
                empty.push(name.clone());
            }
            let file = format!("{number:0width$}-{}", slug(stem(name)));
            let json = expected(name, &wrapper.schema, &records);
            files.push((format!("pages/{file}.html"), page.source().to_owned()));
            files.push((format!("pages/{file}.json"), json));
            names.push(file);
        }
        files[0].1 = PROGRAM.replace(LIST, &list(&names));
        Ok(Self { files, n_records, empty })
    }
}

/// The expected records of a page.
fn expected(name: &str, schema: &Schema, records: &[unhusk_wrapper::record::Record<'_>]) -> String {
    let mut json = Vec::new();
    let mut sink = JsonArray::of_lines(JsonLines::new(schema, Spans::Omit, &mut json).page(None));
    let written = records.iter().try_for_each(|record| sink.write(name, record));
    written.and_then(|()| sink.finish()).expect("writing to memory does not fail");
    drop(sink);
    let records = String::from_utf8(json).expect("JSON is UTF-8");
    let name = serde_json::Value::from(name);
    format!("{{\"page\": {name},\n\"records\": {}}}\n", records.trim_end())
}

/// The list of pages in Python. Names of files are letters, digits and hyphens.
fn list(names: &[String]) -> String {
    let lines: Vec<String> = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    format!("PAGES = [\n{}]\n", lines.concat())
}

/// The last part of a path or URL, without its ending.
fn stem(name: &str) -> &str {
    let path = name.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    last.split('.').next().unwrap_or_default()
}

/// A name of small letters, digits and hyphens, for files of any system.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() == MAX_NAME {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "page".to_owned() } else { slug.to_owned() }
}
