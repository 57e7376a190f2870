//! The regions of records on a page: rules vote on the nodes that begin them.

use crate::site::compile::CompiledRule;
use crate::site::matcher::RuleMatcher;
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::rule::{NodeTarget, Reach, Records, Regions};
use unhusk_page::{VisibleNode, Warning};

/// The regions of the records of a page, in document order; each kind of record has rules of its own.
pub fn regions(
    kinds: &[Vec<CompiledRule>],
    reach: Reach,
    matcher: &RuleMatcher<'_, '_>,
) -> Vec<NodeRange> {
    let mut begins: Vec<VisibleNode> =
        kinds.iter().flat_map(|rules| elected(rules, matcher)).collect();
    begins.sort_unstable();
    begins.dedup();
    scopes(matcher.context.index, &begins, reach)
}

/// The nodes with more than half of the votes.
///
/// A path holds of an element and of the text in it, so that rules by paths alone split their votes: `h2` is a heading, and its
/// text. Then elements are elected among elements, or texts among texts.
fn elected(rules: &[CompiledRule], matcher: &RuleMatcher<'_, '_>) -> Vec<VisibleNode> {
    let targets = [NodeTarget::Element, NodeTarget::Text];
    let elections = [&targets[..], &targets[..1], &targets[1..]];
    let mut elected = elections.into_iter().map(|targets| elected_among(targets, rules, matcher));
    elected.find(|nodes| !nodes.is_empty()).unwrap_or_default()
}

/// The nodes of some kinds with more than half of the votes for these. The cheapest rules are asked first, until the vote is
/// decided.
fn elected_among(
    targets: &[NodeTarget],
    rules: &[CompiledRule],
    matcher: &RuleMatcher<'_, '_>,
) -> Vec<VisibleNode> {
    let mut voters: Vec<(&CompiledRule, &NodeTarget)> =
        targets.iter().flat_map(|target| rules.iter().map(move |rule| (rule, target))).collect();
    voters.sort_by_key(|(rule, _)| rule.cost());
    let mut left: f64 = voters.iter().map(|(rule, _)| rule.weight).sum();
    let mut tally = Tally::default();
    for (rule, target) in voters {
        if tally.is_decided(left) {
            break;
        }
        tally.vote(rule.weight, &matcher.nodes(rule, target));
        left -= rule.weight;
    }
    tally.elected(left)
}

/// Votes on nodes.
#[derive(Default)]
struct Tally {
    /// The weight of the rules that have a match: others have lost their clues on the page.
    total: f64,
    /// Nodes with their votes, in document order.
    votes: Vec<(VisibleNode, f64)>,
}

impl Tally {
    /// Adds the vote of a rule for some nodes, which are in document order.
    fn vote(&mut self, weight: f64, nodes: &[VisibleNode]) {
        if nodes.is_empty() {
            return;
        }
        self.total += weight;
        let mut merged = Vec::with_capacity(self.votes.len() + nodes.len());
        let mut before = std::mem::take(&mut self.votes).into_iter().peekable();
        for &node in nodes {
            merged.extend(std::iter::from_fn(|| before.next_if(|vote| vote.0 < node)));
            let votes = before.next_if(|vote| vote.0 == node).map_or(0.0, |vote| vote.1);
            merged.push((node, votes + weight));
        }
        merged.extend(before);
        self.votes = merged;
    }

    /// Whether votes of weight `left` can no longer change the result.
    fn is_decided(&self, left: f64) -> bool {
        // At worst all other rules vote for other nodes, or for the node.
        let is_sure = |votes: f64| 2.0 * votes > self.total + left;
        let is_lost = |votes: f64| 2.0 * votes + left <= self.total;
        is_lost(0.0) && self.votes.iter().all(|&(_, votes)| is_sure(votes) || is_lost(votes))
    }

    /// The nodes with more than half of the votes, if votes of weight `left` are missing.
    fn elected(self, left: f64) -> Vec<VisibleNode> {
        let is_elected = |vote: &&(VisibleNode, f64)| 2.0 * vote.1 > self.total + left;
        self.votes.iter().filter(is_elected).map(|vote| vote.0).collect()
    }
}

/// Records are far fewer than usual if there are fewer than one of this number.
const FAR_FEWER: usize = 5;
/// Least usual number of records for a warning: short lists are often shorter.
const MIN_USUAL: u32 = 10;

/// A warning if a page has far fewer records than usual.
pub(super) fn too_few(records: &Records, n_records: usize) -> Option<Warning> {
    let Records::Regions(Regions { usual, .. }) = records else { return None };
    let is_few = *usual >= MIN_USUAL && FAR_FEWER * n_records < *usual as usize;
    let note = || format!("the page has {n_records} records, where about {usual} are usual");
    is_few.then(|| Warning::Note(note()))
}

/// The regions that begin at these nodes.
pub fn scopes(index: &PageIndex<'_>, begins: &[VisibleNode], reach: Reach) -> Vec<NodeRange> {
    match reach {
        Reach::Node => {
            let begins = without_nested(index, begins);
            begins.into_iter().map(|node| index.subtree(node)).collect()
        }
        Reach::Run => {
            let scope = |(at, &node): (usize, &VisibleNode)| NodeRange {
                first: node,
                end: run_end(index, node, begins.get(at + 1).copied()),
            };
            begins.iter().enumerate().map(scope).collect()
        }
    }
}

/// Drops the nodes that contain several others, and those inside a node that contains just one.
fn without_nested(index: &PageIndex<'_>, nodes: &[VisibleNode]) -> Vec<VisibleNode> {
    let mut kept: Vec<VisibleNode> = Vec::with_capacity(nodes.len());
    for (at, &node) in nodes.iter().enumerate() {
        let n_inside = nodes[at + 1..].iter().take_while(|&&inner| inner < index.end(node)).take(2);
        let is_inside = kept.last().is_some_and(|&outer| node < index.end(outer));
        if n_inside.count() < 2 && !is_inside {
            kept.push(node);
        }
    }
    kept
}

/// The end of a run: where the next record begins, at the latest where the parent ends.
fn run_end(index: &PageIndex<'_>, node: VisibleNode, next: Option<VisibleNode>) -> VisibleNode {
    let parent_end = index.parent(node).map_or(index.whole().end, |parent| index.end(parent));
    match next {
        // The next record may begin deeper, inside a sibling.
        Some(next) if next < parent_end => {
            let mut above = next;
            while let Some(parent) = index.parent(above).filter(|&parent| parent > node) {
                above = parent;
            }
            above.max(node + 1)
        }
        _ => parent_end,
    }
}
