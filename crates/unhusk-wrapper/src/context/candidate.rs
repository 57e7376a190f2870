//! The nodes of a page that could be values: the elements above most nodes rule them out.

use super::descent::Descent;
use super::fork::{Budget, Exhausted, NO_PARENT, Node};
use super::node_symbols::{FineSymbols, GroupSymbols};
use super::path_ids::{PathId, PathIds};
use super::program::{FieldChunk, Program};
use super::tag_symbols::PageTags;
use rustc_hash::FxHashMap;
use unhusk_page::NodeId;

/// A node that the tags above it allow to be a value.
pub(super) struct NodeCandidate {
    pub(super) node: Node,
    /// Position of the chunk of the fields.
    pub(super) chunk: usize,
    /// Fields that it is a value of, as bits.
    pub(super) taken: u64,
    /// Fields that are not decided yet, as bits.
    pub(super) open: u64,
}

/// The candidates of a page, in document order.
#[derive(Default)]
pub(super) struct NodeCandidates {
    pub(super) all: Vec<NodeCandidate>,
    /// The first node that was not tested, if the budget ended.
    pub(super) cut_at: Option<Node>,
}

/// Returns all candidates, with the fields that tags alone decide.
pub(super) fn candidates(
    program: &Program,
    (ids, parents): (&[NodeId], &[Node]),
    tag_symbols: &PageTags<'_>,
    budget: &mut Budget,
) -> NodeCandidates {
    let mut candidates = NodeCandidates::default();
    for (at, chunk) in program.chunks.iter().enumerate() {
        let mut found = |node: Node, allowed: u64| {
            let taken = allowed & chunk.by_tags;
            candidates.all.push(NodeCandidate { node, chunk: at, taken, open: allowed & !taken });
        };
        // Fields of all chunks end at the same node.
        let n_nodes = candidates.cut_at.map_or(ids.len(), |node| node as usize);
        let ids = &ids[..n_nodes];
        let n_seen = match &chunk.descent {
            Some(descent) => descend(descent, (ids, parents), tag_symbols, budget, &mut found),
            None => walk_up(chunk, (ids, parents), tag_symbols, budget, &mut found),
        };
        if n_seen < n_nodes {
            candidates.cut_at = (0..).nth(n_seen);
        }
    }
    if let Some(end) = candidates.cut_at {
        candidates.all.retain(|candidate| candidate.node < end);
    }
    candidates.all.sort_by_key(|candidate| (candidate.node, candidate.chunk));
    candidates
}

/// Takes one step a node, all counted at once; returns the number of nodes for which the budget sufficed.
fn descend(
    descent: &Descent,
    (ids, parents): (&[NodeId], &[Node]),
    tag_symbols: &PageTags<'_>,
    budget: &mut Budget,
    found: &mut impl FnMut(Node, u64),
) -> usize {
    let n_nodes = budget.spend_up_to(ids.len());
    let ids = &ids[..n_nodes];
    let mut states = Vec::with_capacity(n_nodes);
    for (node, (&id, &parent)) in (0..).zip(ids.iter().zip(parents)) {
        let above = states.get(parent as usize).copied().unwrap_or(descent.start());
        let state = descent.step(above, tag_symbols.of(id));
        states.push(state);
        let allowed = descent.allowed(state);
        if allowed != 0 {
            found(node, allowed);
        }
    }
    n_nodes
}

/// Walks up from each node, one step for each node of the path; returns the number of nodes for which the budget
/// sufficed.
fn walk_up(
    chunk: &FieldChunk,
    (ids, parents): (&[NodeId], &[Node]),
    tag_symbols: &PageTags<'_>,
    budget: &mut Budget,
    found: &mut impl FnMut(Node, u64),
) -> usize {
    for (at, node) in (0..).take(ids.len()).enumerate() {
        let mut n_steps = 0;
        let path = chain(parents, node).map(|above| {
            n_steps += 1;
            tag_symbols.of(ids[above as usize])
        });
        let allowed = chunk.paths.allowed(path);
        if budget.spend(n_steps).is_err() {
            return at;
        }
        if allowed != 0 {
            found(node, allowed);
        }
    }
    ids.len()
}

/// Drops the fields that the symbols above a candidate do not allow, and decides those that the symbols alone decide.
/// `symbols` has one encoding per group.
pub(super) fn look_at_symbols(
    candidates: &mut NodeCandidates,
    program: &Program,
    parents: &[Node],
    (fine, symbols): (&FineSymbols<'_>, &[GroupSymbols<'_>]),
    budget: &mut Budget,
) {
    let mut path_ids = PathIds::new(fine, parents);
    // Fields taken and open, by the query and the path to the node.
    let mut known: FxHashMap<(usize, u64, PathId), (u64, u64)> = FxHashMap::default();
    for (at, candidate) in candidates.all.iter_mut().enumerate() {
        let &mut NodeCandidate { node, chunk, open, .. } = candidate;
        if open == 0 {
            continue;
        }
        let mut look = |budget: &mut Budget| {
            let key = (chunk, open, path_ids.to(node, budget)?);
            if let Some(&decided) = known.get(&key) {
                return Ok(decided);
            }
            let decided =
                by_symbols(program, symbols, (chunk, open), || chain(parents, node), budget)?;
            known.insert(key, decided);
            Ok(decided)
        };
        let Ok::<_, Exhausted>((taken, open)) = look(budget) else {
            candidates.all.truncate(at);
            candidates.cut_at = Some(node);
            return;
        };
        candidate.taken |= taken;
        candidate.open = open;
    }
}

/// Returns, of the fields `asked` (as bits, of chunk number `chunk`), those that the symbols on a path accept, and
/// those that they leave open.
fn by_symbols<P: Iterator<Item = Node>>(
    program: &Program,
    symbols: &[GroupSymbols<'_>],
    (chunk, asked): (usize, u64),
    path: impl Fn() -> P,
    budget: &mut Budget,
) -> Result<(u64, u64), Exhausted> {
    let (mut taken, mut open) = (0, 0);
    for (group, symbols) in program.groups.iter().zip(symbols) {
        let asked = asked & group.fields;
        if group.chunk != chunk || asked == 0 {
            continue;
        }
        let mut n_steps = 0;
        let tag_symbols = path().map(|node| {
            n_steps += 1;
            symbols.path_symbol(node)
        });
        let passed = asked & group.paths.allowed(tag_symbols);
        budget.spend(n_steps)?;
        taken |= passed & group.by_symbols;
        open |= passed & !group.by_symbols;
    }
    Ok((taken, open))
}

/// A node and those above it, nearest first.
pub(super) fn chain(parents: &[Node], node: Node) -> impl Iterator<Item = Node> + '_ {
    std::iter::successors(Some(node), |&node| {
        let parent = parents[node as usize];
        (parent != NO_PARENT).then_some(parent)
    })
}
