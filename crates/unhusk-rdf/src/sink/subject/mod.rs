//! IRIs of pages and records: names that stay equal from run to run.
//!
//! A page is its address, else `urn:sha256:` and the hash of its source. A record is its page, `#` and a key made of
//! the values that name it: an identifier or address of its own, else its name and date, else all its values. So a
//! record keeps its name when others come before it, and mostly when it changes.

use oxiri::Iri;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use unhusk_wrapper::record::{Cell, Record, Schema};
use unhusk_wrapper::sink::SourcePage;

/// Properties that name a record; the first row of which the record has a value is used.
const NAMING: [&[&str]; 2] = [
    &[
        "https://schema.org/identifier",
        "https://schema.org/url",
        "https://schema.org/sku",
        "https://schema.org/isbn",
        "http://purl.org/dc/terms/identifier",
        "http://purl.org/dc/elements/1.1/identifier",
    ],
    &[
        "https://schema.org/name",
        "https://schema.org/headline",
        "https://schema.org/title",
        "https://schema.org/startDate",
        "https://schema.org/datePublished",
        "http://purl.org/dc/terms/title",
        "http://purl.org/dc/elements/1.1/title",
        "http://xmlns.com/foaf/0.1/name",
    ],
];

/// Hexadecimal digits of a key: two records collide by chance only on a page of four thousand million.
const KEY_DIGITS: usize = 16;

/// A page as the subject of statements, and the base of relative addresses on it.
#[derive(Debug, Clone)]
pub(super) struct PageName {
    pub(super) iri: String,
    base: Option<Iri<String>>,
}

impl PageName {
    pub(super) fn new(page: &SourcePage) -> Self {
        let url = page.url.as_deref().and_then(|url| Iri::parse(url.to_owned()).ok());
        let base = match (&url, &page.base) {
            (Some(url), Some(base)) => url.resolve(base).ok(),
            (None, Some(base)) => Iri::parse(base.clone()).ok(),
            (_, None) => url.clone(),
        };
        // A page cannot turn its links into programs: `<base href="javascript:...">` is ignored.
        let base = base.filter(|base| ["http", "https", "ftp", "file"].contains(&base.scheme()));
        let base = base.or_else(|| url.clone());
        let iri = match (url, &page.sha256) {
            (Some(url), _) => url.as_str().split('#').next().unwrap_or_default().to_owned(),
            (None, Some(sha256)) => format!("urn:sha256:{sha256}"),
            (None, None) => format!("urn:unhusk:page:{}", encoded(&portable(&page.name))),
        };
        Self { iri, base }
    }

    /// An address on the page, made whole; `None` if it is relative and the page has no address.
    pub(super) fn resolve(&self, reference: &str) -> Option<String> {
        let whole = match &self.base {
            Some(base) => base.resolve(reference).ok(),
            None => Iri::parse(reference.to_owned()).ok(),
        };
        whole.map(Iri::into_inner)
    }
}

/// Gives the records of one page their keys; equal keys are distinguished by numbers.
#[derive(Debug)]
pub(super) struct Keys {
    /// For each row of [`NAMING`], the fields with its properties.
    naming: Vec<Vec<usize>>,
    taken: BTreeMap<String, usize>,
}

impl Keys {
    pub(super) fn new(schema: &Schema) -> Self {
        let is_in = |at: usize, row: &[&str]| {
            let iri = schema.fields()[at].iri.as_deref().map(|name| schema.iri(name));
            iri.is_some_and(|iri| row.contains(&&*crate::vocabulary::secure(&iri)))
        };
        let fields_in =
            |row: &&[&str]| (0..schema.fields().len()).filter(|at| is_in(*at, row)).collect();
        Self { naming: NAMING.iter().map(fields_in).collect(), taken: BTreeMap::new() }
    }

    /// Starts the keys of another page.
    pub(super) fn begin_page(&mut self) {
        self.taken.clear();
    }

    pub(super) fn key(&mut self, record: &Record<'_>) -> String {
        let named = self.naming.iter().find(|fields| has_value(record, fields));
        let mut hash = Sha256::new();
        match named {
            Some(fields) => {
                for at in fields {
                    add_cell(*at, &record.cells[*at], &mut hash);
                }
            }
            None => add_record(record, &mut hash),
        }
        let key = hex(&hash.finalize(), KEY_DIGITS);
        let n_before = self.taken.entry(key.clone()).or_default();
        *n_before += 1;
        if *n_before == 1 { key } else { format!("{key}-{n_before}") }
    }
}

fn has_value(record: &Record<'_>, fields: &[usize]) -> bool {
    fields.iter().any(|at| match record.cells.get(*at) {
        Some(Cell::One(value)) => !value.text.is_empty(),
        Some(Cell::Many(values)) => !values.is_empty(),
        _ => false,
    })
}

/// Recurses on the nesting of the schema, which is limited.
fn add_record(record: &Record<'_>, hash: &mut Sha256) {
    record.cells.iter().enumerate().for_each(|(at, cell)| add_cell(at, cell, hash));
    hash.update([0xff]);
}

/// Adds a cell to the hash. Every part is framed, so that moving text from one value to the next changes the hash.
fn add_cell(at: usize, cell: &Cell<'_>, hash: &mut Sha256) {
    let mut add_text = |text: &str| {
        hash.update((at as u64).to_le_bytes());
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    match cell {
        Cell::Absent => {}
        Cell::One(value) => add_text(&value.text),
        Cell::Many(values) => values.iter().for_each(|value| add_text(&value.text)),
        Cell::Nested(records) => {
            hash.update([0xfe]);
            for record in records {
                add_record(record, hash);
            }
        }
    }
}

/// SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text), 64)
}

fn hex(bytes: &[u8], n_digits: usize) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(digits, "{byte:02x}").expect("writing to a string cannot fail");
    }
    digits.truncate(n_digits);
    digits
}

/// Returns the name of a page without the folders of this machine: an absolute path becomes its hash and its file name.
fn portable(name: &str) -> Cow<'_, str> {
    if !Path::new(name).is_absolute() {
        return Cow::Borrowed(name);
    }
    let file_name = name.rsplit('/').next().unwrap_or_default();
    Cow::Owned(format!("{}/{file_name}", &sha256(name)[..KEY_DIGITS]))
}

/// A name as a part of an IRI: everything but letters, digits, `-`, `.`, `_` and `/` of ASCII is encoded.
pub(super) fn encoded(name: &str) -> String {
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    encoded
}

#[cfg(test)]
mod tests;
