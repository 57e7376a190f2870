//! Chooses one candidate per cell of a page, so that they are in order, do not overlap, and have the most support.

use super::support::PlaceCandidate;
use unhusk_wrapper::internal::sort;

/// A cell of the chain, with its candidates.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChainCell<'c> {
    pub(super) candidates: &'c [PlaceCandidate],
    /// Whether the cell may be skipped although it has candidates.
    pub(super) is_optional: bool,
}

/// For each cell, the position of the chosen candidate; `None` if no choice is in order.
///
/// Visits each candidate of a cell once.
pub(super) fn best(cells: &[ChainCell<'_>]) -> Option<Vec<Option<usize>>> {
    let mut ends: Vec<ChainEnd> = Vec::new();
    // Ends of chains, ascending, each with the best chain that ends there or earlier.
    let mut open: Vec<(u32, Option<usize>)> = vec![(0, None)];
    for (cell, chain_cell) in
        cells.iter().enumerate().filter(|(_, chain_cell)| !chain_cell.candidates.is_empty())
    {
        let mut next = if chain_cell.is_optional { open.clone() } else { Vec::new() };
        for (number, candidate) in chain_cell.candidates.iter().enumerate() {
            let n_ended = open.partition_point(|&(end, _)| end <= candidate.span.start);
            let Some(last) = n_ended.checked_sub(1) else { continue };
            let before = open[last].1;
            let support = before.map_or(0.0, |before| ends[before].support) + candidate.support;
            next.push((candidate.span.end, Some(ends.len())));
            ends.push(ChainEnd { cell, number, support, before });
        }
        open = best_so_far(next, &ends);
        if open.is_empty() {
            return None;
        }
    }
    let mut chosen = vec![None; cells.len()];
    let mut last = open.last().and_then(|&(_, last)| last);
    while let Some(end) = last.map(|last| &ends[last]) {
        chosen[end.cell] = Some(end.number);
        last = end.before;
    }
    Some(chosen)
}

/// A chain, represented by its last candidate.
struct ChainEnd {
    cell: usize,
    number: usize,
    support: f64,
    before: Option<usize>,
}

/// Sorts chains by their ends and gives each entry the best chain up to it; ties go to the first.
fn best_so_far(
    mut open: Vec<(u32, Option<usize>)>,
    ends: &[ChainEnd],
) -> Vec<(u32, Option<usize>)> {
    let support = |chain: Option<usize>| chain.map_or(0.0, |chain| ends[chain].support);
    sort::by_key(&mut open, |&(end, chain)| (end, chain));
    for at in 1..open.len() {
        if support(open[at - 1].1) >= support(open[at].1) {
            open[at].1 = open[at - 1].1;
        }
    }
    open
}
