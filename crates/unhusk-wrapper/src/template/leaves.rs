//! A page in the form that templates read: its texts in document order, each with the names of the elements around it.
//!
//! The nodes are not those of the visible tree, which is why they have arrays of their own:
//! - Running text is one node, however many texts and marks it consists of on the page.
//! - White space between tags is a node. A record that contains it is longer than its element, from which the learner
//!   concludes that records are runs of siblings. Without these nodes, `template` and `induce` learn other wrappers in
//!   25 of 476 rows of the fingerprint.
//!
//! Hidden content is defined as everywhere else: [`Visibility::Data`].

use super::running::{self, Running, TextEnds};
use crate::context::extract::trim;
use crate::site::clue::{ClueWriter, TextHash};
use std::borrow::Cow;
use std::ops::Range;
use unhusk_page::{NodeId, NodeKind, Page, Span, Visibility, fold};

/// The position of a node among those of the template.
pub type LeafNode = u32;

/// Absent node.
pub const NO_NODE: LeafNode = LeafNode::MAX;

/// The texts of a page.
#[derive(Debug)]
pub struct Leaves<'p> {
    page: &'p Page,
    /// Elements and texts, in document order.
    ids: Vec<NodeId>,
    parents: Vec<LeafNode>,
    /// One past the last node below each.
    ends: Vec<LeafNode>,
    /// The names from the top of the page down to each element; for a text, to the element around it.
    paths: Vec<TextHash>,
    depths: Vec<u16>,
    all: Vec<TextLeaf<'p>>,
    /// Number of texts before each node, and before the end.
    n_before: Vec<u32>,
}

/// A text.
#[derive(Debug)]
pub struct TextLeaf<'p> {
    /// The text node.
    pub node: LeafNode,
    /// Hash of the names of the elements around it.
    pub path: TextHash,
    /// Folded.
    pub text: Cow<'p, str>,
    /// The last text node of it; differs from the first in running text.
    last: NodeId,
}

impl<'p> Leaves<'p> {
    /// Reads the tree of a page. Running text is one.
    pub fn new(page: &'p Page, running: &Running) -> Self {
        let tree = page.tree();
        let mut leaves = Self {
            page,
            ids: Vec::new(),
            parents: Vec::new(),
            ends: Vec::new(),
            paths: Vec::new(),
            depths: Vec::new(),
            all: Vec::new(),
            n_before: Vec::new(),
        };
        let mut positions: Vec<LeafNode> = vec![NO_NODE; tree.len()];
        let mut skip_to = 0;
        for id in
            tree.nodes().filter(|id| matches!(tree.kind(*id), NodeKind::Element | NodeKind::Text))
        {
            if id.index() < skip_to {
                continue;
            }
            if tree.hides_content(id, Visibility::Data) {
                skip_to = tree.subtree_end(id) as usize;
                continue;
            }
            let parent = tree.parent(id).map_or(NO_NODE, |parent| positions[parent.index()]);
            let node = leaves.add(id, parent);
            positions[id.index()] = node;
            if tree.is_element(id)
                && running.has(leaves.path(node), || leaves.class(node))
                && leaves.add_running(id, node)
            {
                skip_to = tree.subtree_end(id) as usize;
            }
        }
        leaves.n_before.push(count(leaves.all.len()));
        leaves.find_ends();
        leaves
    }

    fn add(&mut self, id: NodeId, parent: LeafNode) -> LeafNode {
        let node = count(self.ids.len());
        let (mut path, depth) = match self.paths.get(parent as usize) {
            Some(path) => (*path, self.depths[parent as usize].saturating_add(1)),
            None => (TextHash::default(), 0),
        };
        self.n_before.push(count(self.all.len()));
        let tree = self.page.tree();
        if tree.kind(id) == NodeKind::Element {
            path.write("/");
            path.write(tree.tag(id));
        } else {
            let text = fold(tree.text(id));
            if !text.is_empty() {
                self.all.push(TextLeaf { node, path, text, last: id });
            }
        }
        self.push(id, parent, path, depth);
        node
    }

