//! Surroundings as numbers: nodes that look the same to every field of a wrapper have the same signature.
//!
//! Pages repeat themselves. What was decided for the first cell of a column holds for the next hundred, as long
//! as all that any rule can see around them is equal: labels, neighbours and what is below these, level by level
//! upwards. A signature costs a look-up per level; the decision is then one more.

use super::fork::{Budget, Exhausted, Node, Outline, reach};
use super::labels::FineLabels;
use rustc_hash::FxHashMap;

/// Signatures of the nodes of one page.
pub(super) struct Signatures<'a> {
    outline: &'a Outline,
    labels: &'a FineLabels<'a>,
    /// The largest k and l of all fields: what no rule can see makes no difference.
    width: usize,
    depth: usize,
    /// Numbers of what was met: a label over its children, or what is around one link of a chain.
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// The same for labels over one child or none, which are most.
    short: FxHashMap<(u64, u32), u32>,
    n_numbers: u32,
    /// Shapes of nodes down to all levels that can be seen, once they are known; by levels, then node.
    shapes: Vec<Vec<u32>>,
    /// Keys that are being put together; a stack.
    stack: Vec<u32>,
}

/// Not worked out yet, or no child.
const NONE: u32 = u32::MAX;

impl<'a> Signatures<'a> {
    pub(super) fn new(
        outline: &'a Outline,
        labels: &'a FineLabels<'a>,
        (width, depth): (usize, usize),
    ) -> Self {
        Self {
            outline,
            labels,
            width,
            depth,
            numbers: FxHashMap::default(),
            short: FxHashMap::default(),
            n_numbers: 0,
            shapes: vec![Vec::new(); depth + 1],
            stack: Vec::new(),
        }
    }

    /// What a node looks like with nothing around it.
    pub(super) fn of(&mut self, node: Node, budget: &mut Budget) -> Result<u32, Exhausted> {
        self.shape(node, self.depth, budget)
    }

    /// What a node looks like with all that is beside the child that `below` is the signature of.
    pub(super) fn above(
        &mut self,
        parent: Node,
        (child, below): (Node, u32),
        budget: &mut Budget,
    ) -> Result<u32, Exhausted> {
        let siblings = self.outline.children(parent);
        let position = self.outline.position(child);
        let near = reach(siblings.len(), position, self.width);
        budget.spend(near.len())?;
        let [label, more] = self.labels.label(parent);
        if siblings.len() == 1 {
            // Below 2^31 are signatures, above are marks of what they are put together from.
            return Ok(self.number_short([label | ABOVE, more, below]));
        }
        let start = self.stack.len();
        let n_before = u32::try_from(position - near.start).unwrap_or(u32::MAX);
        self.stack.extend([label | ABOVE, more, below, n_before]);
        for &sibling in siblings[near].iter().filter(|&&sibling| sibling != child) {
            let shape = self.shape(sibling, self.depth - 1, budget)?;
            self.stack.push(shape);
        }
        Ok(self.number_stack(start))
    }

    /// The number of a node's subtree, down to some levels; the depth of this recursion is at most l.
    fn shape(&mut self, node: Node, levels: usize, budget: &mut Budget) -> Result<u32, Exhausted> {
        let levels = levels.min(self.outline.levels(node));
        if let Some(&shape) = self.shapes[levels].get(node as usize)
            && shape != NONE
        {
            return Ok(shape);
        }
        let children = if levels > 1 { self.outline.children(node) } else { &[] };
        budget.spend(1 + children.len())?;
        let [label, more] = self.labels.label(node);
        let shape = match children {
            [] => self.number_short([label, more, NONE]),
            [only] => {
                let below = self.shape(*only, levels - 1, budget)?;
                self.number_short([label, more, below])
            }
            _ => {
                let start = self.stack.len();
                self.stack.extend([label, more]);
                for &child in children {
                    let below = self.shape(child, levels - 1, budget)?;
                    self.stack.push(below);
                }
                self.number_stack(start)
            }
        };
        self.remember(node, levels, shape);
        Ok(shape)
    }

    fn remember(&mut self, node: Node, levels: usize, shape: u32) {
        let column = &mut self.shapes[levels];
        if column.is_empty() {
            column.resize(self.outline.len(), NONE);
        }
        column[node as usize] = shape;
    }

    fn number_short(&mut self, [label, more, below]: [u32; 3]) -> u32 {
        let next = &mut self.n_numbers;
        let key = (u64::from(label) << 32 | u64::from(more), below);
        *self.short.entry(key).or_insert_with(|| take(next))
    }

    /// The number of the key on the stack from `start`, which is taken away.
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

/// Marks a label whose children are not all of its children: labels are below it.
const ABOVE: u32 = 1 << 31;

fn take(next: &mut u32) -> u32 {
    *next += 1;
    *next
}
