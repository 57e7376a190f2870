//! The odd tags of a page, which contain signs with which clues separate names: `<x[1]>`.

use super::PageCache;
use crate::site::clue::Tag;
use crate::site::matcher::page_index::PageIndex;
use std::collections::BTreeSet;

/// The odd tags of a page.
#[derive(Debug)]
pub(in crate::site) struct OddTags(Vec<Box<str>>);

/// Most odd tags that are searched for in clues one by one.
const MAX_ODD_TAGS: usize = 16;

impl PageCache for OddTags {
    fn new(index: &PageIndex<'_>) -> Self {
        // Most odd names are those of attributes.
        if !index.tree().own_names().any(Tag::is_odd) {
            return Self(Vec::new());
        }
        let tags = (0..index.whole().end).map(|node| index.tag(node));
        let odd: BTreeSet<&str> = tags.filter(|tag| Tag::is_odd(tag)).collect();
        Self(odd.into_iter().map(Into::into).collect())
    }
}

impl OddTags {
    /// Whether there are none.
    pub(in crate::site) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the text of a clue may contain one: then its parts may not mean what they seem to.
    pub(in crate::site) fn may_be_in(&self, text: &str) -> bool {
        self.0.len() > MAX_ODD_TAGS || self.0.iter().any(|tag| text.contains(&**tag))
    }
}
