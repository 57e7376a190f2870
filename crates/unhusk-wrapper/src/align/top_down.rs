//! Top-down alignment: the parents of a mapped pair are a mapped pair. Fast enough for whole pages.
//!
//! Roots are mapped on each other if they are equal, then their children in order, and so on (Selkow). The heaviest
//! such mapping is found. Several facts make that fast on pages of one site: equal subtrees are recognized by their
//! numbers and have the greatest weight; all texts that only one of the trees has are equal to the other, so that rows
//! of a table which differ in such texts alone are compared once; equal beginnings and ends of two rows of siblings
//! need no table; a pair of subtrees is compared once, however often it occurs; long rows are compared near the
//! diagonal only.

use super::classes::{Classes, names};
use super::siblings::SiblingTable;
use super::{Budget, Mapping, Sketch};
use rustc_hash::FxHashMap;

/// Limits on the work of one alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AlignmentLimits {
    /// Pairs of nodes that are compared.
    pub max_cells: usize,
    /// Pairs of subtrees that are stored, for each node of both trees.
    pub max_pairs_per_node: usize,
}

impl Default for AlignmentLimits {
    /// With these, two pages of 20,000 nodes take at most two seconds and a hundred megabytes.
    fn default() -> Self {
        Self { max_cells: 10_000_000, max_pairs_per_node: 64 }
    }
}

/// Result of an alignment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Aligned {
    /// The pairs.
    pub mapping: Mapping,
    /// Whether a limit was reached: the rest was compared by the roots of subtrees alone.
    pub is_cut: bool,
}

/// Two trees that are to be aligned.
pub struct TopDown<'s, W = fn(u32, u32) -> u32> {
    a: &'s Sketch,
    b: &'s Sketch,
    classes: (Vec<u32>, Vec<u32>),
    /// Weight of the subtree of each node of the first tree if all of it is mapped.
    whole: Vec<u32>,
    weight: W,
    limits: AlignmentLimits,
    /// Weights of the pairs of subtrees that were compared, by their numbers.
    known: FxHashMap<(u32, u32), u32>,
    cells_left: usize,
    is_cut: bool,
}

impl<'s> TopDown<'s> {
    /// Creates an alignment in which equal nodes weigh 1: as many pairs as possible are found.
    pub fn new(a: &'s Sketch, b: &'s Sketch) -> Self {
        Self::with_weights(a, b, |a, b| u32::from(a == b), |_| true)
    }
}

impl<'s, W: Fn(u32, u32) -> u32> TopDown<'s, W> {
    /// Creates an alignment with a weight for two names; 0 if nodes with them may not be mapped. No node may weigh more
    /// with another name than with its own. Names for which `is_content` is true weigh the same with all names but
    /// themselves.
    pub fn with_weights(
        a: &'s Sketch,
        b: &'s Sketch,
        weight: W,
        is_content: impl Fn(u32) -> bool,
    ) -> Self {
        let (in_a, in_b) = (names(a), names(b));
        let mut classes = Classes::default();
        let mut known_in = |sketch: &Sketch, others: &[u32], stranger: u32| {
            let is_strange = |name: u32| is_content(name) && others.binary_search(&name).is_err();
            classes.of(sketch, |name| if is_strange(name) { stranger } else { name })
        };
        let classes = (known_in(a, &in_b, u32::MAX), known_in(b, &in_a, u32::MAX - 1));
        let mut whole: Vec<u32> = vec![0; a.len()];
        for node in (0..a.len()).rev() {
            let below: u32 = a.children(node).map(|child| whole[child]).sum();
            whole[node] = below + weight(a.name(node), a.name(node));
        }
        let known = FxHashMap::default();
        let limits = AlignmentLimits::default();
        let cells_left = limits.max_cells;
        Self { a, b, classes, whole, weight, limits, known, cells_left, is_cut: false }
    }

    /// Replaces the limits.
    #[must_use]
    pub fn within(mut self, limits: AlignmentLimits) -> Self {
        self.limits = limits;
        self.cells_left = limits.max_cells;
        self
    }

    /// Aligns with a shared budget, which ends if it cut the alignment.
    pub fn align_within(mut self, budget: &mut Budget) -> Aligned {
        let left = usize::try_from(budget.n_left()).unwrap_or(usize::MAX);
        let max_cells = self.limits.max_cells.min(left);
        self.cells_left = max_cells;
        let is_short = max_cells < self.limits.max_cells;
        let (aligned, n_cells) = self.aligned();
        if aligned.is_cut && is_short {
            budget.end();
        } else {
            budget.spend_or_end(n_cells);
        }
        aligned
    }

    /// The heaviest mapping in which the roots are a pair; empty if they may not be one.
    pub fn align(self) -> Aligned {
        self.aligned().0
    }

