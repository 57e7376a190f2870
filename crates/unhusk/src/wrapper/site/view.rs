//! A page as site rules see it: its reading, with what clues ask of nodes close at hand.

use super::clue::{Ink, Print};
use crate::page::{NodeId, NodeKind, Page, Tree, fold};
use crate::wrapper::context::fork::{NO_PARENT, Node};
use crate::wrapper::context::reading::Reading;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

/// A part of a page in which the fields of one record are looked for: the page, or the region of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Scope {
    /// Its first node.
    pub(crate) first: Node,
    /// One past its last node.
    pub(crate) end: Node,
}

impl Scope {
    /// Whether a node is in it.
    pub(crate) fn holds(self, node: Node) -> bool {
        self.first <= node && node < self.end
    }
}

/// What a text says as a label of others.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    /// The text: see [`View::said`].
    pub(crate) text: Box<str>,
    /// Its print.
    pub(crate) print: Print,
}

impl Said {
    /// What a text says.
    pub(crate) fn new(text: &str) -> Self {
        let text = label(text);
        let mut print = Print::default();
        print.put(&text);
        Self { text, print }
    }
}

/// A page, its nodes numbered in document order.
#[derive(Debug)]
pub(crate) struct View<'p> {
    page: &'p Page,
    ids: Vec<NodeId>,
    parents: Vec<Node>,
    /// One past the last node below each.
    ends: Vec<Node>,
    /// Position among the siblings of the same name, from 1.
    nth: Vec<u32>,
    /// The same, counted from the last.
    nth_back: Vec<u32>,
    /// The texts.
    leaves: Vec<Node>,
    /// How many texts stand before each node.
    n_before: Vec<u32>,
    /// What each text says as a label of its neighbours, once it was asked for.
    said: Vec<OnceCell<Said>>,
    /// The last heading before each text, as the number of a text plus one.
    headings: OnceCell<Vec<u32>>,
    title: OnceCell<String>,
}

/// Texts longer than this are no labels of others.
const MAX_LABEL: usize = 60;

impl<'p> View<'p> {
    /// Reads the tree of a page.
    pub(crate) fn new(page: &'p Page) -> Self {
        let tree = page.tree();
        let Reading { ids, parents } = Reading::new(tree);
        let mut view = Self {
            page,
            ends: ends(&parents),
            nth: Vec::new(),
            nth_back: Vec::new(),
            leaves: Vec::new(),
            n_before: Vec::with_capacity(ids.len()),
            said: Vec::new(),
            headings: OnceCell::new(),
            title: OnceCell::new(),
            ids,
            parents,
        };
        for (node, &id) in (0..).zip(&view.ids) {
            view.n_before.push(count(view.leaves.len()));
            if tree.kind(id) == NodeKind::Text {
                view.leaves.push(node);
            }
        }
        view.said = vec![OnceCell::new(); view.leaves.len()];
        view.count_siblings();
        view
    }

    fn count_siblings(&mut self) {
        let tree = self.page.tree();
        let mut seen: FxHashMap<(Node, &str), u32> = FxHashMap::default();
        for (&id, &parent) in self.ids.iter().zip(&self.parents) {
            let n = seen.entry((parent, tree.tag(id))).or_default();
            *n += 1;
            self.nth.push(*n);
        }
        let back = |(at, &id): (usize, &NodeId)| {
            seen[&(self.parents[at], tree.tag(id))] + 1 - self.nth[at]
        };
        self.nth_back = self.ids.iter().enumerate().map(back).collect();
    }

