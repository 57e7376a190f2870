//! Identity of a page outside of its file: its address, if known, and the hash of its source.

use super::PageRef;
use oxiri::Iri;
use std::fmt::Write;
use unhusk::learn::source_sha256;
use unhusk::page::Page;
use unhusk::sink::SourcePage;

/// Base address of the names of pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Iri<String>);

impl BaseUrl {
    /// Parses an address: `https://example.org/talks/`.
    ///
    /// # Errors
    /// If it is no whole address.
    pub fn parse(text: &str) -> Result<Self, String> {
        let is_known = |iri: &Iri<String>| ["http", "https", "file", "ftp"].contains(&iri.scheme());
        Iri::parse(text.to_owned())
            .ok()
            .filter(is_known)
            .map(Self)
            .ok_or_else(|| "an address such as https://example.org/ is needed".to_owned())
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the address of a page: its path below this one; standard input has this one itself.
    fn of_page(&self, name: &str) -> Option<String> {
        if name == "-" {
            return Some(self.0.as_str().to_owned());
        }
        let name = name.trim_start_matches("./");
        // The compression of the local file is not part of its address.
        let name = [".gz", ".zst", ".br"]
            .iter()
            .find_map(|ending| name.strip_suffix(ending))
            .unwrap_or(name);
        let encoded: String = name.split('/').map(encoded).collect::<Vec<_>>().join("/");
        self.0.resolve(&encoded).ok().map(Iri::into_inner)
    }
}

impl PageRef {
    /// Returns the address of the page: its own, or its name below `base_url`.
    pub fn known_url(&self, base_url: Option<&BaseUrl>) -> Option<String> {
        let of_base = || base_url.and_then(|base| base.of_page(&self.address));
        self.url.clone().or_else(of_base)
    }

    /// Returns the known identity of a page that was read from this reference.
    pub fn identity(&self, page: &Page, base_url: Option<&BaseUrl>) -> SourcePage {
        let mut source = SourcePage::new(&self.name);
        source.url = self.known_url(base_url);
        source.base = base_of(page);
        source.sha256 = Some(source_sha256(page));
        source
    }
}

/// A name as a segment of an address: every byte but ASCII letters, digits, `-`, `.` and `_` is percent-encoded.
fn encoded(name: &str) -> String {
    name.bytes().fold(String::with_capacity(name.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a string cannot fail");
        }
        encoded
    })
}

/// Returns the value of the first `<base href>`.
pub fn base_of(page: &Page) -> Option<String> {
    if !page.source().as_bytes().windows(5).any(|window| window.eq_ignore_ascii_case(b"<base")) {
        return None;
    }
    let tree = page.tree();
    let href = tree.nodes().filter(|node| tree.is_element(*node) && tree.tag(*node) == "base");
    href.filter_map(|node| tree.attribute(node, "href"))
        .map(|href| href.value.trim().to_owned())
        .next()
}

#[cfg(test)]
mod tests {
    use super::BaseUrl;
    use crate::source::PageRef;
    use std::path::Path;
    use unhusk::Page;

    #[test]
    fn names_of_pages_become_addresses() {
        let base = BaseUrl::parse("https://example.org/web/").unwrap();
        let of = |name: &str| base.of_page(name).unwrap();
        assert_eq!(of("1.html"), "https://example.org/web/1.html");
        assert_eq!(of("./a b/1.html.gz"), "https://example.org/web/a%20b/1.html");
        assert_eq!(of("-"), "https://example.org/web/");
        assert!(BaseUrl::parse("example.org").is_err());
        assert!(BaseUrl::parse("javascript:alert(1)").is_err());
    }

    #[test]
    fn paths_of_this_machine_are_in_no_address() {
        let base = BaseUrl::parse("https://example.org/web/").unwrap();
        let page = Page::from("<p>");
        let of = |page_ref: PageRef| page_ref.identity(&page, Some(&base)).url.unwrap();
        assert_eq!(of(PageRef::file("/home/ann/1.html")), "https://example.org/web/1.html");
        assert_eq!(of(PageRef::file("../../ann/1.html")), "https://example.org/web/1.html");
        assert_eq!(of(PageRef::file("a/1.html")), "https://example.org/web/a/1.html");
        let found = PageRef::below(Path::new("/home/ann"), "/home/ann/a/1.html");
        assert_eq!(found.name, "/home/ann/a/1.html");
        assert_eq!(of(found), "https://example.org/web/a/1.html");
        let mut labelled = PageRef::file("/home/ann/1.html");
        labelled.url = Some("https://example.com/x".to_owned());
        assert_eq!(of(labelled), "https://example.com/x");
    }

    #[test]
    fn a_page_says_what_its_links_are_relative_to() {
        let page = Page::from("<head><BASE target=x><base href=' /a/ '><base href=/b/></head>");
        let identity = PageRef::file("1.html").identity(&page, None);
        assert_eq!(identity.base.as_deref(), Some("/a/"));
        assert_eq!((identity.url, identity.sha256.map(|hash| hash.len())), (None, Some(64)));
    }
}
