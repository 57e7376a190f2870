//! Siblings of one name -> records: which of them are, and how far each reaches.

use super::corpus::{LeafCorpus, NodeScope};
use super::likeness::{self, likeness, sorted};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, NO_NODE};

/// Elements of one kind under one parent, in one scope.
#[derive(Debug, Clone)]
pub(super) struct SiblingElements {
    /// Position of the scope.
    pub(super) scope: usize,
    pub(super) nodes: Vec<LeafNode>,
}

/// How much records must have in common to be of one kind.
const ALIKE: f64 = 0.5;
/// How much kinds of records must have in common to be counted together.
const SAME_KIND: f64 = 0.6;
/// Kinds of records that are compared.
const MAX_KINDS: usize = 40;
/// Texts between two records at most.
const MAX_GAP: usize = 60;
/// Texts before the element that begins a record.
const MAX_LEAD: usize = 3;
/// Characters of the longest separator.
const MAX_SEPARATOR: usize = 3;

/// Keeps those siblings that are built like most: headers and footers of lists are none of their records.
pub(super) fn keep_like_most(
    corpus: &LeafCorpus<'_, '_>,
    scopes: &[NodeScope],
    all: &mut Vec<SiblingElements>,
) {
    let build = |siblings: &SiblingElements, node: LeafNode| {
        let page = scopes[siblings.scope].page;
        build(corpus, NodeScope { page, first: node, end: corpus.pages[page].end(node) })
    };
    let mut counts: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for siblings in all.iter() {
        for &node in &siblings.nodes {
            *counts.entry(build(siblings, node)).or_default() += 1;
        }
    }
    let mut kinds: Vec<(&Vec<u32>, usize)> = counts.iter().map(|(kind, n)| (kind, *n)).collect();
    sort::by_key(&mut kinds, |kind| std::cmp::Reverse(kind.1));
    kinds.truncate(MAX_KINDS);
    let n_like = |kind: &[u32]| -> usize {
        let like = kinds.iter().filter(|other| likeness(kind, other.0) >= SAME_KIND);
        like.map(|other| other.1).sum()
    };
    // The first of several.
    let Some(core) =
        kinds.iter().rev().max_by_key(|kind| n_like(kind.0)).map(|kind| kind.0.clone())
    else {
        return;
    };
    for siblings in all.iter_mut() {
        let nodes = std::mem::take(&mut siblings.nodes);
        let is_like = |node: &LeafNode| likeness(&core, &build(siblings, *node)) >= ALIKE;
        siblings.nodes = nodes.into_iter().filter(is_like).collect();
    }
    all.retain(|siblings| !siblings.nodes.is_empty());
}

/// The paths of the texts of a scope.
fn build(corpus: &LeafCorpus<'_, '_>, scope: NodeScope) -> Vec<u32> {
    sorted(corpus.codes(scope).iter().map(|code| code.path).collect())
}

/// How much records have of what most of them have, on average.
pub(super) fn regularity(corpus: &LeafCorpus<'_, '_>, rows: &[NodeScope]) -> f64 {
    let builds: Vec<Vec<u32>> = rows.iter().map(|row| build(corpus, *row)).collect();
    likeness::regularity(&builds)
}

/// Whether a text only stands between values.
pub(super) fn is_separator(text: &str) -> bool {
    let is_sign = || !text.contains(char::is_alphanumeric);
    (text.chars().count() <= MAX_SEPARATOR && is_sign()) || matches!(text, "and" | "or")
}

/// The records that siblings are or begin: they reach to the next one if there are texts between. None if there are
/// too many.
pub(super) fn rows(
    leaves: &Leaves<'_>,
    scope: NodeScope,
    nodes: &[LeafNode],
) -> Option<Vec<NodeScope>> {
    let page = scope.page;
    let gaps =
        || nodes.windows(2).map(|two| leaves.before(two[1]) - leaves.before(leaves.end(two[0])));
    if gaps().all(|gap| gap == 0) {
        return Some(
            nodes
                .iter()
                .map(|&node| NodeScope { page, first: node, end: leaves.end(node) })
                .collect(),
        );
    }
    if gaps().any(|gap| gap > MAX_GAP) {
        return None;
    }
    let run = SiblingRun { leaves, scope, nodes, parent: leaves.parent(nodes[0]) };
    run.rows()
}

/// Siblings that begin records.
struct SiblingRun<'a, 'p> {
    leaves: &'a Leaves<'p>,
    scope: NodeScope,
    nodes: &'a [LeafNode],
    parent: LeafNode,
}

impl SiblingRun<'_, '_> {
    fn rows(&self) -> Option<Vec<NodeScope>> {
        let page = self.scope.page;
        let lead = self.lead();
        let begins: Vec<LeafNode> = (0..self.nodes.len()).map(|at| self.begin(at, lead)).collect();
        let mut rows: Vec<NodeScope> =
            begins.windows(2).map(|two| NodeScope { page, first: two[0], end: two[1] }).collect();
        let end = self.end(&rows, *begins.last()?);
        rows.push(NodeScope { page, first: *begins.last()?, end });
        rows.iter().all(|row| row.first < row.end).then_some(rows)
    }

    /// How many texts before its element belong to a record: those that stand before all, the first included.
    fn lead(&self) -> usize {
        let leaf = |at: usize, lead: usize| {
            let before = self.leaves.before(self.nodes[at]).checked_sub(lead + 1)?;
            let least = match at {
                0 => self.leaves.before(self.scope.first.max(self.parent)),
                _ => self.leaves.before(self.leaves.end(self.nodes[at - 1])),
            };
            (before >= least).then(|| &self.leaves.all()[before])
        };
        let is_lead = |lead: usize| {
            let Some(first) = leaf(0, lead) else { return false };
            let is_same = |at: &usize| {
                leaf(*at, lead)
                    .is_some_and(|leaf| leaf.path == first.path && !is_separator(&leaf.text))
            };
            let n_same = (1..self.nodes.len()).filter(is_same).count();
            10 * n_same >= 9 * (self.nodes.len() - 1)
        };
        (0..MAX_LEAD).take_while(|&lead| is_lead(lead)).count()
    }

    /// The first sibling of a record.
    fn begin(&self, at: usize, lead: usize) -> LeafNode {
        if lead == 0 {
            return self.nodes[at];
        }
        let node = self.leaves.all()[self.leaves.before(self.nodes[at]) - lead].node;
        let mut around = std::iter::once(node).chain(self.leaves.around(node));
        around.find(|&node| self.leaves.parent(node) == self.parent).unwrap_or(self.nodes[at])
    }

    /// Where the last record ends: as long as its texts are like those of others, and not more.
    fn end(&self, others: &[NodeScope], begin: LeafNode) -> LeafNode {
        let leaves = self.leaves;
        let texts = |row: &NodeScope| leaves.before(row.first)..leaves.before(row.end);
        let paths: BTreeSet<_> =
            others.iter().flat_map(texts).map(|leaf| leaves.all()[leaf].path).collect();
        let most = others.iter().map(|row| texts(row).len()).max().unwrap_or(0);
        let limit = leaves.end(self.parent).min(self.scope.end);
        let mut end = leaves.end(*self.nodes.last().unwrap_or(&begin));
        while end < limit {
            let next = leaves.end(end);
            let more = leaves.before(end)..leaves.before(next);
            let is_like = more.clone().all(|leaf| paths.contains(&leaves.all()[leaf].path));
            if !is_like || more.end - leaves.before(begin) > most || leaves.parent(end) == NO_NODE {
                break;
            }
            end = next;
        }
        end.min(limit)
    }
}
