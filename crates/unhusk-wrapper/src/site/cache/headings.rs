//! What heads the texts of a page: its headings, and its title.

use super::PageCache;
use crate::site::matcher::page_index::PageIndex;
use unhusk_page::Tree;
use unhusk_page::internal::NO_NODE;

/// For each text the last heading, header cell or term before it, as the number of a text plus one.
#[derive(Debug)]
pub(in crate::site) struct Headings(Vec<u32>);

/// Most levels up at which a tag makes a text a heading.
const MAX_LEVELS: usize = 3;

/// Tags of headings, and of what heads a row, a definition, a form or one of its fields.
const HEADING_TAGS: [&str; 11] =
    ["h1", "h2", "h3", "h4", "h5", "h6", "th", "dt", "legend", "caption", "label"];

impl PageCache for Headings {
    fn new(index: &PageIndex<'_>) -> Self {
        let (names, parents) = (index.visible().names(), index.visible().parents());
        let mut is_heading = vec![false; index.tree().n_names()];
        for number in HEADING_TAGS.into_iter().filter_map(Tree::known_number) {
            is_heading[number as usize] = true;
        }
        let mut last = 0;
        let mut headings = Vec::with_capacity(index.n_leaves());
        for (number, &leaf) in (1..).zip(index.visible().texts()) {
            headings.push(last);
            let mut node = leaf;
            for _ in 0..MAX_LEVELS {
                node = parents[node as usize];
                if node == NO_NODE {
                    break;
                }
                if is_heading[names[node as usize] as usize] {
                    last = number;
                    break;
                }
            }
        }
        Self(headings)
    }
}

impl Headings {
    /// The last heading before a text.
    pub(in crate::site) fn before(&self, leaf: usize) -> Option<usize> {
        (*self.0.get(leaf)? as usize).checked_sub(1)
    }
}

/// The text of the page's title; empty if there is none.
#[derive(Debug)]
pub(in crate::site) struct Title(pub(in crate::site) String);

impl PageCache for Title {
    fn new(index: &PageIndex<'_>) -> Self {
        let title = (0..index.whole().end).find(|&node| index.tag(node) == "title");
        Self(title.map_or_else(String::new, |title| index.tree().reader_text(index.id(title))))
    }
}
