//! The index of a page: its visible nodes in document order, and what clues ask of them.
//!
//! Only the arrays of nodes are filled at once. Everything else is a [cache](crate::site::cache).

mod texts;
mod tokens;

use crate::context::fork::{NO_PARENT, Node};
use crate::context::reading::Reading;
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
use unhusk_page::{NodeId, Page, Tree};

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
    /// The attribute tokens that rules ask for, if known.
    tokens: Option<Arc<TokenSet>>,
    token_masks: OnceCell<TokenMasks>,
    ids: Vec<NodeId>,
    parents: Vec<Node>,
    /// For each node the number of its tag.
    names: Vec<u32>,
    /// The number that texts have instead of that of a tag; it is above those of all tags.
    name_of_texts: u32,
    /// For each node of the page's tree, the number of nodes of the index before it.
    ranks: Vec<Node>,
    /// The nodes that are texts.
    leaves: Vec<Node>,
    /// The number of texts before each node, and before the end.
    n_before: Vec<u32>,
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
        let tree = page.tree();
        let Reading { ids, parents, leaves, n_before, ranks } = Reading::new(tree);
        let name_of_texts = count(tree.n_names());
        let mut names: Vec<u32> = ids.iter().map(|&id| tree.tag_number(id)).collect();
        for &leaf in &leaves {
            names[leaf as usize] = name_of_texts;
        }
        Self {
            page,
            tokens: None,
            token_masks: OnceCell::new(),
            captions: CaptionCache::new(leaves.len()),
            counts: OnceCell::new(),
            by_path: OnceCell::new(),
            odd_names: OnceCell::new(),
            naming: OnceCell::new(),
            id_number: tree.name_number("id"),
            html_ids: OnceCell::new(),
            headings: OnceCell::new(),
            title: OnceCell::new(),
            ids,
            parents,
            names,
            name_of_texts,
            ranks,
            leaves,
            n_before,
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
        self.page.tree()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether the page has no visible nodes.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The range of all nodes.
    pub fn whole(&self) -> NodeRange {
        NodeRange { first: 0, end: count(self.ids.len()) }
    }

    /// The id of a node in the page's tree.
    pub fn id(&self, node: Node) -> NodeId {
        self.ids[node as usize]
    }

    /// The node with an id; `None` if the node is not visible.
    pub fn find(&self, id: NodeId) -> Option<Node> {
        let node = *self.ranks.get(id.index())?;
        (self.ids.get(node as usize) == Some(&id)).then_some(node)
    }

    /// The tag of an element; empty for texts.
    pub fn tag(&self, node: Node) -> &'p str {
        self.tree().tag(self.id(node))
    }

    /// The number of a node's tag.
    pub(in crate::site) fn name_number(&self, node: Node) -> u32 {
        self.names[node as usize]
    }

    /// The numbers of the tags of all nodes.
    pub(in crate::site) fn names(&self) -> &[u32] {
        &self.names
    }

    /// The number that texts have instead of that of a tag; it is above those of all tags.
    pub(in crate::site) fn name_of_texts(&self) -> u32 {
        self.name_of_texts
    }

    /// Whether a node is a text.
    pub fn is_text(&self, node: Node) -> bool {
        self.name_number(node) == self.name_of_texts()
    }

    /// The parents of all nodes; [`NO_PARENT`] for roots.
    pub(in crate::site) fn parents(&self) -> &[Node] {
        &self.parents
    }

    /// The parent, be it in the scope or not.
    pub fn parent(&self, node: Node) -> Option<Node> {
        Some(self.parents[node as usize]).filter(|&parent| parent != NO_PARENT)
    }

    /// One past the last node below a node.
    pub fn end(&self, node: Node) -> Node {
        self.ranks[self.tree().subtree_end(self.id(node)) as usize]
    }

    /// The range of a node and all nodes below it.
    pub fn subtree(&self, node: Node) -> NodeRange {
        NodeRange { first: node, end: self.end(node) }
    }

    /// Whether two ranges are the same tree, with the same tags.
    pub(in crate::site) fn is_shaped_alike(&self, a: NodeRange, b: NodeRange) -> bool {
        let nodes = |scope: NodeRange| scope.first as usize..scope.end as usize;
        let n_nodes = a.end - a.first;
        // Parents outside of the range count as equal.
        let parents = |scope: NodeRange| {
            let parents = self.parents[nodes(scope)].iter();
            parents.map(move |parent| parent.wrapping_sub(scope.first).min(n_nodes))
        };
        self.names[nodes(a)] == self.names[nodes(b)] && parents(a).eq(parents(b))
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, node: Node) -> Option<Node> {
        let next = self.end(node);
        let is_sibling = (next as usize) < self.len() && self.parent(next) == self.parent(node);
        is_sibling.then_some(next)
    }

    /// The previous node with the same parent.
    pub fn prev_sibling(&self, node: Node) -> Option<Node> {
        let parent = self.parent(node);
        let mut before = node.checked_sub(1).filter(|&before| Some(before) != parent)?;
        while self.parent(before) != parent {
            before = self.parent(before)?;
        }
        Some(before)
    }

    /// The children.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let first = Some(node + 1).filter(|&first| first < self.end(node));
        std::iter::successors(first, |&child| self.next_sibling(child))
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

fn count(n: usize) -> Node {
    Node::try_from(n).expect("a tree has fewer than 2^32 nodes")
}
