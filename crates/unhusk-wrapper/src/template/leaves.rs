//! A page as a template sees it: its texts in document order, each with the names of the elements around it.

use super::running::{self, Running};
use crate::context::extract::trim;
use crate::site::clue::{ClueWriter, TextHash};
use std::borrow::Cow;
use std::ops::Range;
use unhusk_page::{NodeId, Page, Span, Visibility, VisibleNode, VisibleTree, fold};

/// The position of a node among the visible ones that can be data, running text counted as one.
pub type Node = u32;

/// What stands for no node.
pub const NO_NODE: Node = Node::MAX;

/// The texts of a page that can be data ([`Visibility::Data`]).
#[derive(Debug)]
pub struct Leaves<'p> {
    page: &'p Page,
    visible: VisibleTree<'p>,
    /// The visible node that each node is, in document order.
    nodes: Vec<VisibleNode>,
    parents: Vec<Node>,
    /// One past the last node below each.
    ends: Vec<Node>,
    /// The names from the top of the page down to each element; for a text, to the element around it.
    paths: Vec<TextHash>,
    all: Vec<Leaf<'p>>,
    /// How many texts stand before each node, and after the last.
    n_before: Vec<u32>,
}

/// A text.
#[derive(Debug)]
pub struct Leaf<'p> {
    /// The text node.
    pub node: Node,
    /// Hash of the names of the elements around it.
    pub path: TextHash,
    /// Folded.
    pub text: Cow<'p, str>,
    /// The last text node of it: another one than its first in running text.
    last: NodeId,
}

impl<'p> Leaves<'p> {
    /// Reads the tree of a page. Running text is one.
    pub fn new(page: &'p Page, running: &Running) -> Self {
        let visible = page.visible();
        let mut leaves = Self {
            page,
            visible,
            nodes: Vec::new(),
            parents: Vec::new(),
            ends: Vec::new(),
            paths: Vec::new(),
            all: Vec::new(),
            n_before: Vec::new(),
        };
        let mut positions: Vec<Node> = vec![NO_NODE; visible.ids().len()];
        let mut skip_to = 0;
        for shown in visible.nodes(Visibility::Data) {
            if shown < skip_to {
                continue;
            }
            let parent = visible.parent(shown).map_or(NO_NODE, |parent| positions[parent as usize]);
            let node = leaves.add(shown, parent);
            positions[shown as usize] = node;
            if !visible.is_text(shown)
                && running.has(leaves.path(node), || leaves.class(node))
                && leaves.add_running(node)
            {
                skip_to = visible.end(shown);
            }
        }
        leaves.n_before.push(count(leaves.all.len()));
        leaves.find_ends();
        leaves
    }

    fn add(&mut self, shown: VisibleNode, parent: Node) -> Node {
        let node = count(self.nodes.len());
        let mut path = self.paths.get(parent as usize).copied().unwrap_or_default();
        self.n_before.push(count(self.all.len()));
        if self.visible.is_text(shown) {
            let last = self.visible.id(shown);
            let text = fold(self.page.tree().text(last));
            if !text.is_empty() {
                self.all.push(Leaf { node, path, text, last });
            }
        } else {
            path.write("/");
            path.write(self.visible.tag(shown));
        }
        self.push(shown, parent, path);
        node
    }

    fn push(&mut self, shown: VisibleNode, parent: Node, path: TextHash) {
        self.nodes.push(shown);
        self.parents.push(parent);
        self.paths.push(path);
    }

    /// All texts of an element as one, if nothing but marks is in it. Whether that is so.
    fn add_running(&mut self, parent: Node) -> bool {
        let tree = self.page.tree();
        let Some((first, last)) = running::texts(tree, self.id(parent)) else { return false };
        let span = tree.span(first).zip(tree.span(last));
        let span = span.map(|(first, last)| Span { start: first.start, end: last.end });
        let Some((span, first)) = span.zip(self.visible.find(first)) else { return false };
        let node = count(self.nodes.len());
        let path = self.path(parent);
        self.n_before.push(count(self.all.len()));
        self.all.push(Leaf { node, path, text: self.page.text(span), last });
        self.push(first, parent, path);
        true
    }

    fn find_ends(&mut self) {
        self.ends = (1..=count(self.nodes.len())).collect();
        for node in (0..self.nodes.len()).rev() {
            if let Some(end) = self.ends.get(self.parents[node] as usize).copied() {
                self.ends[self.parents[node] as usize] = end.max(self.ends[node]);
            }
        }
    }

    /// The page.
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// The texts, in document order.
    pub fn all(&self) -> &[Leaf<'p>] {
        &self.all
    }

    /// How many nodes there are.
    pub fn n_nodes(&self) -> Node {
        count(self.nodes.len())
    }

    /// The node of the page's tree.
    pub fn id(&self, node: Node) -> NodeId {
        self.visible.id(self.nodes[node as usize])
    }

    /// The parent, or [`NO_NODE`].
    pub fn parent(&self, node: Node) -> Node {
        self.parents[node as usize]
    }

    /// One past the last node below a node.
    pub fn end(&self, node: Node) -> Node {
        self.ends[node as usize]
    }

    /// The names from the top of the page down to an element; for a text, to the element around it.
    pub fn path(&self, node: Node) -> TextHash {
        self.paths[node as usize]
    }

    /// How many elements are around a node.
    pub fn depth(&self, node: Node) -> usize {
        let parent = self.nodes.get(self.parent(node) as usize);
        parent.map_or(0, |&parent| self.visible.depth(parent) as usize + 1)
    }

    /// How many texts stand before a node, or in all the page.
    pub fn before(&self, node: Node) -> usize {
        self.n_before[node as usize] as usize
    }

    /// Whether a node is an element.
    pub fn is_element(&self, node: Node) -> bool {
        !self.visible.is_text(self.nodes[node as usize])
    }

    /// The name of an element.
    pub fn tag(&self, node: Node) -> &'p str {
        self.visible.tag(self.nodes[node as usize])
    }

    /// The class attribute of an element; empty if there is none.
    pub fn class(&self, node: Node) -> &'p str {
        self.page.tree().attribute(self.id(node), "class").map_or("", |class| class.value.trim())
    }

    /// Where a text stands, without the white space around it.
    pub fn place(&self, leaf: usize) -> Option<Span> {
        self.place_of(leaf..leaf + 1)
    }

    /// Where texts that follow each other stand, without the white space around them.
    pub fn place_of(&self, leaves: Range<usize>) -> Option<Span> {
        let tree = self.page.tree();
        let (first, last) = (self.all[leaves.clone()].first()?, self.all[leaves].last()?);
        let (start, end) = (tree.span(self.id(first.node))?.start, tree.span(last.last)?.end);
        (start <= end).then(|| trim(self.page.source(), Span { start, end }))
    }

    /// The elements around a node, nearest first.
    pub fn around(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let parent = move |node: Node| Some(self.parent(node)).filter(|parent| *parent != NO_NODE);
        std::iter::successors(parent(node), move |&node| parent(node))
    }

    /// The names from the top of the page down to an element, written out.
    pub fn written_path(&self, node: Node) -> String {
        let mut names: Vec<&str> = self.around(node).map(|above| self.tag(above)).collect();
        names.reverse();
        if self.is_element(node) {
            names.push(self.tag(node));
        }
        names.join("/")
    }
}

/// The print of a path that was written out.
pub(crate) fn print_of_path(written: &str) -> TextHash {
    let mut print = TextHash::default();
    for name in written.split('/').filter(|name| !name.is_empty()) {
        print.write("/");
        print.write(name);
    }
    print
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).expect("a tree has fewer than 2^32 nodes")
}
