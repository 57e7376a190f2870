//! Matches of a pattern on a page.
//!
//! The first pass, from the top down, finds the candidate parts of each node: those that fit the node, below a
//! candidate part of its parent. The second, from the bottom up, keeps the parts whose children match children of the
//! node.

use super::outline::{PatternTree, ResolvedTest};
use super::part::{PatternPart, Repetition};
use super::row::SiblingRow;
use crate::align::Budget;
use unhusk_page::{NodeId, Page, VisibleTree};

/// Steps that one page may take to find pairs, and as many again to decide on them, of a few nanoseconds each: an
/// ordinary page takes fewer than ten per node, and a table of 5,000 rows of 60 cells stays below.
pub(super) const MAX_STEPS: u64 = 20_000_000;

/// Matches of a pattern.
pub(super) struct Matching<'a> {
    parts: &'a [PatternPart],
    shape: &'a PatternTree,
    /// The page; nodes are positions in it.
    visible: VisibleTree<'a>,
    /// Index of the first pair of each node.
    starts: Vec<usize>,
    /// A part that the node may be, and the weight of that match plus 1; 0 if it is none. Sorted for each node.
    pairs: Vec<(u32, u32)>,
    weights: Vec<u32>,
    n_steps: u64,
    /// Most steps to find pairs; twice as many for all.
    max_steps: u64,
}

impl<'a> Matching<'a> {
    /// Matches a page. If it takes too many steps, later nodes do not match; the node at which the limit was reached is reported.
    pub(super) fn new(
        parts: &'a [PatternPart],
        shape: &'a PatternTree,
        page: &'a Page,
    ) -> (Self, Option<NodeId>) {
        Self::limited(parts, shape, page, MAX_STEPS)
    }

    /// Matches a page with a shared budget; `None` if it does not suffice.
    pub(super) fn within(
        parts: &'a [PatternPart],
        shape: &'a PatternTree,
        page: &'a Page,
        steps: &mut Budget,
    ) -> Option<Self> {
        if !steps.spend_or_end(parts.len() + page.tree().len()) {
            return None;
        }
        let max_steps = MAX_STEPS.min(steps.n_left() / 2);
        let (matching, cut) = Self::limited(parts, shape, page, max_steps);
        if cut.is_some() && max_steps < MAX_STEPS {
            steps.end();
            return None;
        }
        let n_steps = usize::try_from(matching.n_steps).unwrap_or(usize::MAX);
        steps.spend_or_end(n_steps).then_some(matching)
    }

    /// Matches with at most `max_steps` to find pairs, and as many again to decide on them.
    pub(super) fn limited(
        parts: &'a [PatternPart],
        shape: &'a PatternTree,
        page: &'a Page,
        max_steps: u64,
    ) -> (Self, Option<NodeId>) {
        let on_page: Vec<ResolvedTest<'_>> =
            parts.iter().map(|part| ResolvedTest::new(&part.what, page.tree())).collect();
        let weights = on_page.iter().map(ResolvedTest::weight).collect();
        let visible = page.visible();
        let starts = Vec::with_capacity(visible.ids().len() + 1);
        let mut matching = Self {
            parts,
            shape,
            visible,
            starts,
            pairs: Vec::new(),
            weights,
            n_steps: 0,
            max_steps,
        };
        let cut = matching.find_pairs(&on_page);
        let cut_later = matching.decide();
        (matching, cut.or(cut_later))
    }

    /// Returns the nodes that the whole pattern matches, with their weights.
    pub(super) fn roots(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        (0..self.n_nodes()).filter_map(|node| Some((node, self.weight(0, node)?)))
    }

