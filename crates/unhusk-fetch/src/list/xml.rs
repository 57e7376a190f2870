//! A sitemap, a sitemap index or a feed (RSS, Atom) -> the URLs that it lists. Entities are not expanded, and document
//! type definitions are skipped.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// URLs of one file that are read (the limit of the sitemap protocol).
pub(super) const MAX_URLS: usize = 50_000;
/// Limit on the nesting of elements.
const MAX_DEPTH: usize = 64;
/// Limit on the bytes of a URL.
const MAX_URL_BYTES: usize = 8 << 10;

/// URLs in a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Document {
    /// URLs of pages.
    pub(crate) pages: Vec<String>,
    /// URLs of other sitemaps.
    pub(crate) sitemaps: Vec<String>,
    /// Reason why the file was not read completely.
    pub(crate) problem: Option<String>,
}

impl Document {
    fn is_full(&self) -> bool {
        self.pages.len() + self.sitemaps.len() >= MAX_URLS
    }

    fn stop(mut self, why: impl Into<String>) -> Self {
        self.problem = Some(why.into());
        self
    }
}

/// Reads a file. A text file has one URL in each line.
pub(crate) fn parse(bytes: &[u8]) -> Document {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match bytes.trim_ascii_start().first() {
        Some(b'<') => parse_xml(bytes),
        _ => parse_lines(&String::from_utf8_lossy(bytes)),
    }
}

fn parse_lines(text: &str) -> Document {
    let mut document = Document::default();
    let is_url = |line: &&str| line.starts_with("http://") || line.starts_with("https://");
    for url in text.lines().map(str::trim).filter(is_url) {
        if document.is_full() {
            return document.stop(too_many());
        }
        document.pages.push(url.to_owned());
    }
    if document.pages.is_empty() {
        return document.stop("it is neither XML nor a list of URLs");
    }
    document
}

fn parse_xml(bytes: &[u8]) -> Document {
    let mut reader = Reader::from_reader(bytes);
    let mut document = Document::default();
    // Names of the open elements, without prefixes.
    let mut open: Vec<Vec<u8>> = Vec::new();
    let mut text = String::new();
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let at = reader.error_position();
                return document.stop(format!("it is not well-formed at byte {at}: {error}"));
            }
        };
        match event {
            Event::Eof if open.is_empty() => return document,
            Event::Eof => return document.stop("it ends too early"),
            Event::Start(element) => {
                if open.len() >= MAX_DEPTH {
                    return document.stop("its elements are nested too deeply");
                }
                take_link(&element, &open, &mut document);
                open.push(element.local_name().as_ref().to_vec());
                text.clear();
            }
            Event::Empty(element) => take_link(&element, &open, &mut document),
            Event::Text(piece) => push(&mut text, &piece),
            Event::CData(piece) => push(&mut text, &piece),
            Event::GeneralRef(name) => text.extend(character(&name)),
            Event::End(_) => {
                take_text(&text, &open, &mut document);
                text.clear();
                open.pop();
            }
            _ => {}
        }
        if document.is_full() {
            return document.stop(too_many());
        }
    }
}

fn too_many() -> String {
    format!("it lists {MAX_URLS} URLs or more; the first {MAX_URLS} are taken")
}

fn push(text: &mut String, piece: &[u8]) {
    if text.len() < MAX_URL_BYTES {
        text.push_str(&String::from_utf8_lossy(piece));
    }
}

/// The five entities of XML and character references; others are dropped.
fn character(name: &BytesRef<'_>) -> Option<char> {
    match &name[..] {
        b"amp" => Some('&'),
        b"lt" => Some('<'),
        b"gt" => Some('>'),
        b"quot" => Some('"'),
        b"apos" => Some('\''),
        _ => name.resolve_char_ref().ok().flatten(),
    }
}

/// Takes the text of an element that ends: `loc` of sitemaps, `link` of RSS.
fn take_text(text: &str, open: &[Vec<u8>], document: &mut Document) {
    let url = text.trim();
    if url.is_empty() {
        return;
    }
    match open {
        [.., parent, name] if name == b"loc" && parent == b"url" => {
            document.pages.push(url.to_owned());
        }
        [.., parent, name] if name == b"loc" && parent == b"sitemap" => {
            document.sitemaps.push(url.to_owned());
        }
        [.., parent, name] if name == b"link" && parent == b"item" => {
            document.pages.push(url.to_owned());
        }
        _ => {}
    }
}

/// Takes the link of an entry of Atom: `<link href="..."/>`, of the relation `alternate`, which is the default.
fn take_link(element: &BytesStart<'_>, open: &[Vec<u8>], document: &mut Document) {
    let is_entry = open.last().is_some_and(|parent| parent == b"entry");
    if !is_entry || element.local_name().as_ref() != b"link" {
        return;
    }
    let value = |name: &str| {
        let attribute = element.try_get_attribute(name).ok().flatten()?;
        let value = String::from_utf8_lossy(&attribute.value).into_owned();
        quick_xml::escape::unescape(&value).ok().map(std::borrow::Cow::into_owned)
    };
    let relation = value("rel");
    if relation.as_deref().is_none_or(|relation| relation == "alternate")
        && let Some(url) = value("href").map(|url| url.trim().to_owned())
        && !url.is_empty()
        && url.len() <= MAX_URL_BYTES
    {
        document.pages.push(url);
    }
}
