//! The ids of a page.

use super::PageCache;
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::Tree;

/// All ids of a page.
#[derive(Debug)]
pub(in crate::site) struct HtmlIds(Vec<HtmlId>);

/// An id.
#[derive(Debug)]
struct HtmlId {
    /// The number of the attribute list.
    list: u32,
    /// The position among all attributes of the page.
    at: u32,
    /// Length and first byte: most other ids differ in these.
    key: (usize, Option<u8>),
}

impl PageCache for HtmlIds {
    fn new(index: &PageIndex<'_>) -> Self {
        let tree = index.tree();
        let Some(number) = tree.name_number("id") else { return Self(Vec::new()) };
        let ids = tree.attributes_called(number);
        Self(ids.map(|(list, at)| HtmlId::new(tree, list, at)).collect())
    }
}

impl HtmlIds {
    /// The numbers of the attribute lists that have an id.
    pub(in crate::site) fn lists<'i>(
        &'i self,
        tree: &'i Tree,
        id: &'i str,
    ) -> impl Iterator<Item = u32> + 'i {
        self.0.iter().filter(move |other| other.is(tree, id)).map(|id| id.list)
    }
}

impl HtmlId {
    fn new(tree: &Tree, list: u32, at: u32) -> Self {
        Self { list, at, key: Self::key(tree.attribute_value(at).trim()) }
    }

    fn is(&self, tree: &Tree, id: &str) -> bool {
        self.key == Self::key(id) && tree.attribute_value(self.at).trim() == id
    }

    fn key(id: &str) -> (usize, Option<u8>) {
        (id.len(), id.as_bytes().first().copied())
    }
}
