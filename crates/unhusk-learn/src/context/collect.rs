//! The marked forks of a positive example, as shapes.

use rustc_hash::FxHashMap;
use unhusk_wrapper::context::internal::fork::{
    Budget, Exhausted, ForkShape, Forks, Node, NodeSymbol, NodeSymbols, Outline, ShapeId, Window,
    reach,
};

/// Collects the (k,l)-forks that contain a marked node, k = `width`, l = `depth`.
pub(crate) struct Collector<'a, L> {
    outline: &'a Outline,
    symbols: &'a L,
    width: usize,
    depth: usize,
    forks: Forks,
    /// Shapes of unmarked nodes, by node and depth.
    known: FxHashMap<(Node, usize), ShapeId>,
}

impl<'a, L: NodeSymbols> Collector<'a, L> {
    /// Creates an empty collection.
    pub(crate) fn new(
        (width, depth): (usize, usize),
        outline: &'a Outline,
        symbols: &'a L,
    ) -> Self {
        let known = FxHashMap::default();
        Self { outline, symbols, width, depth, forks: Forks::default(), known }
    }

    /// Adds the forks that contain `node`, marked: those rooted at it and at the l - 1 nodes above it.
    pub(crate) fn add(&mut self, node: Node, budget: &mut Budget) -> Result<(), Exhausted> {
        let chain: Vec<Node> = self.outline.chain(node).take(self.depth).collect();
        for height in 0..chain.len() {
            let root = self.marked_shape(&chain[..=height], budget)?;
            self.forks.add_root(root);
        }
        Ok(())
    }

    /// Returns the collected forks.
    pub(crate) fn finish(self) -> Forks {
        self.forks
    }

    /// The forks whose mark is the first node of `chain` and whose root is the last.
    fn marked_shape(&mut self, chain: &[Node], budget: &mut Budget) -> Result<ShapeId, Exhausted> {
        let mut levels = self.depth + 1 - chain.len();
        let children = self.child_shapes(chain[0], levels, budget)?;
        let mut shape =
            self.over_windows((self.marked_symbol(chain[0]), true), &children, budget)?;
        for step in chain.windows(2) {
            levels += 1;
            shape = self.shape_above(step[1], (step[0], shape), levels, budget)?;
        }
        Ok(shape)
    }

    /// Returns the symbol of the marked node, which never includes its own text.
    fn marked_symbol(&self, node: Node) -> NodeSymbol {
        let symbol = self.symbols.symbol(node);
        if symbol.is_text() { NodeSymbol::ANY_TEXT } else { symbol }
    }

    fn shape_above(
        &mut self,
        parent: Node,
        (child, child_shape): (Node, ShapeId),
        levels: usize,
        budget: &mut Budget,
    ) -> Result<ShapeId, Exhausted> {
        let outline = self.outline;
        let siblings = outline.children(parent);
        let mut row = Vec::new();
        for &sibling in &siblings[reach(siblings.len(), outline.position(child), self.width)] {
            let is_marked = sibling == child;
            row.push(if is_marked {
                child_shape
            } else {
                self.shape(sibling, levels - 1, budget)?
            });
        }
        self.over_windows((self.symbols.symbol(parent), false), &row, budget)
    }

    /// The unmarked forks of a node; the depth of this recursion is at most l.
    fn shape(
        &mut self,
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<ShapeId, Exhausted> {
        if let Some(&known) = self.known.get(&(node, levels)) {
            return Ok(known);
        }
        let children = self.child_shapes(node, levels, budget)?;
        let shape = self.over_windows((self.symbols.symbol(node), false), &children, budget)?;
        self.known.insert((node, levels), shape);
        Ok(shape)
    }

    fn child_shapes(
        &mut self,
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Vec<ShapeId>, Exhausted> {
        let outline = self.outline;
        let children = if levels > 1 { outline.children(node) } else { &[] };
        budget.spend(1 + children.len())?;
        children.iter().map(|&child| self.shape(child, levels - 1, budget)).collect()
    }

    fn over_windows(
        &mut self,
        (symbol, marked): (NodeSymbol, bool),
        children: &[ShapeId],
        budget: &mut Budget,
    ) -> Result<ShapeId, Exhausted> {
        budget.spend(children.len() * self.width)?;
        let mut windows: Vec<Window> = Vec::new();
        if children.len() <= self.width {
            windows.push(children.into());
        } else {
            windows.extend(children.windows(self.width).map(Window::from));
        }
        Ok(self.forks.intern(ForkShape { symbol, marked, windows }))
    }
}
