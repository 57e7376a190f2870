//! What heads the texts of a page: its headings, and its title.

use super::PageCache;
use crate::site::matcher::page_index::PageIndex;

/// For each text the last heading, header cell or term before it, as the number of a text plus one.
#[derive(Debug)]
pub(in crate::site) struct Headings(Vec<u32>);

/// Most levels up at which a tag makes a text a heading.
const MAX_LEVELS: usize = 3;

impl PageCache for Headings {
    fn new(index: &PageIndex<'_>) -> Self {
        let mut last = 0;
        let mut headings = Vec::with_capacity(index.n_leaves());
        for (number, &leaf) in (1..).zip(index.visible().texts()) {
            headings.push(last);
            let mut above = index.ancestors(index.whole(), leaf).take(MAX_LEVELS);
            if above.any(|node| is_heading(index.tag(node))) {
                last = number;
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

fn is_heading(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "dt" | "legend" | "caption" | "label"
    )
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
