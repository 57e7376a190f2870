//! A tree reduced to the data that is compared.

use rustc_hash::FxHashMap;
use unhusk_page::{NodeId, NodeKind, Tree, fold};

/// A tree reduced to the data that is compared: a number for each node, in document order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Equal for equal nodes.
    names: Vec<u32>,
    /// One past the last descendant of each.
    ends: Vec<u32>,
    /// Nodes that are not closed yet.
    open: Vec<u32>,
}

impl Sketch {
    /// Begins a node below the open one; all later ones are below it until it is [closed](Self::close). Returns its
    /// number.
    pub fn open(&mut self, name: u32) -> usize {
        let at = self.names.len();
        self.names.push(name);
        self.ends.push(narrow(at + 1));
        self.open.push(narrow(at));
        at
    }

    /// Ends the node that was opened last.
    pub fn close(&mut self) {
        let Some(node) = self.open.pop() else { return };
        self.ends[node as usize] = narrow(self.names.len());
    }

    /// The visible part of a page's tree from a node down.
    pub fn of(tree: &Tree, root: NodeId, mut name: impl FnMut(NodeId) -> u32) -> Self {
        let mut sketch = Self::default();
        let mut open: Vec<NodeId> = Vec::new();
        for id in tree.visible_from(root) {
            while open.pop_if(|last| tree.subtree_end(*last) <= id.0).is_some() {
                sketch.close();
            }
            sketch.open(name(id));
            open.push(id);
        }
        for _ in open {
            sketch.close();
        }
        sketch
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the number that identifies the content of a node.
    pub fn name(&self, node: usize) -> u32 {
        self.names[node]
    }

    /// One past the last descendant.
    pub fn end(&self, node: usize) -> usize {
        self.ends[node] as usize
    }

    /// Returns the number of nodes of a subtree.
    pub fn size(&self, node: usize) -> usize {
        self.end(node) - node
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.siblings(node + 1, self.end(node))
    }

    /// The nodes without a parent.
    pub fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.siblings(0, self.len())
    }

    fn siblings(&self, first: usize, end: usize) -> impl Iterator<Item = usize> + '_ {
        let below = move |node: usize| (node < end).then_some(node);
        std::iter::successors(below(first), move |&node| below(self.end(node)))
    }
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Numbers for the contents of nodes, shared by all trees that are compared.
#[derive(Debug, Clone, Default)]
pub struct NodeNumbers {
    numbers: FxHashMap<String, u32>,
}

impl NodeNumbers {
    /// The number of a node of a page: of its tag, or of its text with white space folded.
    pub fn of(&mut self, tree: &Tree, id: NodeId) -> u32 {
        match tree.kind(id) {
            NodeKind::Text => self.text(&fold(tree.text(id))),
            _ => self.element(tree.tag(id)),
        }
    }

    /// The number of a tag.
    pub fn element(&mut self, tag: &str) -> u32 {
        self.number(format!("<{tag}"))
    }

    /// The number of a text.
    pub fn text(&mut self, text: &str) -> u32 {
        self.number(format!("@{text}"))
    }

    fn number(&mut self, key: String) -> u32 {
        let next = narrow(self.numbers.len());
        *self.numbers.entry(key).or_insert(next)
    }
}
