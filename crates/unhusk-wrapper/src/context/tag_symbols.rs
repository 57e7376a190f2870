//! Tags as numbers: all facts of a tag that the first test of a node needs.

use std::collections::BTreeMap;
use unhusk_page::{NodeId, NodeKind, Tree};

/// The number of a tag among those that rules name.
pub(super) type TagSymbol = u32;

/// A tag that no rule names.
pub(super) const OTHER: TagSymbol = 0;
/// A text.
pub(super) const TEXT: TagSymbol = 1;

/// Numbers for the tags that rules name.
#[derive(Debug, Clone, Default)]
pub(super) struct TagSymbols {
    by_tag: BTreeMap<String, TagSymbol>,
}

impl TagSymbols {
    /// The number of a tag, new or not.
    pub(super) fn add(&mut self, tag: &str) -> TagSymbol {
        let next = TagSymbol::try_from(self.len()).expect("files are shorter than 4 GiB");
        *self.by_tag.entry(tag.to_owned()).or_insert(next)
    }

    /// The number of a tag.
    pub(super) fn find(&self, tag: &str) -> TagSymbol {
        self.by_tag.get(tag).copied().unwrap_or(OTHER)
    }

    /// One more than the largest number.
    pub(super) fn len(&self) -> usize {
        self.by_tag.len() + 2
    }

    /// The symbols of a page's nodes.
    pub(super) fn on<'t>(&self, tree: &'t Tree) -> PageTags<'t> {
        let mut by_number = vec![OTHER; tree.n_names()];
        for (tag, &symbol) in &self.by_tag {
            if let Some(number) = tree.name_number(tag) {
                by_number[number as usize] = symbol;
            }
        }
        PageTags { tree, by_number }
    }
}

/// The symbols of a page's nodes.
pub(super) struct PageTags<'t> {
    tree: &'t Tree,
    /// By the number that a tag has in the tree.
    by_number: Vec<TagSymbol>,
}

impl PageTags<'_> {
    /// Returns the symbol of a visible element or text.
    #[inline]
    pub(super) fn of(&self, id: NodeId) -> TagSymbol {
        match self.tree.kind(id) {
            NodeKind::Text => TEXT,
            _ => self.by_number[self.tree.tag_number(id) as usize],
        }
    }
}