    /// The page.
    pub(crate) fn page(&self) -> &'p Page {
        self.page
    }

    /// Its tree.
    pub(crate) fn tree(&self) -> &'p Tree {
        self.page.tree()
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// All of it.
    pub(crate) fn whole(&self) -> Scope {
        Scope { first: 0, end: count(self.ids.len()) }
    }

    /// The node of the page's tree.
    pub(crate) fn id(&self, node: Node) -> NodeId {
        self.ids[node as usize]
    }

    /// The position of a node of the page's tree, if it counts.
    pub(crate) fn find(&self, id: NodeId) -> Option<Node> {
        self.ids.binary_search(&id).ok().map(count)
    }

    /// The name of an element; empty for texts.
    pub(crate) fn tag(&self, node: Node) -> &'p str {
        self.tree().tag(self.id(node))
    }

    /// Whether a node is a text.
    pub(crate) fn is_text(&self, node: Node) -> bool {
        self.tree().kind(self.id(node)) == NodeKind::Text
    }

    /// The parent, wherever it is.
    pub(crate) fn parent(&self, node: Node) -> Option<Node> {
        Some(self.parents[node as usize]).filter(|&parent| parent != NO_PARENT)
    }

    /// One past the last node below a node.
    pub(crate) fn end(&self, node: Node) -> Node {
        self.ends[node as usize]
    }

    /// A node with all that is below it.
    pub(crate) fn subtree(&self, node: Node) -> Scope {
        Scope { first: node, end: self.end(node) }
    }

    /// The next node with the same parent.
    pub(crate) fn next_sibling(&self, node: Node) -> Option<Node> {
        let next = self.end(node);
        let is_sibling = (next as usize) < self.len() && self.parent(next) == self.parent(node);
        is_sibling.then_some(next)
    }

    /// The node before it with the same parent.
    pub(crate) fn prev_sibling(&self, node: Node) -> Option<Node> {
        let parent = self.parent(node);
        let mut before = node.checked_sub(1).filter(|&before| Some(before) != parent)?;
        while self.parent(before) != parent {
            before = self.parent(before)?;
        }
        Some(before)
    }

    /// The children.
    pub(crate) fn children(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let first = Some(node + 1).filter(|&first| first < self.end(node));
        std::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The ancestors that are in the scope, nearest first.
    pub(crate) fn ancestors(&self, scope: Scope, node: Node) -> impl Iterator<Item = Node> + '_ {
        let within = move |ancestor: &Node| scope.first <= *ancestor;
        std::iter::successors(self.parent(node).filter(within), move |&ancestor| {
            self.parent(ancestor).filter(within)
        })
    }

    /// Position of a node among its siblings of the same name, from 1; at the top of a scope only those in
    /// the scope count.
    pub(crate) fn nth(&self, scope: Scope, node: Node) -> u32 {
        if !self.is_top(scope, node) {
            return self.nth[node as usize];
        }
        let nth_first = if self.tag(scope.first) == self.tag(node) {
            self.nth[scope.first as usize]
        } else {
            let mut sibling = scope.first;
            while sibling != node && self.tag(sibling) != self.tag(node) {
                sibling = self.end(sibling);
            }
            self.nth[sibling as usize]
        };
        self.nth[node as usize] + 1 - nth_first
    }

    /// The same, counted from the last; none at the top of a scope.
    pub(crate) fn nth_back(&self, scope: Scope, node: Node) -> Option<u32> {
        (!self.is_top(scope, node)).then(|| self.nth_back[node as usize])
    }

    fn is_top(&self, scope: Scope, node: Node) -> bool {
        self.parent(node).is_none_or(|parent| parent < scope.first)
    }

    /// How many texts there are.
    pub(crate) fn n_leaves(&self) -> usize {
        self.leaves.len()
    }

    /// The node of a text.
    pub(crate) fn leaf(&self, number: usize) -> Node {
        self.leaves[number]
    }

    /// How many texts stand before a node.
    pub(crate) fn leaves_before(&self, node: Node) -> usize {
        self.n_before.get(node as usize).map_or(self.leaves.len(), |&n| n as usize)
    }

    /// The texts of a scope.
    pub(crate) fn leaves_of(&self, scope: Scope) -> std::ops::Range<usize> {
        self.leaves_before(scope.first)..self.leaves_before(scope.end)
    }

    /// What a text says as a label of its neighbours: folded, in lower case, without a colon or an `s` at its end,
    /// long numbers masked.
    /// Empty if it is too long for a label, or nothing but signs.
    pub(crate) fn said(&self, leaf: usize) -> &Said {
        self.said[leaf].get_or_init(|| Said::new(self.tree().text(self.id(self.leaves[leaf]))))
    }

    /// The last heading, header cell or term before a text.
    pub(crate) fn heading(&self, leaf: usize) -> Option<usize> {
        let headings = self.headings.get_or_init(|| self.find_headings());
        (*headings.get(leaf)? as usize).checked_sub(1)
    }

    fn find_headings(&self) -> Vec<u32> {
        let mut last = 0;
        let mut headings = Vec::with_capacity(self.leaves.len());
        for (number, &leaf) in (1..).zip(&self.leaves) {
            headings.push(last);
            let mut above = self.ancestors(self.whole(), leaf).take(3);
            if above.any(|node| is_heading(self.tag(node))) {
                last = number;
            }
        }
        headings
    }

    /// The text of the page's title.
    pub(crate) fn title(&self) -> &str {
        self.title.get_or_init(|| {
            let title = (0..).take(self.len()).find(|&node| self.tag(node) == "title");
            title.map_or_else(String::new, |title| self.tree().reader_text(self.id(title)))
        })
    }
}

fn is_heading(tag: &str) -> bool {
    matches!(
        tag,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "dt" | "legend" | "caption" | "label"
    )
}

fn count(n: usize) -> Node {
    Node::try_from(n).expect("a tree has fewer than 2^32 nodes")
}

/// One past the last node below each, from the parents.
fn ends(parents: &[Node]) -> Vec<Node> {
    let mut ends: Vec<Node> = (1..=count(parents.len())).collect();
    for node in (0..parents.len()).rev() {
        let parent = parents[node];
        if parent != NO_PARENT {
            ends[parent as usize] = ends[parent as usize].max(ends[node]);
        }
    }
    ends
}

/// A text as a label of others.
fn label(text: &str) -> Box<str> {
    let text = fold(text);
    let text = text.trim_end_matches([':', ' ', '\u{FF1A}']);
    if text.len() > MAX_LABEL || !text.chars().any(char::is_alphanumeric) {
        return Box::default();
    }
    singular(&mask_numbers(text).to_lowercase()).into()
}

/// A label names what follows, be it one or several: `Director`, `Directors`, `Director(s)`.
fn singular(label: &str) -> &str {
    let label = label.strip_suffix("(s)").unwrap_or(label);
    label.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(label)
}

/// Numbers of three digits or more differ from page to page: `(1,204 reviews)`.
fn mask_numbers(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut digits = String::new();
    for c in text.chars().chain(std::iter::once('\0')) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if digits.len() >= 3 {
            masked.push('#');
        } else {
            masked.push_str(&digits);
        }
        digits.clear();
        if c != '\0' {
            masked.push(c);
        }
    }
    masked
}
