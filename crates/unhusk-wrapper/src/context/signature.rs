//! Surroundings as numbers: nodes that are equal to some fields have the same signature.
//!
//! Pages repeat themselves. The decision for the first cell of a column holds for the next hundred, as long as all
//! facts around them that the fields can test are equal: symbols, neighbours and the nodes below these, level by level
//! upwards. A signature is the list of these; the nodes below a neighbour are one number in it.

use super::fork::{Budget, ByLevels, Exhausted, Node, Outline, reach};
use super::node_symbols::{FineSymbol, FineSymbols};
use rustc_hash::FxHashMap;

/// Signatures of the nodes of one page.
pub(super) struct Signatures<'a> {
    outline: &'a Outline,
    symbols: &'a FineSymbols<'a>,
    /// The number of each signature with several children.
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// The number of each signature with one child: most have one, and a pair needs no allocation.
    over_one: FxHashMap<(FineSymbol, u32), u32>,
    n_numbers: u32,
    /// Shapes of nodes down to a number of levels, once they are known.
    shapes: ByLevels,
    /// Keys under construction; a stack.
    stack: Vec<u32>,
    /// Numbers of whole subtrees, by their symbols and sizes.
    subtrees: FxHashMap<Box<[u64]>, u32>,
    /// Number of each node's whole subtree, or 0 until it is known.
    wholes: Vec<u32>,
    /// The subtree that is being searched for.
    subtree: Vec<u64>,
}

/// Marks a number of neighbours in a key; symbols and shapes are below.
const NEIGHBOURS: u32 = 1 << 31;
/// Shapes of leaves are their symbols, those of other nodes have this bit.
const INNER: u32 = 1 << 30;

impl<'a> Signatures<'a> {
    pub(super) fn new(outline: &'a Outline, symbols: &'a FineSymbols<'a>) -> Self {
        Self {
            outline,
            symbols,
            numbers: FxHashMap::default(),
            over_one: FxHashMap::default(),
            n_numbers: 0,
            shapes: ByLevels::new(outline.len()),
            stack: Vec::new(),
            subtrees: FxHashMap::default(),
            wholes: vec![0; outline.len()],
            subtree: Vec::new(),
        }
    }

    /// Adds to `key` all facts around a node that fields with at most these k and l can test.
    pub(super) fn write(
        &mut self,
        node: Node,
        (width, depth): (usize, usize),
        key: &mut Vec<u32>,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        key.push(self.shape(node, depth, budget)?);
        let mut child = node;
        for _ in 1..depth {
            let Some(parent) = self.outline.parent(child) else { break };
            key.push(self.symbols.symbol(parent));
            let siblings = self.outline.children(parent);
            let position = self.outline.position(child);
            let near = reach(siblings.len(), position, width);
            budget.spend(near.len())?;
            if near.len() > 1 {
                key.push(NEIGHBOURS | packed(position - near.start) << 15 | packed(near.len()));
                for &sibling in siblings[near].iter().filter(|&&sibling| sibling != child) {
                    key.push(self.shape(sibling, depth - 1, budget)?);
                }
            }
            child = parent;
        }
        Ok(())
    }

    /// Returns the number of a whole subtree: symbols and sizes, in document order, define it completely.
    pub(super) fn whole(&mut self, root: Node, budget: &mut Budget) -> Result<u32, Exhausted> {
        let known = self.wholes[root as usize];
        if known != 0 {
            return Ok(known);
        }
        let nodes = root..self.outline.end(root);
        budget.spend(nodes.len())?;
        self.subtree.clear();
        for node in nodes {
            let size = self.outline.end(node) - node;
            self.subtree.push(u64::from(self.symbols.symbol(node)) << 32 | u64::from(size));
        }
        let next = u32::try_from(self.subtrees.len() + 1).expect("fewer than there are nodes");
        let number = self.subtrees.get(self.subtree.as_slice()).copied().unwrap_or_else(|| {
            self.subtrees.insert(self.subtree.as_slice().into(), next);
            next
        });
        self.wholes[root as usize] = number;
        Ok(number)
    }

    /// The number of a node's subtree, down to some levels; the depth of this recursion is at most l.
    fn shape(&mut self, node: Node, levels: usize, budget: &mut Budget) -> Result<u32, Exhausted> {
        let levels = levels.min(self.outline.levels(node));
        if levels < 2 {
            return Ok(self.symbols.symbol(node));
        }
        if let Some(shape) = self.shapes.get(node, levels) {
            return Ok(shape);
        }
        let symbol = self.symbols.symbol(node);
        let children = self.outline.children(node);
        budget.spend(1 + children.len())?;
        let shape = if let [only] = children {
            let below = self.shape(*only, levels - 1, budget)?;
            let next = &mut self.n_numbers;
            *self.over_one.entry((symbol, below)).or_insert_with(|| take(next))
        } else {
            let start = self.stack.len();
            self.stack.push(symbol);
            for &child in children {
                let below = self.shape(child, levels - 1, budget)?;
                self.stack.push(below);
            }
            self.number_stack(start)
        };
        self.shapes.set(node, levels, shape);
        Ok(shape)
    }

    /// Returns the number of the key on the stack from `start`, and removes the key.
    fn number_stack(&mut self, start: usize) -> u32 {
        let key = &self.stack[start..];
        let number = self.numbers.get(key).copied().unwrap_or_else(|| {
            let number = take(&mut self.n_numbers);
            self.numbers.insert(key.into(), number);
            number
        });
        self.stack.truncate(start);
        number
    }
}

fn take(next: &mut u32) -> u32 {
    *next += 1;
    *next | INNER
}

/// Packs a count of neighbours: k is at most 256.
fn packed(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX) & 0x7fff
}