    /// Returns the mapping, and the number of cells that it took.
    fn aligned(mut self) -> (Aligned, usize) {
        if self.a.is_empty() || self.b.is_empty() || self.weight_of(0, 0) == 0 {
            return (Aligned::default(), 0);
        }
        let n_cells = self.cells_left;
        self.compare_roots();
        let aligned = Aligned { mapping: self.mapping(), is_cut: self.is_cut };
        (aligned, n_cells - self.cells_left)
    }

    fn weight_of(&self, x: usize, y: usize) -> u32 {
        (self.weight)(self.a.name(x), self.b.name(y))
    }

    fn are_equal(&self, x: usize, y: usize) -> bool {
        self.classes.0[x] == self.classes.1[y]
    }

    /// Returns the weight of two subtrees, if it is known.
    fn known(&self, x: usize, y: usize) -> Option<u32> {
        if self.are_equal(x, y) {
            return Some(self.whole[x]);
        }
        let weight = self.weight_of(x, y);
        if weight == 0 || self.a.size(x) == 1 || self.b.size(y) == 1 {
            return Some(weight);
        }
        self.known.get(&(self.classes.0[x], self.classes.1[y])).copied()
    }

    /// Compares what is needed for the roots, children before parents.
    fn compare_roots(&mut self) {
        let mut pending = vec![(0, 0, false)];
        while let Some((x, y, is_ready)) = pending.pop() {
            if self.known(x, y).is_some() {
                continue;
            }
            let (rows, mut table) = self.rows(x, y);
            let weight = if is_ready {
                let inner = table.fill(|i, j| self.known(rows.a[i], rows.b[j]).unwrap_or(0));
                self.weight_of(x, y) + rows.equal_weight(&self.whole) + inner
            } else if self.afford(&table) {
                pending.push((x, y, true));
                self.push_unknown(&rows, &table, &mut pending);
                continue;
            } else {
                self.weight_of(x, y)
            };
            self.known.insert((self.classes.0[x], self.classes.1[y]), weight);
        }
    }

    fn push_unknown(
        &self,
        rows: &ChildRows,
        table: &SiblingTable,
        pending: &mut Vec<(usize, usize, bool)>,
    ) {
        for line in 0..table.n_lines() {
            let columns = table.columns(line).map(|column| (rows.a[line], rows.b[column], false));
            pending.extend(columns.filter(|&(x, y, _)| self.known(x, y).is_none()));
        }
    }

    fn afford(&mut self, table: &SiblingTable) -> bool {
        let n_cells: usize = (0..table.n_lines()).map(|line| table.columns(line).len() + 1).sum();
        let max_pairs = self.limits.max_pairs_per_node * (self.a.len() + self.b.len());
        if self.cells_left < n_cells || self.known.len() >= max_pairs {
            self.is_cut = true;
            return false;
        }
        self.cells_left -= n_cells;
        true
    }

    /// Returns the children of two nodes. Their equal beginnings and ends are part of a heaviest mapping, because no
    /// node weighs more than with its equal.
    fn rows(&self, x: usize, y: usize) -> (ChildRows, SiblingTable) {
        let (mut a, mut b): (Vec<usize>, Vec<usize>) =
            (self.a.children(x).collect(), self.b.children(y).collect());
        let alike = |&(&x, &y): &(&usize, &usize)| self.are_equal(x, y);
        let n_first = a.iter().zip(&b).take_while(alike).count();
        let mut equal: Vec<(usize, usize)> = a.drain(..n_first).zip(b.drain(..n_first)).collect();
        let n_last = a.iter().rev().zip(b.iter().rev()).take_while(alike).count();
        equal.extend(a.drain(a.len() - n_last..).zip(b.drain(b.len() - n_last..)));
        let table = SiblingTable::new(a.len(), b.len());
        (ChildRows { equal, a, b }, table)
    }

    /// Takes the weights apart again, from the roots down.
    fn mapping(&self) -> Mapping {
        let mut pairs = Vec::new();
        let mut pending = vec![(0, 0)];
        while let Some((x, y)) = pending.pop() {
            if self.are_equal(x, y) {
                pairs.extend((x..self.a.end(x)).zip(y..self.b.end(y)));
                continue;
            }
            pairs.push((x, y));
            let (rows, mut table) = self.rows(x, y);
            let weight = |i: usize, j: usize| {
                let (x, y) = (rows.a[i], rows.b[j]);
                self.known(x, y).unwrap_or_else(|| self.weight_of(x, y))
            };
            table.fill(weight);
            pending.extend(table.pairs(weight).into_iter().map(|(i, j)| (rows.a[i], rows.b[j])));
            pending.extend(rows.equal);
        }
        pairs.sort_unstable();
        Mapping { pairs }
    }
}

/// The children of two nodes.
struct ChildRows {
    /// Equal children at the beginnings and ends of both rows.
    equal: Vec<(usize, usize)>,
    a: Vec<usize>,
    b: Vec<usize>,
}

impl ChildRows {
    fn equal_weight(&self, whole: &[u32]) -> u32 {
        self.equal.iter().map(|pair| whole[pair.0]).sum()
    }
}
