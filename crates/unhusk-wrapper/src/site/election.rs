//! How the rules of a way come to a value: most of them agree at once, else their votes are counted.

use super::build::Evidence;
use super::index::RuleMatcher;
use super::ready::CompiledAlternative;
use super::vote::Ballot;
use crate::context::fork::Node;
use crate::record::Field;
use std::cell::RefCell;
use std::ops::Range;
use unhusk_page::Span;

/// What rules of a way were found to hold of.
#[derive(Default)]
struct Polled {
    /// By their positions, the part of `nodes` that is theirs.
    rules: Vec<(usize, Range<usize>)>,
    nodes: Vec<Node>,
}

impl Polled {
    fn keep(&mut self, rule: usize, nodes: &[Node]) {
        let start = self.nodes.len();
        self.nodes.extend_from_slice(nodes);
        self.rules.push((rule, start..self.nodes.len()));
    }

    fn nodes(&self, rule: usize) -> Option<&[Node]> {
        let (_, range) = self.rules.iter().find(|(polled, _)| *polled == rule)?;
        Some(&self.nodes[range.clone()])
    }
}

impl CompiledAlternative {
    /// The single value that the rules vote for.
    pub(super) fn one(
        &self,
        matcher: &RuleMatcher<'_, '_>,
        is_optional: bool,
    ) -> Option<(Node, Span)> {
        let polled = RefCell::default();
        let node =
            matcher.elected(self, |seen| self.elect(matcher, seen, &mut polled.borrow_mut()));
        let elected = node.and_then(|node| Some((node, self.place(matcher.context, node)?)));
        let ballot = Ballot::new(is_optional);
        elected.or_else(|| self.count(matcher, false, &polled.into_inner(), ballot).one())
    }

    /// The single node that rules of more than half of the weight hold of, and of no other: whatever the others say
    /// does not change it, so that the cheapest are asked first, and those that look at texts only if they are meant
    /// to be.
    fn elect(
        &self,
        matcher: &RuleMatcher<'_, '_>,
        seen: Evidence,
        polled: &mut Polled,
    ) -> Option<Node> {
        let mut left = self.weight();
        let (mut votes, mut others) = (0.0, 0.0);
        let mut elected = None;
        let rules = self.by_cost.iter().map(|&at| (at, &self.rules[at]));
        for (at, rule) in
            rules.filter(|(_, rule)| seen == Evidence::Texts || rule.evidence() == seen)
        {
            if votes > left + others || others >= votes + left {
                break;
            }
            left -= rule.weight;
            let only = matcher.with_nodes(rule, &self.alternative.target, |nodes| {
                polled.keep(at, nodes);
                <[Node; 1]>::try_from(nodes).ok()
            });
            match only {
                Some([node]) if *elected.get_or_insert(node) == node => votes += rule.weight,
                _ => others += rule.weight,
            }
        }
        elected.filter(|_| votes > left + others)
    }

    fn weight(&self) -> f64 {
        self.rules.iter().map(|rule| rule.weight).sum()
    }

    /// Lets the rules vote, the weightiest first. For a single value the vote ends when it is decided.
    pub(super) fn ballot<'p>(
        &self,
        matcher: &RuleMatcher<'_, 'p>,
        many: bool,
        ballot: Ballot<'p>,
    ) -> Ballot<'p> {
        self.count(matcher, many, &Polled::default(), ballot)
    }

    /// The same where some rules were asked already.
    fn count<'p>(
        &self,
        matcher: &RuleMatcher<'_, 'p>,
        many: bool,
        polled: &Polled,
        mut ballot: Ballot<'p>,
    ) -> Ballot<'p> {
        let page = matcher.context.index.page();
        let mut left = self.weight();
        for (number, rule) in self.rules.iter().enumerate() {
            if !many && ballot.is_decided(left) {
                break;
            }
            left -= rule.weight;
            let places = |nodes: &[Node]| -> Vec<(Node, Span)> {
                let place = |&node| Some((node, self.place(matcher.context, node)?));
                nodes.iter().filter_map(place).collect()
            };
            let hits = match polled.nodes(number) {
                Some(nodes) => places(nodes),
                None => matcher.with_nodes(rule, &self.alternative.target, places),
            };
            let is_credible = hits.is_empty() && rule.is_credible(matcher.context);
            ballot.vote(page, (number, rule.weight), &hits, is_credible);
        }
        ballot
    }

    /// What has votes when all rules have voted, and which share of them.
    pub(super) fn shares(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Vec<(Span, f64)> {
        self.ballot(matcher, true, Ballot::new(field.optional)).shares(field.many).collect()
    }

    /// Whether the rules point at several places that say the same.
    pub(super) fn is_split(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> bool {
        self.ballot(matcher, true, Ballot::new(field.optional)).is_split()
    }
}
