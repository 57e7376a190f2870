//! Tags as numbers: all that the first look at a node has to know of it.

use std::collections::BTreeMap;
use unhusk_page::{NodeId, NodeKind, Tree};

/// The number of a tag among those that rules name.
pub(super) type Symbol = u32;

/// A tag that no rule names.
pub(super) const OTHER: Symbol = 0;
/// A text.
pub(super) const TEXT: Symbol = 1;

/// Numbers for the tags that rules name.
#[derive(Debug, Clone, Default)]
pub(super) struct Symbols {
    by_tag: BTreeMap<String, Symbol>,
}

impl Symbols {
    /// The number of a tag, new or not.
    pub(super) fn add(&mut self, tag: &str) -> Symbol {
        let next = Symbol::try_from(self.len()).expect("files are shorter than 4 GiB");
        *self.by_tag.entry(tag.to_owned()).or_insert(next)
    }

    /// The number of a tag.
    pub(super) fn find(&self, tag: &str) -> Symbol {
        self.by_tag.get(tag).copied().unwrap_or(OTHER)
    }

    /// One more than the largest number.
    pub(super) fn len(&self) -> usize {
        self.by_tag.len() + 2
    }

    /// The symbols of a page's nodes.
    pub(super) fn on<'t>(&self, tree: &'t Tree) -> PageSymbols<'t> {
        let mut by_number = vec![OTHER; tree.n_names()];
        for (tag, &symbol) in &self.by_tag {
            if let Some(number) = tree.name_number(tag) {
                by_number[number as usize] = symbol;
            }
        }
        PageSymbols { tree, by_number }
    }
}

/// The symbols of a page's nodes.
pub(super) struct PageSymbols<'t> {
    tree: &'t Tree,
    /// By the number that a tag has in the tree.
    by_number: Vec<Symbol>,
}

impl PageSymbols<'_> {
    /// The symbol of a node that counts.
    #[inline]
    pub(super) fn of(&self, id: NodeId) -> Symbol {
        match self.tree.kind(id) {
            NodeKind::Text => TEXT,
            _ => self.by_number[self.tree.tag_number(id) as usize],
        }
    }
}
