//! FIVATECH: merges the trees of all pages into one, level by level.
//!
//! # What it finds
//! Texts that differ at the same place of the merged tree.
//!
//! # How
//! The roots of the pages' trees ([`forest`]) are the first peers. The children of peers are merged in these steps,
//! and those that end up in one row are peers in turn:
//! 1. Find the children that are peers ([`peers`]): equal tags and trees that match by half or more
//!    ([`matching`]), and all texts.
//! 2. Align the children of different parents in rows of peers ([`matrix`]).
//! 3. Merge consecutive rows that repeat: they are a set ([`repeats`]).
//!
//! A row of different texts is a column.
//!
//! # Fits / does not fit
//! Pages whose data is in leaves of the tree. Cells of a table row are peers, so captions and values side by side
//! become one column.
//!
//! # Cost
//! Linear in the pages where rows are uniform; pairs of unlike trees cost the product of their children.
//!
//! # Source
//! Kayed, Chang, *`FiVaTech`: page-level web data extraction from template pages*, 2010. Rows that are missing in
//! some parents are options or alternatives in the paper's schema; columns do not depend on that, so it is not
//! represented.

mod forest;
mod matching;
mod matrix;
mod peers;
mod repeats;
#[cfg(test)]
mod tests;

use super::tokens::{TokenCorpus, TokenUnit};
use super::{Baseline, BaselineColumn};
use forest::{Forest, NodeIdx};
use matching::Matcher;
use matrix::MatrixCell;
use unhusk_page::Page;
use unhusk_page::internal::Budget;

pub(super) const BASELINE: Baseline = Baseline {
    name: "fivatech",
    summary: "the trees of all pages merged level by level into one",
    induce,
};

/// Limit on comparisons of nodes: some seconds of work.
const MAX_STEPS: u64 = 1 << 26;

fn induce(pages: &[&Page]) -> Vec<BaselineColumn> {
    let forest = Forest::new(&TokenCorpus::new(pages, TokenUnit::Text));
    let mut matcher = Matcher::new(&forest.shapes, Budget::new(MAX_STEPS));
    let mut columns = Vec::new();
    // Groups of peers; the last is merged next, so that columns come in document order.
    let mut pending = vec![forest.roots.clone()];
    while let Some(nodes) = pending.pop() {
        if nodes.iter().any(|node| forest.is_text(*node)) {
            columns.extend(column(&forest, &nodes));
        } else {
            pending.extend(merge_children(&forest, &nodes, &mut matcher).into_iter().rev());
        }
    }
    columns
}

/// Returns the texts of a row as a column, if they differ.
fn column(forest: &Forest, nodes: &[NodeIdx]) -> Option<BaselineColumn> {
    let mut texts = nodes.iter().map(|node| forest.node(*node).symbol);
    let first = texts.next()?;
    if texts.all(|text| text == first) {
        return None;
    }
    let mut column = BaselineColumn::new(forest.roots.len());
    for node in nodes {
        let node = forest.node(*node);
        column.values[node.page].push(node.span);
    }
    Some(column)
}

/// Returns the rows of the children of peers.
fn merge_children(
    forest: &Forest,
    nodes: &[NodeIdx],
    matcher: &mut Matcher<'_>,
) -> Vec<Vec<NodeIdx>> {
    let lists: Vec<&[NodeIdx]> = nodes.iter().map(|node| forest.children(*node)).collect();
    let classes = peers::classes(forest, &lists, matcher);
    let rows = repeats::merge(matrix::align(&classes, &mut matcher.budget));
    let node = |cell: &MatrixCell| lists[cell.list][cell.at];
    let in_order = |row: matrix::PeerRow| {
        let mut nodes: Vec<NodeIdx> = row.cells.iter().map(node).collect();
        nodes.sort_unstable();
        nodes
    };
    rows.into_iter().map(in_order).collect()
}