    /// Returns the parts and nodes of a match, in document order.
    pub(super) fn bound(&self, root: usize) -> Vec<(usize, usize)> {
        let mut row = SiblingRow::default();
        let mut bound = Vec::new();
        let mut pending = vec![(0, root)];
        while let Some((part, node)) = pending.pop() {
            bound.push((part, node));
            let (slots, counts, nodes) = self.rows(part, node);
            let weight = |slot: usize, at: usize| self.weight(slots[slot], nodes[at]);
            if slots.is_empty() || row.fill(&counts, nodes.len(), weight).is_none() {
                continue;
            }
            let picks = row.picks(&counts, weight);
            pending.extend(picks.into_iter().map(|(slot, at)| (slots[slot], nodes[at])));
        }
        bound.sort_unstable_by_key(|&(part, node)| (node, part));
        bound
    }

    fn n_nodes(&self) -> usize {
        self.visible.ids().len()
    }

    /// The node of the page's tree.
    pub(super) fn id(&self, node: usize) -> NodeId {
        self.visible.ids()[node]
    }

    /// One past the last node of a subtree.
    pub(super) fn end(&self, node: usize) -> usize {
        self.visible.end(narrow(node)) as usize
    }

    fn find_pairs(&mut self, on_page: &[ResolvedTest<'_>]) -> Option<NodeId> {
        let tree = self.visible.tree();
        let mut cut = None;
        for node in 0..self.n_nodes() {
            self.starts.push(self.pairs.len());
            let id = self.id(node);
            if self.n_steps >= self.max_steps {
                cut = cut.or(Some(id));
                continue;
            }
            self.n_steps += 1;
            if on_page[0].fits(tree, id) {
                self.pairs.push((0, 0));
            }
            let Some(parent) = self.visible.parent(narrow(node)) else { continue };
            let parent = parent as usize;
            for at in self.starts[parent]..self.starts[parent + 1] {
                let slots = &self.shape.children[self.pairs[at].0 as usize];
                self.n_steps += slots.len() as u64;
                let fitting = slots.iter().filter(|&&part| on_page[part].fits(tree, id));
                self.pairs.extend(fitting.map(|&part| (narrow(part), 0)));
            }
            self.pairs[self.starts[node]..].sort_unstable();
        }
        self.starts.push(self.pairs.len());
        cut
    }

    /// Decides which part each node is. Children have higher numbers than their parents, so one backward loop visits
    /// them first.
    fn decide(&mut self) -> Option<NodeId> {
        let mut row = SiblingRow::default();
        for node in (0..self.n_nodes()).rev() {
            for at in self.starts[node]..self.starts[node + 1] {
                let part = self.pairs[at].0 as usize;
                let below = if self.shape.children[part].is_empty() {
                    Some(0)
                } else {
                    let (slots, counts, nodes) = self.rows(part, node);
                    self.n_steps += (slots.len() * (nodes.len() + 1)) as u64;
                    if self.n_steps > 2 * self.max_steps {
                        self.n_steps = 2 * self.max_steps;
                        return Some(self.id(node));
                    }
                    let weight = |slot: usize, at: usize| self.weight(slots[slot], nodes[at]);
                    row.fill(&counts, nodes.len(), weight)
                };
                self.pairs[at].1 = below.map_or(0, |below| below + self.weights[part] + 1);
            }
        }
        None
    }

    /// The children of a part, and those of a node that could be one of them.
    fn rows(&self, part: usize, node: usize) -> (&'a [usize], Vec<Repetition>, Vec<usize>) {
        let slots = &self.shape.children[part][..];
        let counts = slots.iter().map(|&slot| self.parts[slot].count).collect();
        let children = self.visible.children(narrow(node)).map(|child| child as usize);
        let may_be = |&child: &usize| self.starts[child] < self.starts[child + 1];
        (slots, counts, children.filter(may_be).collect())
    }

    fn weight(&self, part: usize, node: usize) -> Option<u32> {
        let pairs = &self.pairs[self.starts[node]..self.starts[node + 1]];
        let at = pairs.binary_search_by_key(&narrow(part), |pair| pair.0).ok()?;
        pairs[at].1.checked_sub(1)
    }
}

/// Patterns have few parts, and trees fewer than 2^32 nodes.
fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