    fn push(&mut self, id: NodeId, parent: LeafNode, path: TextHash, depth: u16) {
        self.ids.push(id);
        self.parents.push(parent);
        self.paths.push(path);
        self.depths.push(depth);
    }

    /// Adds all texts of an element as one, if it contains only marks besides; returns whether it does.
    fn add_running(&mut self, id: NodeId, parent: LeafNode) -> bool {
        let tree = self.page.tree();
        let Some(TextEnds { first, last }) = running::text_ends(tree, id) else { return false };
        let span = tree.span(first).zip(tree.span(last));
        let Some(span) = span.map(|(first, last)| Span { start: first.start, end: last.end })
        else {
            return false;
        };
        let node = count(self.ids.len());
        let (path, depth) = (self.path(parent), self.depth(parent).saturating_add(1));
        self.n_before.push(count(self.all.len()));
        self.all.push(TextLeaf { node, path, text: self.page.text(span), last });
        self.push(first, parent, path, depth);
        true
    }

    fn find_ends(&mut self) {
        self.ends = (1..=count(self.ids.len())).collect();
        for node in (0..self.ids.len()).rev() {
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
    pub fn all(&self) -> &[TextLeaf<'p>] {
        &self.all
    }

    /// Number of nodes.
    pub fn n_nodes(&self) -> LeafNode {
        count(self.ids.len())
    }

    /// The node of the page's tree.
    pub fn id(&self, node: LeafNode) -> NodeId {
        self.ids[node as usize]
    }

    /// The parent, or [`NO_NODE`].
    pub fn parent(&self, node: LeafNode) -> LeafNode {
        self.parents[node as usize]
    }

    /// One past the last node below a node.
    pub fn end(&self, node: LeafNode) -> LeafNode {
        self.ends[node as usize]
    }

    /// The names from the top of the page down to an element; for a text, to the element around it.
    pub fn path(&self, node: LeafNode) -> TextHash {
        self.paths[node as usize]
    }

    /// Returns the number of elements around a node.
    pub fn depth(&self, node: LeafNode) -> u16 {
        self.depths[node as usize]
    }

    /// Returns the number of texts before a node, or in all of the page.
    pub fn before(&self, node: LeafNode) -> usize {
        self.n_before[node as usize] as usize
    }

    /// Whether a node is an element.
    pub fn is_element(&self, node: LeafNode) -> bool {
        self.page.tree().is_element(self.id(node))
    }

    /// The name of an element.
    pub fn tag(&self, node: LeafNode) -> &'p str {
        self.page.tree().tag(self.id(node))
    }

    /// The class attribute of an element; empty if there is none.
    pub fn class(&self, node: LeafNode) -> &'p str {
        self.page.tree().attribute(self.id(node), "class").map_or("", |class| class.value.trim())
    }

    /// Returns the place of a text, without the white space around it.
    pub fn place(&self, leaf: usize) -> Option<Span> {
        self.place_of(leaf..leaf + 1)
    }

    /// Returns the place of consecutive texts, without the white space around them.
    pub fn place_of(&self, leaves: Range<usize>) -> Option<Span> {
        let tree = self.page.tree();
        let (first, last) = (self.all[leaves.clone()].first()?, self.all[leaves].last()?);
        let (start, end) = (tree.span(self.id(first.node))?.start, tree.span(last.last)?.end);
        (start <= end).then(|| trim(self.page.source(), Span { start, end }))
    }

    /// The elements around a node, nearest first.
    pub fn around(&self, node: LeafNode) -> impl Iterator<Item = LeafNode> + '_ {
        let parent =
            move |node: LeafNode| Some(self.parent(node)).filter(|parent| *parent != NO_NODE);
        std::iter::successors(parent(node), move |&node| parent(node))
    }

    /// The names from the top of the page down to an element, written out.
    pub fn written_path(&self, node: LeafNode) -> String {
        let mut names: Vec<&str> = self.around(node).map(|above| self.tag(above)).collect();
        names.reverse();
        if self.is_element(node) {
            names.push(self.tag(node));
        }
        names.join("/")
    }
}

/// Returns the hash of a written path.
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
