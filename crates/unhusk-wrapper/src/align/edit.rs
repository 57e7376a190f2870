//! The exact tree edit distance, with its mapping: the algorithm of Zhang and Shasha.
//!
//! A mapping keeps the order of nodes and the ancestor relation, but may skip parents: `b` can be deleted between `a`
//! and `c`. Nodes are taken in postorder; `left[i]` is the first leaf below node `i`, and a *keyroot* is a node that is
//! no first child, for each of which one table of forests is filled.

use super::{Mapping, Sketch};

/// Returns the mapping of least cost of two trees with one root each; `None` if that takes more than `max_cells` cells
/// of tables. Of several, returns the one whose last nodes are mapped.
pub fn align(a: &Sketch, b: &Sketch, max_cells: usize) -> Option<Mapping> {
    let (a, b) = (Postorder::new(a), Postorder::new(b));
    if n_cells_of(&a, &b) > max_cells {
        return None;
    }
    let mut tables = Tables::new(&a, &b);
    tables.fill();
    Some(tables.mapping())
}

/// Number of table cells for two trees.
pub(super) fn n_cells(a: &Sketch, b: &Sketch) -> usize {
    n_cells_of(&Postorder::new(a), &Postorder::new(b))
}

fn n_cells_of(a: &Postorder, b: &Postorder) -> usize {
    let n_cells = a.keyroot_sizes().saturating_mul(b.keyroot_sizes());
    n_cells.max(a.len().saturating_mul(b.len()))
}

/// A tree in postorder.
struct Postorder {
    /// The number in document order.
    nodes: Vec<usize>,
    names: Vec<u32>,
    /// The first leaf below each node.
    left: Vec<usize>,
    keyroots: Vec<usize>,
}

impl Postorder {
    fn new(sketch: &Sketch) -> Self {
        let (mut nodes, mut left) = (Vec::new(), Vec::new());
        // Nodes above the next one, and the postorder positions of their first leaves.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut close = |open: &mut Vec<(usize, usize)>, upto: usize| {
            while let Some((node, first)) = open.pop_if(|(node, _)| sketch.end(*node) <= upto) {
                nodes.push(node);
                left.push(first);
            }
            nodes.len()
        };
        for node in 0..sketch.len() {
            let n_closed = close(&mut open, node);
            open.push((node, n_closed));
        }
        close(&mut open, sketch.len());
        let mut has_later = vec![false; nodes.len()];
        let mut keyroots: Vec<usize> = Vec::new();
        for at in (0..nodes.len()).rev() {
            if !std::mem::replace(&mut has_later[left[at]], true) {
                keyroots.push(at);
            }
        }
        keyroots.reverse();
        let names = nodes.iter().map(|&node| sketch.name(node)).collect();
        Self { nodes, names, left, keyroots }
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn keyroot_sizes(&self) -> usize {
        self.keyroots.iter().map(|&root| root + 1 - self.left[root]).sum()
    }
}

struct Tables<'s> {
    a: &'s Postorder,
    b: &'s Postorder,
    /// Most pairs between the subtrees of two nodes, row by row.
    trees: Vec<u32>,
    /// Most pairs between the forests of the current keyroots: of their first `i` and first `j` nodes.
    forests: Vec<u32>,
}

/// Best decomposition of a forest.
enum EditStep {
    /// The last node of the first forest is left out.
    Delete,
    /// The last node of the second forest is left out.
    Insert,
    /// The last two nodes are a pair, and so the subtrees that end the forests are mapped on each other.
    Subtrees,
}

impl<'s> Tables<'s> {
    fn new(a: &'s Postorder, b: &'s Postorder) -> Self {
        let forests = vec![0; (a.len() + 1) * (b.len() + 1)];
        Self { a, b, trees: vec![0; a.len() * b.len()], forests }
    }

    fn fill(&mut self) {
        for &root_a in &self.a.keyroots {
            for &root_b in &self.b.keyroots {
                self.fill_forests(root_a, root_b);
            }
        }
    }

    fn fill_forests(&mut self, root_a: usize, root_b: usize) {
        let (first_a, first_b) = (self.a.left[root_a], self.b.left[root_b]);
        for i in 1..=root_a + 1 - first_a {
            for j in 1..=root_b + 1 - first_b {
                let (at_a, at_b) = (first_a + i - 1, first_b + j - 1);
                let (most, _) = self.best((first_a, first_b), (i, j));
                let cell = self.cell(i, j);
                self.forests[cell] = most;
                if self.a.left[at_a] == first_a && self.b.left[at_b] == first_b {
                    self.trees[at_a * self.b.len() + at_b] = most;
                }
            }
        }
    }

    /// Most pairs between the first `i` nodes from `first.0` on and the first `j` from `first.1` on. If both forests
    /// are trees, their roots may be a pair themselves.
    fn best(&self, first: (usize, usize), (i, j): (usize, usize)) -> (u32, EditStep) {
        let (at_a, at_b) = (first.0 + i - 1, first.1 + j - 1);
        let (left_a, left_b) = (self.a.left[at_a], self.b.left[at_b]);
        let mut best = (self.forests[self.cell(i - 1, j)], EditStep::Delete);
        let insert = self.forests[self.cell(i, j - 1)];
        if insert > best.0 {
            best = (insert, EditStep::Insert);
        }
        let subtrees = if (left_a, left_b) == first {
            let pair = u32::from(self.a.names[at_a] == self.b.names[at_b]);
            (pair > 0).then(|| pair + self.forests[self.cell(i - 1, j - 1)])
        } else {
            let before = self.forests[self.cell(left_a - first.0, left_b - first.1)];
            Some(before + self.trees[at_a * self.b.len() + at_b])
        };
        match subtrees {
            Some(most) if most > best.0 || (most == best.0 && most > 0) => {
                (most, EditStep::Subtrees)
            }
            _ => best,
        }
    }

    fn cell(&self, i: usize, j: usize) -> usize {
        i * (self.b.len() + 1) + j
    }

    /// Returns the pairs: takes apart the forests of the roots, then those of each mapped pair of subtrees.
    fn mapping(mut self) -> Mapping {
        let mut pairs = Vec::new();
        let mut pending = Vec::new();
        if self.a.len() > 0 && self.b.len() > 0 {
            pending.push((self.a.len() - 1, self.b.len() - 1));
        }
        while let Some((root_a, root_b)) = pending.pop() {
            self.fill_forests(root_a, root_b);
            let first = (self.a.left[root_a], self.b.left[root_b]);
            let (mut i, mut j) = (root_a + 1 - first.0, root_b + 1 - first.1);
            while i > 0 && j > 0 {
                let (at_a, at_b) = (first.0 + i - 1, first.1 + j - 1);
                match self.best(first, (i, j)).1 {
                    EditStep::Delete => i -= 1,
                    EditStep::Insert => j -= 1,
                    EditStep::Subtrees if (self.a.left[at_a], self.b.left[at_b]) == first => {
                        pairs.push((self.a.nodes[at_a], self.b.nodes[at_b]));
                        (i, j) = (i - 1, j - 1);
                    }
                    EditStep::Subtrees => {
                        pending.push((at_a, at_b));
                        (i, j) = (self.a.left[at_a] - first.0, self.b.left[at_b] - first.1);
                    }
                }
            }
        }
        pairs.sort_unstable();
        Mapping { pairs }
    }
}
