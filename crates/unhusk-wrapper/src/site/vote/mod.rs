//! The vote: how the rules of a field come to a value.
//!
//! Mostly rules with more than half of the weight hold of one and the same node, and the vote is over before the others are
//! asked ([`CompiledAlternative::one`]). Otherwise all votes are counted ([`ballot`]). The share of the votes tells how sure a
//! value is ([`confidence`]).

pub(in crate::site) mod ballot;
pub(in crate::site) mod confidence;
mod polled;

use crate::context::extract::place_of;
use crate::record::Field;
use crate::site::cache::shapes::Evidence;
use crate::site::compile::{CompiledAlternative, CompiledField};
use crate::site::cut::cut_span;
use crate::site::list_look;
use crate::site::lists::run_on;
use crate::site::matcher::RuleMatcher;
use crate::site::matcher::eval::EvalContext;
use crate::site::rule::Alternative;
use ballot::Ballot;
use polled::Polled;
use std::cell::RefCell;
use unhusk_page::{Span, VisibleNode};

impl CompiledField {
    /// The places of the field's values, in document order.
    pub fn read(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Vec<Span> {
        if !field.many {
            return self.one(matcher, field).into_iter().collect();
        }
        let context = matcher.context;
        let mut all = Vec::new();
        for alternative in &self.alternatives {
            let ballot = alternative.ballot(matcher, true, Ballot::new(field.optional));
            let Some(level) = self.runs_on else {
                all.extend(ballot.many(self.distinct));
                continue;
            };
            if let Some((node, span)) = ballot.one() {
                all.push(span);
                let more = run_on(context, node, level).into_iter();
                all.extend(more.filter_map(|node| alternative.place(context, node)));
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        match &self.look {
            Some(look) => list_look::checked(context, look, all),
            None => all,
        }
    }

    /// The node of a single value.
    pub fn node(&self, matcher: &RuleMatcher<'_, '_>) -> Option<VisibleNode> {
        self.alternatives
            .iter()
            .find_map(|alternative| alternative.one(matcher, false))
            .map(|(node, _)| node)
    }

    /// The place of a single value.
    pub(in crate::site) fn one(
        &self,
        matcher: &RuleMatcher<'_, '_>,
        field: &Field,
    ) -> Option<Span> {
        self.alternatives
            .iter()
            .find_map(|alternative| alternative.one(matcher, field.optional))
            .map(|(_, span)| span)
    }
}

impl CompiledAlternative {
    /// The place of the value in a node.
    pub(in crate::site) fn place(
        &self,
        context: EvalContext<'_, '_>,
        node: VisibleNode,
    ) -> Option<Span> {
        let Alternative { target, extent, cut, .. } = &self.alternative;
        let page = context.index.page();
        let whole = place_of(page, context.index.id(node), target, *extent)?;
        cut_span(page, whole, cut, *extent)
    }

    /// The single value that the rules vote for.
    pub(in crate::site) fn one(
        &self,
        matcher: &RuleMatcher<'_, '_>,
        is_optional: bool,
    ) -> Option<(VisibleNode, Span)> {
        let polled = RefCell::default();
        let node =
            matcher.elected(self, |seen| self.elect(matcher, seen, &mut polled.borrow_mut()));
        let elected = node.and_then(|node| Some((node, self.place(matcher.context, node)?)));
        let ballot = Ballot::new(is_optional);
        elected.or_else(|| self.count(matcher, false, &polled.into_inner(), ballot).one())
    }

    /// The node that is the only one for rules of more than half of the weight. The other rules cannot change that, so
    /// the cheapest rules are asked first, and those that depend on texts only if `evidence` includes texts.
    fn elect(
        &self,
        matcher: &RuleMatcher<'_, '_>,
        seen: Evidence,
        polled: &mut Polled,
    ) -> Option<VisibleNode> {
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
                <[VisibleNode; 1]>::try_from(nodes).ok()
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

    /// Lets the rules vote, the weightiest first. The vote on a single value ends when it is decided.
    pub(in crate::site) fn ballot<'p>(
        &self,
        matcher: &RuleMatcher<'_, 'p>,
        many: bool,
        ballot: Ballot<'p>,
    ) -> Ballot<'p> {
        self.count(matcher, many, &Polled::default(), ballot)
    }

    /// Counts the votes; some rules were asked already.
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
            let places = |nodes: &[VisibleNode]| -> Vec<(VisibleNode, Span)> {
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
}
