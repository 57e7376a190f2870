//! The answers of rules that were asked while the vote seemed to end early, for the count of all votes.

use std::ops::Range;
use unhusk_page::VisibleNode;

/// The nodes of rules that were asked already.
#[derive(Default)]
pub(super) struct Polled {
    /// Positions of rules, each with its part of `nodes`.
    rules: Vec<(usize, Range<usize>)>,
    nodes: Vec<VisibleNode>,
}

impl Polled {
    /// Keeps the nodes of a rule.
    pub(super) fn keep(&mut self, rule: usize, nodes: &[VisibleNode]) {
        let start = self.nodes.len();
        self.nodes.extend_from_slice(nodes);
        self.rules.push((rule, start..self.nodes.len()));
    }

    /// The nodes of a rule; `None` if the rule was not asked.
    pub(super) fn nodes(&self, rule: usize) -> Option<&[VisibleNode]> {
        let (_, range) = self.rules.iter().find(|(polled, _)| *polled == rule)?;
        Some(&self.nodes[range.clone()])
    }
}
