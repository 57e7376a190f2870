//! The records of one page: of all groups of elements of one kind, the one that looks most like results.
//!
//! Groups are siblings of one name, siblings of one name and class, and elements of one path under several parents;
//! each also without those that are built otherwise, have no link where most have, or are very short. A group is
//! scored by [`RegionTraits::score`](super::traits::RegionTraits::score). Of the group that is chosen, rows that take
//! turns are one record.

use super::corpus::NodeScope;
use super::rows;
use super::sets::{RecordGroup, RecordSet};
use super::sums::Sums;
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
const MAX_ROWS: usize = 5000;

/// The group of elements that looks most like results.
pub(super) fn best(leaves: &Leaves<'_>) -> Option<ScoredRegion> {
    let sums = Sums::new(leaves);
    best_of(scored(&sums).into_values())
}

/// The groups of elements that look like results, the likeliest first; of groups that share elements, the likelier.
pub(super) fn ranked(leaves: &Leaves<'_>) -> Vec<ScoredRegion> {
    let sums = Sums::new(leaves);
    let mut all: Vec<ScoredRegion> = scored(&sums).into_values().collect();
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut kept: Vec<ScoredRegion> = Vec::new();
    for region in all {
        if !kept.iter().any(|known| overlap(leaves, known, &region)) {
            kept.push(region);
        }
    }
    kept
}

/// Whether a row of one region is in a row of the other.
fn overlap(leaves: &Leaves<'_>, one: &ScoredRegion, other: &ScoredRegion) -> bool {
    let holds = |outer: &ScoredRegion, inner: &ScoredRegion| {
        inner.rows.iter().any(|&row| {
            let before = outer.rows.partition_point(|&start| start <= row);
            before > 0 && row < leaves.end(outer.rows[before - 1])
        })
    };
    holds(one, other) || holds(other, one)
}

/// The region with the highest score, the first of several.
pub(super) fn best_of(regions: impl IntoIterator<Item = ScoredRegion>) -> Option<ScoredRegion> {
    let is_better = |best: &ScoredRegion, other: &ScoredRegion| other.score > best.score;
    regions.into_iter().reduce(|best, other| if is_better(&best, &other) { other } else { best })
}

/// The best region of each path; rows that take turns are one record.
pub(super) fn scored(sums: &Sums<'_, '_>) -> BTreeMap<TextHash, ScoredRegion> {
    let leaves = sums.leaves;
    let mut best: BTreeMap<TextHash, ScoredRegion> = BTreeMap::new();
    for rows in groups(leaves) {
        let whole = ScoredRegion { score: 0.0, cover: 0.0, is_trimmed: false, rows };
        let path = leaves.path(whole.rows[0]);
        let trimmed = (whole.rows.len() >= 3).then(|| sums.trimmed(&whole)).flatten();
        for mut region in trimmed.into_iter().chain([whole]) {
            let Some(traits) = sums.traits(&region) else { continue };
            (region.score, region.cover) = (traits.score(region.is_trimmed), traits.cover);
            if best.get(&path).is_none_or(|best| region.score > best.score) {
                best.insert(path, region);
            }
        }
    }
    for region in best.values_mut() {
        let heads = sums.heads(&region.rows).or_else(|| sums.terms(&region.rows));
        region.rows = heads.unwrap_or_else(|| std::mem::take(&mut region.rows));
    }
    best
}

/// The siblings of a path that have texts; `None` if there are none, or if they have several parents.
pub(super) fn siblings_of_path(leaves: &Leaves<'_>, path: TextHash) -> Option<Vec<LeafNode>> {
    let is_row = |&node: &LeafNode| {
        let has_text = leaves.before(node) < leaves.before(leaves.end(node));
        leaves.is_element(node) && has_text && leaves.path(node) == path
    };
    let rows: Vec<LeafNode> = (0..leaves.n_nodes()).filter(is_row).collect();
    let parent = leaves.parent(*rows.first()?);
    let are_siblings = rows.iter().all(|&node| leaves.parent(node) == parent);
    are_siblings.then_some(rows)
}

