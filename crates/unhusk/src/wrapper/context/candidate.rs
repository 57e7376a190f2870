//! The nodes of a page that could be values: all but a few are told by what is above them.

use super::descent::Descent;
use super::fork::{NO_PARENT, Node};
use super::labels::{FineLabels, PageLabels};
use super::program::{Chunk, Program};
use super::symbols::PageSymbols;
use super::ways::{Way, Ways};
use crate::page::NodeId;
use rustc_hash::FxHashMap;

/// A node that the tags above it allow to be a value.
pub(super) struct Candidate {
    pub(super) node: Node,
    /// Position of the chunk of the fields.
    pub(super) chunk: usize,
    /// Fields that it is a value of, as bits.
    pub(super) taken: u64,
    /// Fields that are not decided yet, as bits.
    pub(super) open: u64,
}

/// All candidates, in document order; what tags decide alone is decided.
pub(super) fn candidates(
    program: &Program,
    (ids, parents): (&[NodeId], &[Node]),
    symbols: &PageSymbols<'_>,
) -> Vec<Candidate> {
    let mut all = Vec::new();
    for (at, chunk) in program.chunks.iter().enumerate() {
        let mut found = |node: Node, allowed: u64| {
            let taken = allowed & chunk.by_tags;
            all.push(Candidate { node, chunk: at, taken, open: allowed & !taken });
        };
        match &chunk.descent {
            Some(descent) => descend(descent, (ids, parents), symbols, &mut found),
            None => walk_up(chunk, (ids, parents), symbols, &mut found),
        }
    }
    all.sort_by_key(|candidate| (candidate.node, candidate.chunk));
    all
}

/// One step a node.
fn descend(
    descent: &Descent,
    (ids, parents): (&[NodeId], &[Node]),
    symbols: &PageSymbols<'_>,
    found: &mut impl FnMut(Node, u64),
) {
    let mut states = Vec::with_capacity(ids.len());
    for (node, (&id, &parent)) in (0..).zip(ids.iter().zip(parents)) {
        let above = states.get(parent as usize).copied().unwrap_or(descent.start());
        let state = descent.step(above, symbols.of(id));
        states.push(state);
        let allowed = descent.allowed(state);
        if allowed != 0 {
            found(node, allowed);
        }
    }
}

/// A walk for each node.
fn walk_up(
    chunk: &Chunk,
    (ids, parents): (&[NodeId], &[Node]),
    symbols: &PageSymbols<'_>,
    found: &mut impl FnMut(Node, u64),
) {
    for node in (0..).take(ids.len()) {
        let path = chain(parents, node).map(|above| symbols.of(ids[above as usize]));
        let allowed = chunk.paths.allowed(path);
        if allowed != 0 {
            found(node, allowed);
        }
    }
}

/// Drops the fields that the labels above a candidate do not allow, and decides what these decide alone. `labels`
/// has one labelling per group.
pub(super) fn look_at_labels(
    candidates: &mut [Candidate],
    program: &Program,
    parents: &[Node],
    (fine, labels): (&FineLabels<'_>, &[PageLabels<'_>]),
) {
    let mut ways = Ways::new(fine, parents);
    // Fields taken and open, by the question and the way to the node.
    let mut known: FxHashMap<(usize, u64, Way), (u64, u64)> = FxHashMap::default();
    for candidate in candidates.iter_mut().filter(|candidate| candidate.open != 0) {
        let &mut Candidate { node, chunk, open, .. } = candidate;
        let key = (chunk, open, ways.to(node));
        let look = || by_labels(program, labels, (chunk, open), || chain(parents, node));
        let (taken, open) = *known.entry(key).or_insert_with(look);
        candidate.taken |= taken;
        candidate.open = open;
    }
}

/// Of the fields asked (as bits, of chunk number `chunk`) those that the labels on a path decide for, and those that
/// they leave open.
fn by_labels<P: Iterator<Item = Node>>(
    program: &Program,
    labels: &[PageLabels<'_>],
    (chunk, asked): (usize, u64),
    path: impl Fn() -> P,
) -> (u64, u64) {
    let (mut taken, mut open) = (0, 0);
    for (group, labels) in program.groups.iter().zip(labels) {
        let asked = asked & group.fields;
        if group.chunk != chunk || asked == 0 {
            continue;
        }
        let passed = asked & group.paths.allowed(path().map(|node| labels.path_symbol(node)));
        taken |= passed & group.by_labels;
        open |= passed & !group.by_labels;
    }
    (taken, open)
}

/// A node and those above it, nearest first.
pub(super) fn chain(parents: &[Node], node: Node) -> impl Iterator<Item = Node> + '_ {
    std::iter::successors(Some(node), |&node| {
        let parent = parents[node as usize];
        (parent != NO_PARENT).then_some(parent)
    })
}
