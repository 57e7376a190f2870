//! Decides whether all forks of a node are among the forks of a rule, without listing a single fork.

use super::by_levels::ByLevels;
use super::index::{Accepted, Index};
use super::outline::{Node, Outline};
use super::symbol::NodeSymbols;
use super::types::{LOST, Root, TypeTable, Types};
use super::{Budget, Exhausted};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Rules that share an [`Index`], over one outline. Results for a node serve all candidates near it and all rules.
pub struct ForkMatcher<'a, L> {
    outline: &'a Outline,
    symbols: &'a L,
    width: usize,
    table: TypeTable<'a>,
    /// Types of the unmarked forks of each node, by levels.
    known: ByLevels,
    /// Numbers of the rows of children, by levels: see [`ForkMatcher::row_of`].
    rows: ByLevels,
    row_ids: FxHashMap<Box<[u32]>, u32>,
    /// Types above a marked child: by row, position of the child, and its types.
    above: FxHashMap<(u32, u32, Types), Types>,
    /// Longest row that is numbered.
    max_row: usize,
    /// The candidate and the nodes above it, as far as a rule has needed them.
    chain: Vec<Node>,
    /// Types of the forks with the mark, by height of their root and levels; rules for the same node share them.
    marked: Vec<Option<Types>>,
    /// Most levels for which `marked` has entries.
    max_levels: usize,
    /// Types of neighbours under construction; a stack, so that no row needs memory of its own.
    stack: Vec<Types>,
}

impl<'a, L: NodeSymbols> ForkMatcher<'a, L> {
    /// Rules with k = `width`.
    pub fn new(index: &'a Index, width: usize, outline: &'a Outline, symbols: &'a L) -> Self {
        Self {
            outline,
            symbols,
            width,
            table: TypeTable::new(index),
            known: ByLevels::new(outline.len()),
            rows: ByLevels::new(outline.len()),
            row_ids: FxHashMap::default(),
            above: FxHashMap::default(),
            max_row: MAX_ROW,
            chain: Vec::new(),
            marked: Vec::new(),
            max_levels: 0,
            stack: Vec::new(),
        }
    }

