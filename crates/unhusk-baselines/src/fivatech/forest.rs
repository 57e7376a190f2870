//! The pages as trees, with a number for each shape that a tree can have.

use crate::tokens::{Corpus, Kind, Symbol};
use rustc_hash::FxHashMap;
use unhusk_page::Span;

/// A node, by its number among those of all pages: they are numbered in document order, page by page.
pub(super) type NodeIdx = u32;
/// A shape, by its number.
pub(super) type ShapeIdx = u32;

/// What stands for a tag at the root of a page.
const ROOT: Symbol = Symbol::MAX;
/// What stands for a tag at a text: in shapes, texts are all the same.
const TEXT: Symbol = Symbol::MAX - 1;

/// All pages.
#[derive(Debug)]
pub(super) struct Forest {
    nodes: Vec<Node>,
    children: Vec<Vec<NodeIdx>>,
    pub(super) roots: Vec<NodeIdx>,
    pub(super) shapes: Vec<Shape>,
    /// The shape of each node.
    shape_of: Vec<ShapeIdx>,
}

/// An element or a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) page: usize,
    pub(super) kind: Kind,
    pub(super) symbol: Symbol,
    pub(super) span: Span,
}

/// What a tree looks like, whatever its texts say.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub(super) tag: Symbol,
    pub(super) children: Vec<ShapeIdx>,
    pub(super) n_nodes: usize,
}

impl Forest {
    /// Reads pages.
    pub(super) fn new(corpus: &Corpus) -> Self {
        let mut forest = Self {
            nodes: Vec::new(),
            children: Vec::new(),
            roots: Vec::new(),
            shapes: Vec::new(),
            shape_of: Vec::new(),
        };
        for page in 0..corpus.pages.len() {
            forest.add_page(corpus, page);
        }
        forest.find_shapes();
        forest
    }

    /// A node.
    pub(super) fn node(&self, node: NodeIdx) -> Node {
        self.nodes[node as usize]
    }

    /// The children of a node, in document order.
    pub(super) fn children(&self, node: NodeIdx) -> &[NodeIdx] {
        &self.children[node as usize]
    }

    /// The shape of a node.
    pub(super) fn shape_of(&self, node: NodeIdx) -> ShapeIdx {
        self.shape_of[node as usize]
    }

    /// Whether a node is a text.
    pub(super) fn is_text(&self, node: NodeIdx) -> bool {
        self.node(node).kind == Kind::Text
    }

    fn add_page(&mut self, corpus: &Corpus, page: usize) {
        let span = Span { start: 0, end: 0 };
        let root = self.add(Node { page, kind: Kind::Start, symbol: ROOT, span });
        self.roots.push(root);
        let mut open = vec![root];
        for token in &corpus.pages[page] {
            if token.kind == Kind::End {
                open.pop();
                continue;
            }
            let (kind, symbol, span) = (token.kind, token.symbol, token.span);
            let node = self.add(Node { page, kind, symbol, span });
            let parent = *open.last().expect("each end tag has its start tag");
            self.children[parent as usize].push(node);
            if kind == Kind::Start {
                open.push(node);
            }
        }
    }

    fn add(&mut self, node: Node) -> NodeIdx {
        self.nodes.push(node);
        self.children.push(Vec::new());
        NodeIdx::try_from(self.nodes.len() - 1).expect("pages have fewer than 2^32 nodes")
    }

    fn find_shapes(&mut self) {
        let mut known: FxHashMap<Shape, ShapeIdx> = FxHashMap::default();
        self.shape_of = vec![0; self.nodes.len()];
        // Children stand behind their parents.
        for at in (0..self.nodes.len()).rev() {
            let node = self.nodes[at];
            let shape_of = |child: &NodeIdx| self.shape_of[*child as usize];
            let children: Vec<ShapeIdx> = self.children[at].iter().map(shape_of).collect();
            let n_nodes_of = |shape: &ShapeIdx| self.shapes[*shape as usize].n_nodes;
            let n_nodes = 1 + children.iter().map(n_nodes_of).sum::<usize>();
            let tag = if node.kind == Kind::Text { TEXT } else { node.symbol };
            let shapes = &mut self.shapes;
            let shape = Shape { tag, children, n_nodes };
            self.shape_of[at] = *known.entry(shape).or_insert_with_key(|shape| {
                shapes.push(shape.clone());
                ShapeIdx::try_from(shapes.len() - 1).expect("no more shapes than nodes")
            });
        }
    }
}
