//! What a page is called outside of its file: its address, if one is known, and the hash of its source.

use super::PageRef;
use crate::sink::sha256;
use oxiri::Iri;
use unhusk::page::Page;
use unhusk::sink::SourcePage;

/// An address that names of pages are relative to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Iri<String>);

impl BaseUrl {
    /// The address itself: `https://example.org/talks/`.
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

    /// The address of a page: its name behind this one; standard input *is* this one.
    fn of_page(&self, name: &str) -> Option<String> {
        if name == "-" {
            return Some(self.0.as_str().to_owned());
        }
        let name = name.trim_start_matches("./");
        let encoded: String =
            name.split('/').map(crate::sink::encoded).collect::<Vec<_>>().join("/");
        self.0.resolve(&encoded).ok().map(Iri::into_inner)
    }
}

impl PageRef {
    /// What is known of a page that was read from here.
    pub fn identity(&self, page: &Page, base_url: Option<&BaseUrl>) -> SourcePage {
        let mut source = SourcePage::new(&self.name);
        source.url = base_url.and_then(|base| base.of_page(&self.name));
        source.base = base_of(page);
        source.sha256 = Some(sha256(page.source()));
        source
    }
}

/// What `<base href>` says: the first one counts.
fn base_of(page: &Page) -> Option<String> {
    if !page.source().as_bytes().windows(5).any(|window| window.eq_ignore_ascii_case(b"<base")) {
        return None;
    }
    let tree = page.tree();
    let href = tree.nodes().filter(|node| tree.is_element(*node) && tree.tag(*node) == "base");
    href.filter_map(|node| tree.attribute(node, "href"))
        .map(|href| href.value.trim().to_owned())
        .next()
}