    /// Tests no more of a row than forks contain: that is less work where few nodes of a page are tested.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { max_row: 0, ..self }
    }

    /// Whether every fork with `node` marked is in the rule. The forks with the highest roots are tested first, which
    /// reject most nodes.
    pub fn accepts(
        &mut self,
        node: Node,
        rule: &Accepted,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        self.begin(node, rule.depth);
        for height in (0..self.chain.len().min(rule.depth)).rev() {
            let types = self.types_on_chain(height, rule.depth, budget)?;
            if !self.table.are_in(types, rule) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes a node the candidate, if it is not, and collects the nodes above it.
    fn begin(&mut self, node: Node, depth: usize) {
        if self.chain.first() == Some(&node) && self.chain.len() >= depth {
            return;
        }
        self.chain.clear();
        self.chain.extend(self.outline.chain(node).take(depth));
        self.max_levels = depth;
        self.marked.clear();
        self.marked.resize(self.chain.len() * (depth + 1), None);
    }

    /// Types of the forks with the mark and with root `height` levels above it, `levels` deep; the depth of
    /// this recursion is at most l.
    fn types_on_chain(
        &mut self,
        height: usize,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let node = self.chain[height];
        // Deeper forks than the subtree are equal.
        let levels = levels.min(self.outline.levels(node));
        let at = height * (self.max_levels + 1) + levels;
        if let Some(known) = self.marked[at] {
            return Ok(known);
        }
        let types = if height == 0 {
            self.types_over_children((self.symbols.symbol(node), true), node, levels, budget)?
        } else {
            let child_types = self.types_on_chain(height - 1, levels - 1, budget)?;
            let child = self.chain[height - 1];
            self.types_above(node, (child, child_types), levels, budget)?
        };
        self.marked[at] = Some(types);
        Ok(types)
    }

    /// Returns the types of the forks of `parent` that contain one child's mark, given the types of that child's forks.
    fn types_above(
        &mut self,
        parent: Node,
        (child, child_types): (Node, Types),
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        if child_types == LOST {
            return Ok(LOST);
        }
        // An only child needs no row; in a long row, all children would be tested where forks contain few.
        if !(2..=self.max_row).contains(&self.outline.children(parent).len()) {
            return self.types_near(parent, (child, child_types), levels, budget);
        }
        let row = self.row_of(parent, levels, budget)?;
        let position = u32::try_from(self.outline.position(child)).unwrap_or(u32::MAX);
        let key = (row, position, child_types);
        if let Some(&types) = self.above.get(&key) {
            budget.spend(1)?;
            return Ok(types);
        }
        let types = self.types_near(parent, (child, child_types), levels, budget)?;
        self.above.insert(key, types);
        Ok(types)
    }

    /// Returns the types of the forks of `parent` over the windows that contain the marked child.
    fn types_near(
        &mut self,
        parent: Node,
        (child, child_types): (Node, Types),
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let siblings = self.outline.children(parent);
        let range = reach(siblings.len(), self.outline.position(child), self.width);
        let start = self.stack.len();
        for &sibling in &siblings[range] {
            let types = if sibling == child {
                child_types
            } else {
                self.types_of(sibling, levels - 1, budget)?
            };
            self.stack.push(types);
            if types == LOST {
                break;
            }
        }
        self.over_stack((self.symbols.symbol(parent), false), start, budget)
    }

    /// Returns the number of the row of a node's children: equal for nodes with the same symbol over children with the
    /// same types. Regular pages have few rows, however many nodes.
    fn row_of(&mut self, node: Node, levels: usize, budget: &mut Budget) -> Result<u32, Exhausted> {
        if let Some(row) = self.rows.get(node, levels) {
            return Ok(row);
        }
        let start = self.stack.len();
        self.stack.push(self.symbols.symbol(node).number());
        let children = self.outline.children(node);
        budget.spend(1 + children.len())?;
        for &child in children {
            let types = self.types_of(child, levels - 1, budget)?;
            self.stack.push(types);
        }
        let key = &self.stack[start..];
        let row = self.row_ids.get(key).copied().unwrap_or_else(|| {
            let row = u32::try_from(self.row_ids.len()).unwrap_or(u32::MAX);
            self.row_ids.insert(key.into(), row);
            row
        });
        self.stack.truncate(start);
        self.rows.set(node, levels, row);
        Ok(row)
    }

    /// Types of the unmarked forks of a node; the depth of this recursion is at most l.
    fn types_of(
        &mut self,
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let levels = levels.min(self.outline.levels(node));
        if let Some(types) = self.known.get(node, levels) {
            return Ok(types);
        }
        let root = (self.symbols.symbol(node), false);
        let types = self.types_over_children(root, node, levels, budget)?;
        self.known.set(node, levels, types);
        Ok(types)
    }

    fn types_over_children(
        &mut self,
        root: Root,
        node: Node,
        levels: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let children = if levels > 1 { self.outline.children(node) } else { &[] };
        budget.spend(1 + children.len())?;
        let start = self.stack.len();
        for &child in children {
            let types = self.types_of(child, levels - 1, budget)?;
            self.stack.push(types);
            if types == LOST {
                break;
            }
        }
        self.over_stack(root, start, budget)
    }

    /// Returns the types of the forks with this root over all windows of the stack from `start`, which is removed. A
    /// row ends early at a child that is lost, since that loses a fork of the root.
    fn over_stack(
        &mut self,
        root: Root,
        start: usize,
        budget: &mut Budget,
    ) -> Result<Types, Exhausted> {
        let row = &self.stack[start..];
        let types = match row.last() {
            Some(&LOST) => LOST,
            _ => self.table.over_windows(root, row, self.width, budget)?,
        };
        self.stack.truncate(start);
        Ok(types)
    }
}

/// Most children of a row that is numbered.
const MAX_ROW: usize = 32;

/// The siblings that share a window of `width` with the one at `position`, of `n` in all.
pub fn reach(n: usize, position: usize, width: usize) -> Range<usize> {
    (position + 1).saturating_sub(width)..n.min(position + width)
}
