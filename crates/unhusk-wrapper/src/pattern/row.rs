//! Assignment of the children of a part to the children of a node: order kept, no required one left out.
//!
//! Dynamic programming over (part, node), from the ends of both rows: no assignment is tried twice, so the number of
//! wildcards does not matter.

use super::part::Repetition;

/// Assignments of a row of parts to a row of nodes.
#[derive(Debug, Default)]
pub(super) struct SiblingRow {
    n_nodes: usize,
    /// Greatest weight of the parts from `part` on among nodes from `node` on, plus 1; 0 if they do not fit.
    fresh: Vec<u32>,
    /// Like `fresh`, where the first part is a list that has a node already.
    again: Vec<u32>,
}

impl SiblingRow {
    /// Returns the greatest weight of the parts; `None` if they do not fit.
    pub(super) fn fill(
        &mut self,
        counts: &[Repetition],
        n_nodes: usize,
        weight: impl Fn(usize, usize) -> Option<u32>,
    ) -> Option<u32> {
        self.n_nodes = n_nodes;
        let n_cells = (counts.len() + 1) * (n_nodes + 1);
        self.fresh.clear();
        self.fresh.resize(n_cells, 0);
        self.again.clear();
        self.again.resize(n_cells, 0);
        let end = self.cell(counts.len(), 0);
        self.fresh[end..].fill(1);
        for part in (0..counts.len()).rev() {
            for node in (0..=n_nodes).rev() {
                let here = self.cell(part, node);
                let weight = if node < n_nodes { weight(part, node) } else { None };
                let skipped = if node < n_nodes { self.fresh[here + 1] } else { 0 };
                let taken = self.taken(counts[part], here, weight);
                let without = if counts[part].is_optional() { self.next(here) } else { 0 };
                self.fresh[here] = skipped.max(taken).max(without);
                if counts[part].is_list() {
                    let skipped = if node < n_nodes { self.again[here + 1] } else { 0 };
                    self.again[here] = self.next(here).max(skipped).max(taken);
                }
            }
        }
        self.fresh[0].checked_sub(1)
    }

    /// Returns the node of each part, in order; several for lists. Of several assignments, the one with the first
    /// nodes.
    pub(super) fn picks(
        &self,
        counts: &[Repetition],
        weight: impl Fn(usize, usize) -> Option<u32>,
    ) -> Vec<(usize, usize)> {
        let mut picks = Vec::new();
        let (mut part, mut node, mut is_again) = (0, 0, false);
        while part < counts.len() {
            let here = self.cell(part, node);
            let most = if is_again { self.again[here] } else { self.fresh[here] };
            let weight = if node < self.n_nodes { weight(part, node) } else { None };
            let taken = self.taken(counts[part], here, weight);
            let may_end = is_again || counts[part].is_optional();
            if taken > 0 && taken == most {
                picks.push((part, node));
                node += 1;
                is_again = counts[part].is_list();
                part += usize::from(!is_again);
            } else if may_end && self.next(here) == most {
                (part, is_again) = (part + 1, false);
            } else if node < self.n_nodes {
                node += 1;
            } else {
                break;
            }
        }
        picks
    }

    fn cell(&self, part: usize, node: usize) -> usize {
        part * (self.n_nodes + 1) + node
    }

    /// The cell of the next part at the same node.
    fn next(&self, here: usize) -> u32 {
        self.fresh[here + self.n_nodes + 1]
    }

    /// Returns the weight if the part takes the node.
    fn taken(&self, count: Repetition, here: usize, weight: Option<u32>) -> u32 {
        let Some(weight) = weight else { return 0 };
        let rest = if count.is_list() { self.again[here + 1] } else { self.next(here + 1) };
        if rest == 0 { 0 } else { weight + rest }
    }
}