/// The rows of some pages as one set. If texts stand between most rows of most pages, they are parts of the record
/// before.
pub(super) fn as_set(pages: &[Leaves<'_>], rows: &[(usize, Vec<LeafNode>)]) -> Option<RecordSet> {
    let (first_page, nodes) = rows.first()?;
    let row = pages[*first_page].written_path(*nodes.first()?);
    let n_runs = rows.iter().filter(|(page, nodes)| has_gaps(&pages[*page], nodes)).count();
    let run = 2 * n_runs > rows.len();
    let group = |(page, nodes): &(usize, Vec<LeafNode>)| {
        let leaves = &pages[*page];
        let scope = NodeScope { page: *page, first: 0, end: leaves.n_nodes() };
        let row = |&node: &LeafNode| NodeScope { page: *page, first: node, end: leaves.end(node) };
        let runs = run.then(|| rows::rows(leaves, scope, nodes)).flatten();
        let rows = runs.unwrap_or_else(|| nodes.iter().map(row).collect());
        RecordGroup { scope: *page, rows }
    };
    Some(RecordSet { row, run, groups: rows.iter().map(group).collect() })
}

/// The rows of a region, each as large as it can be.
pub(super) fn largest_rows(leaves: &Leaves<'_>, region: &ScoredRegion) -> Vec<LeafNode> {
    lifted(leaves, &region.rows, n_levels_up(leaves, &region.rows))
}

/// The paths of the rows of a region, from those that were found to the largest that they can be.
pub(super) fn paths_of_rows(
    leaves: &Leaves<'_>,
    region: &ScoredRegion,
) -> impl Iterator<Item = RowPath> {
    let first = region.rows[0];
    let n_levels = n_levels_up(leaves, &region.rows);
    let around = std::iter::once(first).chain(leaves.around(first)).take(n_levels + 1);
    around.map(|node| RowPath { depth: leaves.depth(node), path: leaves.path(node) })
}

/// The path of a row. Those nearer to the page come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowPath {
    depth: u16,
    pub(super) path: TextHash,
}

/// The rows of a region as elements of a path; none if they cannot be.
pub(super) fn rows_of_path(
    leaves: &Leaves<'_>,
    region: &ScoredRegion,
    path: RowPath,
) -> Option<Vec<LeafNode>> {
    let level = paths_of_rows(leaves, region).position(|other| other == path)?;
    Some(lifted(leaves, &region.rows, level))
}

/// Whether texts stand between most of some siblings.
fn has_gaps(leaves: &Leaves<'_>, nodes: &[LeafNode]) -> bool {
    let has_gap = |two: &&[LeafNode]| leaves.before(leaves.end(two[0])) < leaves.before(two[1]);
    let n_gaps = nodes.windows(2).filter(has_gap).count();
    let are_siblings = nodes.iter().all(|&node| leaves.parent(node) == leaves.parent(nodes[0]));
    are_siblings && 2 * n_gaps > nodes.len() - 1
}

/// How many levels up each of some nodes of one depth has an element of its own.
fn n_levels_up(leaves: &Leaves<'_>, nodes: &[LeafNode]) -> usize {
    let mut nodes = nodes.to_vec();
    for n_levels in 0.. {
        for node in &mut nodes {
            *node = leaves.parent(*node);
        }
        let is_shared = nodes.windows(2).any(|two| two[0] == two[1]);
        if is_shared || nodes.contains(&NO_NODE) {
            return n_levels;
        }
    }
    0
}

/// The elements so many levels around each of some nodes.
fn lifted(leaves: &Leaves<'_>, nodes: &[LeafNode], n_levels: usize) -> Vec<LeafNode> {
    let up = |&node: &LeafNode| (0..n_levels).fold(node, |node, _| leaves.parent(node));
    nodes.iter().map(up).collect()
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
