//! The index of a page: its visible nodes in document order, and what clues ask of them.
//!
//! The nodes are those of the page's [visible tree](VisibleTree). Everything else is a [cache](crate::site::cache).

mod nodes;
mod texts;
mod tokens;

use crate::site::cache::Caches;
use crate::site::clue::{ClueWriter, TextHash};
use crate::site::compile::tokens::TokenSet;
pub(in crate::site) use nodes::MAX_OTHERS;
use std::sync::Arc;
pub(in crate::site) use tokens::TokenTest;
use unhusk_page::{Page, Tree, VisibleNode, VisibleTree};

/// A range of nodes in document order: a page, or the region of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeRange {
    /// The first node.
    pub first: VisibleNode,
    /// One past the last node.
    pub end: VisibleNode,
}

impl NodeRange {
    /// Whether a node is in the range.
    pub fn holds(self, node: VisibleNode) -> bool {
        self.first <= node && node < self.end
    }
}

/// A page with its nodes numbered in document order.
#[derive(Debug)]
pub struct PageIndex<'p> {
    page: &'p Page,
    visible: VisibleTree<'p>,
    /// The attribute tokens that rules ask for, if known.
    tokens: Option<Arc<TokenSet>>,
    /// The number of the attribute name `id`.
    id_number: Option<u32>,
    caches: Caches,
}

impl<'p> PageIndex<'p> {
    /// The index of a page.
    pub fn new(page: &'p Page) -> Self {
        let visible = page.visible();
        let id_number = visible.tree().name_number("id");
        Self { page, visible, tokens: None, id_number, caches: Caches::default() }
    }

    /// The index of a page for rules that ask for no other tokens than these.
    pub(in crate::site) fn for_tokens(page: &'p Page, tokens: &Arc<TokenSet>) -> Self {
        Self { tokens: Some(Arc::clone(tokens)), ..Self::new(page) }
    }

    /// The page.
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// The tree of the page.
    pub fn tree(&self) -> &'p Tree {
        self.visible.tree()
    }

    /// The visible nodes of the page.
    pub(in crate::site) fn visible(&self) -> VisibleTree<'p> {
        self.visible
    }

    /// The attribute tokens that rules ask for, if known.
    pub(in crate::site) fn tokens(&self) -> Option<&Arc<TokenSet>> {
        self.tokens.as_ref()
    }

    /// What is computed when it is first asked for.
    pub(in crate::site) fn caches(&self) -> &Caches {
        &self.caches
    }

    /// The range of all nodes.
    pub fn whole(&self) -> NodeRange {
        NodeRange { first: 0, end: self.visible.len() }
    }

    /// The range of a node and all nodes below it.
    pub fn subtree(&self, node: VisibleNode) -> NodeRange {
        NodeRange { first: node, end: self.end(node) }
    }

    /// Returns for each node the hash of the tags from the top of the page down to it.
    pub fn tag_paths(&self) -> Vec<TextHash> {
        let mut paths: Vec<TextHash> = Vec::with_capacity(self.len());
        for node in (0..).take(self.len()) {
            let mut path =
                self.parent(node).map_or_else(TextHash::default, |parent| paths[parent as usize]);
            path.write("<");
            path.write(self.tag(node));
            paths.push(path);
        }
        paths
    }

    /// The ancestors that are in the scope, nearest first.
    pub fn ancestors(
        &self,
        scope: NodeRange,
        node: VisibleNode,
    ) -> impl Iterator<Item = VisibleNode> + '_ {
        let within = move |ancestor: &VisibleNode| scope.first <= *ancestor;
        std::iter::successors(self.parent(node).filter(within), move |&ancestor| {
            self.parent(ancestor).filter(within)
        })
    }
}
