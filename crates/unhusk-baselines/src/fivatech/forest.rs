//! The pages as trees, with a number for each distinct tree shape.

use crate::tokens::{PageTokenKind, TokenCorpus, TokenSymbol};
use rustc_hash::FxHashMap;
use unhusk_page::Span;

/// A node, by its index among the nodes of all pages, in document order.
pub(super) type NodeIdx = u32;
/// A shape, by its index.
pub(super) type ShapeIdx = u32;

/// Tag of the root of a page.
const ROOT: TokenSymbol = TokenSymbol::MAX;
/// Tag of a text: all texts have the same shape.
const TEXT: TokenSymbol = TokenSymbol::MAX - 1;

/// All pages.
#[derive(Debug)]
pub(super) struct Forest {
    nodes: Vec<ForestNode>,
    children: Vec<Vec<NodeIdx>>,
    pub(super) roots: Vec<NodeIdx>,
    pub(super) shapes: Vec<TreeShape>,
    /// The shape of each node.
    shape_of: Vec<ShapeIdx>,
}

/// An element or a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForestNode {
    pub(super) page: usize,
    pub(super) kind: PageTokenKind,
    pub(super) symbol: TokenSymbol,
    pub(super) span: Span,
}

/// A tree without the content of its texts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct TreeShape {
    pub(super) tag: TokenSymbol,
    pub(super) children: Vec<ShapeIdx>,
    pub(super) n_nodes: usize,
}

impl Forest {
    /// Builds the trees of pages.
    pub(super) fn new(corpus: &TokenCorpus) -> Self {
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

    /// Returns a node.
    pub(super) fn node(&self, node: NodeIdx) -> ForestNode {
        self.nodes[node as usize]
    }

    /// Returns the children of a node, in document order.
    pub(super) fn children(&self, node: NodeIdx) -> &[NodeIdx] {
        &self.children[node as usize]
    }

    /// Returns the shape of a node.
    pub(super) fn shape_of(&self, node: NodeIdx) -> ShapeIdx {
        self.shape_of[node as usize]
    }

    /// Whether a node is a text.
    pub(super) fn is_text(&self, node: NodeIdx) -> bool {
        self.node(node).kind == PageTokenKind::Text
    }

    fn add_page(&mut self, corpus: &TokenCorpus, page: usize) {
        let span = Span { start: 0, end: 0 };
        let root = self.add(ForestNode { page, kind: PageTokenKind::Start, symbol: ROOT, span });
        self.roots.push(root);
        let mut open = vec![root];
        for token in &corpus.pages[page] {
            if token.kind == PageTokenKind::End {
                open.pop();
                continue;
            }
            let (kind, symbol, span) = (token.kind, token.symbol, token.span);
            let node = self.add(ForestNode { page, kind, symbol, span });
            let parent = *open.last().expect("each end tag has its start tag");
            self.children[parent as usize].push(node);
            if kind == PageTokenKind::Start {
                open.push(node);
            }
        }
    }

    fn add(&mut self, node: ForestNode) -> NodeIdx {
        self.nodes.push(node);
        self.children.push(Vec::new());
        NodeIdx::try_from(self.nodes.len() - 1).expect("pages have fewer than 2^32 nodes")
    }

    fn find_shapes(&mut self) {
        let mut known: FxHashMap<TreeShape, ShapeIdx> = FxHashMap::default();
        self.shape_of = vec![0; self.nodes.len()];
        // Children come after their parents.
        for at in (0..self.nodes.len()).rev() {
            let node = self.nodes[at];
            let shape_of = |child: &NodeIdx| self.shape_of[*child as usize];
            let children: Vec<ShapeIdx> = self.children[at].iter().map(shape_of).collect();
            let n_nodes_of = |shape: &ShapeIdx| self.shapes[*shape as usize].n_nodes;
            let n_nodes = 1 + children.iter().map(n_nodes_of).sum::<usize>();
            let tag = if node.kind == PageTokenKind::Text { TEXT } else { node.symbol };
            let shapes = &mut self.shapes;
            let shape = TreeShape { tag, children, n_nodes };
            self.shape_of[at] = *known.entry(shape).or_insert_with_key(|shape| {
                shapes.push(shape.clone());
                ShapeIdx::try_from(shapes.len() - 1).expect("no more shapes than nodes")
            });
        }
    }
}
