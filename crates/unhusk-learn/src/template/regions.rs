//! The records of one page: of all groups of elements of one kind, the one that looks most like results.
//!
//! Groups are siblings of one name, siblings of one name and class, and elements of one path under several parents;
//! each also without those that are built otherwise, have no link where most have, or are very short. What speaks
//! for a group was fitted on two sets of search results (SRR); the weights are in [`Traits::score`](super::traits::RegionTraits::score). Of the group
//! that is chosen, rows that take turns are one record.

use super::corpus::NodeScope;
use super::rows;
use super::sets::{RecordGroup, RecordSet};
use super::traits::Sums;
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, NO_NODE};

/// Records of a page, and how much speaks for them.
#[derive(Debug, Clone)]
pub(super) struct ScoredRegion {
    pub(super) rows: Vec<LeafNode>,
    pub(super) score: f64,
    /// The share of the page's characters.
    pub(super) cover: f64,
    pub(super) is_trimmed: bool,
}

/// Most records.
const MAX_ROWS: usize = 400;

/// The group of elements that looks most like results.
pub(super) fn best(leaves: &Leaves<'_>) -> Option<ScoredRegion> {
    let sums = Sums::new(leaves, |_| true);
    let mut best = best_of(&sums)?;
    if let Some(heads) = sums.heads(&best.rows) {
        best.rows = heads;
    }
    Some(best)
}

/// The region with the best score; `sums` knows what of the page is data.
pub(super) fn best_of(sums: &Sums<'_, '_>) -> Option<ScoredRegion> {
    let leaves = sums.leaves;
    let mut best: Option<ScoredRegion> = None;
    for rows in groups(leaves) {
        let whole = ScoredRegion { score: 0.0, cover: 0.0, is_trimmed: false, rows };
        let trimmed = (whole.rows.len() >= 3).then(|| sums.trimmed(&whole)).flatten();
        for mut region in trimmed.into_iter().chain([whole]) {
            let Some(traits) = sums.traits(&region) else { continue };
            (region.score, region.cover) = (traits.score(region.is_trimmed), traits.cover);
            if best.as_ref().is_none_or(|best| region.score > best.score) {
                best = Some(region);
            }
        }
    }
    best
}

/// The records of a region as the one group of a set, each as large as it can be. If there are texts between most of
/// them, they are parts of the record before.
pub(super) fn as_rows(leaves: &Leaves<'_>, region: &ScoredRegion) -> Option<RecordSet> {
    let nodes = lifted(leaves, &region.rows);
    let path = leaves.written_path(*nodes.first()?);
    let has_gap = |two: &&[LeafNode]| leaves.before(leaves.end(two[0])) < leaves.before(two[1]);
    let n_gaps = nodes.windows(2).filter(has_gap).count();
    let are_siblings = nodes.iter().all(|&node| leaves.parent(node) == leaves.parent(nodes[0]));
    let page = NodeScope { page: 0, first: 0, end: leaves.n_nodes() };
    let run = are_siblings && 2 * n_gaps > nodes.len() - 1;
    let run = run.then(|| rows::rows(leaves, page, &nodes)).flatten();
    let row = |&node: &LeafNode| NodeScope { page: 0, first: node, end: leaves.end(node) };
    let (run, rows) = match run {
        Some(rows) => (true, rows),
        None => (false, nodes.iter().map(row).collect()),
    };
    Some(RecordSet { row: path, run, groups: vec![RecordGroup { scope: 0, rows }] })
}

/// The largest elements around each of some nodes of one depth that hold no other of them.
fn lifted(leaves: &Leaves<'_>, nodes: &[LeafNode]) -> Vec<LeafNode> {
    let mut nodes = nodes.to_vec();
    loop {
        let parents: Vec<LeafNode> = nodes.iter().map(|&node| leaves.parent(node)).collect();
        let is_shared = parents.windows(2).any(|two| two[0] == two[1]);
        if is_shared || parents.contains(&NO_NODE) {
            return nodes;
        }
        nodes = parents;
    }
}

/// Groups of elements of one kind that have texts, none in another.
fn groups(leaves: &Leaves<'_>) -> Vec<Vec<LeafNode>> {
    let mut groups: BTreeMap<(u8, LeafNode, TextHash), Vec<LeafNode>> = BTreeMap::new();
    for node in (0..leaves.n_nodes()).filter(|&node| leaves.is_element(node)) {
        if leaves.before(node) == leaves.before(leaves.end(node)) {
            continue;
        }
        let (parent, path) = (leaves.parent(node), leaves.path(node));
        groups.entry((0, parent, path)).or_default().push(node);
        if !leaves.class(node).is_empty() {
            let mut named = path;
            named.write(".");
            named.write(leaves.class(node));
            groups.entry((1, parent, named)).or_default().push(node);
        }
        groups.entry((2, 0, path)).or_default().push(node);
    }
    let is_group = |(kind, nodes): (u8, &[LeafNode])| {
        (2..=MAX_ROWS).contains(&nodes.len()) && (kind < 2 || is_spread(leaves, nodes))
    };
    let groups = groups.into_iter().filter(|((kind, ..), nodes)| is_group((*kind, nodes)));
    groups.map(|(_, nodes)| nodes).collect()
}

/// Whether nodes have several parents, one of them two of them.
fn is_spread(leaves: &Leaves<'_>, nodes: &[LeafNode]) -> bool {
    let mut parents: Vec<LeafNode> = nodes.iter().map(|&node| leaves.parent(node)).collect();
    parents.sort_unstable();
    let has_two = parents.windows(2).any(|two| two[0] == two[1]);
    parents.dedup();
    has_two && parents.len() >= 2
}
