//! Index of nodes by place: finds the nodes around a range of the source without a scan of the tree.

use super::{NodeId, Span, Tree};

/// Nodes by their first and last byte: a binary tree over intervals.
#[derive(Debug, Clone)]
pub(super) struct Holders {
    /// The first byte of each node; sorted.
    starts: Vec<(u32, NodeId)>,
    /// The largest end among the nodes below each knot of a binary tree whose leaves are `starts`. The root is knot 1;
    /// the children of knot `n` are `2 * n` and `2 * n + 1`.
    last_ends: Vec<u32>,
}

impl Holders {
    fn new(tree: &Tree) -> Self {
        let mut ranges: Vec<(Span, NodeId)> =
            tree.nodes().filter_map(|id| Some((tree.reach(id)?, id))).collect();
        ranges.sort_by_key(|(range, _)| range.start);
        let n_leaves = ranges.len().next_power_of_two();
        let mut last_ends = vec![0; 2 * n_leaves];
        for (knot, (range, _)) in last_ends[n_leaves..].iter_mut().zip(&ranges) {
            *knot = range.end;
        }
        for knot in (1..n_leaves).rev() {
            last_ends[knot] = last_ends[2 * knot].max(last_ends[2 * knot + 1]);
        }
        let starts = ranges.into_iter().map(|(range, id)| (range.start, id)).collect();
        Self { starts, last_ends }
    }

    /// The nodes around a range, in no order. Costs a logarithm of the number of nodes for each node found.
    fn find(&self, span: Span) -> Vec<NodeId> {
        let n_leaves = self.last_ends.len() / 2;
        let n_begun = self.starts.partition_point(|&(start, _)| start <= span.start);
        let mut found = Vec::new();
        // Knots, and the first leaf below each.
        let mut pending = vec![(1, 0, n_leaves)];
        while let Some((knot, first, len)) = pending.pop() {
            if first >= n_begun || self.last_ends[knot] < span.end {
                continue;
            }
            if knot >= n_leaves {
                found.push(self.starts[first].1);
                continue;
            }
            let half = len / 2;
            pending.push((2 * knot, first, half));
            pending.push((2 * knot + 1, first + half, half));
        }
        found
    }
}

impl Tree {
    /// The nodes around a range of the source, in document order: those whose content or tags contain it.
    pub fn holders(&self, span: Span) -> Vec<NodeId> {
        let mut found = self.holders.get_or_init(|| Holders::new(self)).find(span);
        found.sort_unstable();
        found
    }

    /// The place of a node, its start tag included.
    fn reach(&self, node: NodeId) -> Option<Span> {
        match (self.span(node), self.start_tag(node)) {
            (Some(span), Some(tag)) => {
                Some(Span { start: span.start.min(tag.start), end: span.end.max(tag.end) })
            }
            (span, tag) => span.or(tag),
        }
    }
}
