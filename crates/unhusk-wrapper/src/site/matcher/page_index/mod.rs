//! The index of a page: its visible nodes in document order, and what clues ask of them.
//!
//! The nodes are those of the page's [visible tree](VisibleTree). Everything else is a [cache](crate::site::cache).

mod nodes;
mod texts;
mod tokens;

use crate::context::fork::Node;
use crate::site::cache::captions::CaptionCache;
use crate::site::cache::paths::PathCache;
use crate::site::cache::positions::PositionCache;
use crate::site::cache::token_masks::TokenMasks;
use crate::site::clue::Tag;
use crate::site::compile::tokens::TokenSet;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokens::HtmlId;
pub(in crate::site) use tokens::TokenTest;
use unhusk_page::{Page, Tree, VisibleTree};

/// A range of nodes in document order: a page, or the region of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeRange {
    /// The first node.
    pub first: Node,
    /// One past the last node.
    pub end: Node,
}

impl NodeRange {
    /// Whether a node is in the range.
    pub fn holds(self, node: Node) -> bool {
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
    token_masks: OnceCell<TokenMasks>,
    /// The captions of the texts.
    captions: CaptionCache,
    counts: OnceCell<PositionCache>,
    by_path: OnceCell<PathCache>,
    odd_names: OnceCell<Vec<Box<str>>>,
    naming: OnceCell<Vec<bool>>,
    id_number: Option<u32>,
    html_ids: OnceCell<Vec<HtmlId>>,
    /// For each text the last heading before it, as the number of a text plus one.
    headings: OnceCell<Vec<u32>>,
    title: OnceCell<String>,
}

/// Most odd tags that are searched for in clues one by one.
const MAX_ODD_NAMES: usize = 16;

/// Most siblings of other tags at the top of a scope that are skipped to count positions in the scope.
pub(in crate::site) const MAX_OTHERS: usize = 200;

impl<'p> PageIndex<'p> {
    /// The index of a page.
    pub fn new(page: &'p Page) -> Self {
        let visible = page.visible();
        Self {
            page,
            visible,
            tokens: None,
            token_masks: OnceCell::new(),
            captions: CaptionCache::new(visible.n_texts()),
            counts: OnceCell::new(),
            by_path: OnceCell::new(),
            odd_names: OnceCell::new(),
            naming: OnceCell::new(),
            id_number: visible.tree().name_number("id"),
            html_ids: OnceCell::new(),
            headings: OnceCell::new(),
            title: OnceCell::new(),
        }
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

    /// The range of all nodes.
    pub fn whole(&self) -> NodeRange {
        NodeRange { first: 0, end: self.visible.len() }
    }

    /// The range of a node and all nodes below it.
    pub fn subtree(&self, node: Node) -> NodeRange {
        NodeRange { first: node, end: self.end(node) }
    }

    /// The ancestors that are in the scope, nearest first.
    pub fn ancestors(&self, scope: NodeRange, node: Node) -> impl Iterator<Item = Node> + '_ {
        let within = move |ancestor: &Node| scope.first <= *ancestor;
        std::iter::successors(self.parent(node).filter(within), move |&ancestor| {
            self.parent(ancestor).filter(within)
        })
    }

    /// Position of a node among its siblings of the same tag, from 1. At the top of a scope only siblings in the scope
    /// count, unless too many of other tags come first.
    pub fn nth(&self, scope: NodeRange, node: Node) -> u32 {
        let counts = self.counts();
        let nth = counts.nth(self, node);
        if !self.is_top(scope, node) {
            return nth;
        }
        let mut sibling = scope.first;
        for _ in 0..MAX_OTHERS {
            if sibling == node || self.tag(sibling) == self.tag(node) {
                return nth + 1 - counts.nth(self, sibling);
            }
            sibling = self.end(sibling);
        }
        nth
    }

    /// Position counted from the last sibling of the same tag; `None` at the top of a scope.
    pub fn nth_back(&self, scope: NodeRange, node: Node) -> Option<u32> {
        (!self.is_top(scope, node)).then(|| self.counts().nth_back(self, node))
    }

    fn counts(&self) -> &PositionCache {
        self.counts.get_or_init(|| PositionCache::new(self))
    }

    /// Whether the page has odd tags: they contain signs with which clues separate names.
    pub(in crate::site) fn has_odd_names(&self) -> bool {
        !self.odd_names().is_empty()
    }

    /// Whether the text of a clue may contain an odd tag of the page: then its parts may not mean what they seem to.
    pub(in crate::site) fn is_odd(&self, text: &str) -> bool {
        let odd = self.odd_names();
        odd.len() > MAX_ODD_NAMES || odd.iter().any(|name| text.contains(&**name))
    }

    fn odd_names(&self) -> &[Box<str>] {
        self.odd_names.get_or_init(|| {
            // Most odd names are those of attributes.
            if !self.tree().own_names().any(Tag::is_odd) {
                return Vec::new();
            }
            let tags = (0..self.whole().end).map(|node| self.tag(node));
            let odd: BTreeSet<&str> = tags.filter(|tag| Tag::is_odd(tag)).collect();
            odd.into_iter().map(Into::into).collect()
        })
    }

    /// The nodes by the tags around them.
    pub(in crate::site) fn by_path(&self) -> &PathCache {
        self.by_path.get_or_init(|| PathCache::new(self))
    }

    fn is_top(&self, scope: NodeRange, node: Node) -> bool {
        self.parent(node).is_none_or(|parent| parent < scope.first)
    }
}
