//! One candidate for every cell of a page, in the order of the page, sharing no bytes, with the most support.

use super::support::Candidate;

/// A cell of the chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link<'c> {
    pub(super) candidates: &'c [Candidate],
    /// Whether the cell may be passed over although it has candidates.
    pub(super) is_optional: bool,
}

/// For each cell the number of the candidate that is taken; `None` if no choice puts them in order.
///
/// A step of the chain looks at each candidate of a cell once, never at whole choices.
pub(super) fn best(cells: &[Link<'_>]) -> Option<Vec<Option<usize>>> {
    let mut ends: Vec<End> = Vec::new();
    // Where chains end, ascending, with the best of those that end there or earlier.
    let mut open: Vec<(u32, Option<usize>)> = vec![(0, None)];
    for (cell, link) in cells.iter().enumerate().filter(|(_, link)| !link.candidates.is_empty()) {
        let mut next = if link.is_optional { open.clone() } else { Vec::new() };
        for (number, candidate) in link.candidates.iter().enumerate() {
            let n_ended = open.partition_point(|&(end, _)| end <= candidate.span.start);
            let Some(last) = n_ended.checked_sub(1) else { continue };
            let before = open[last].1;
            let support = before.map_or(0.0, |before| ends[before].support) + candidate.support;
            next.push((candidate.span.end, Some(ends.len())));
            ends.push(End { cell, number, support, before });
        }
        open = best_so_far(next, &ends);
        if open.is_empty() {
            return None;
        }
    }
    let mut taken = vec![None; cells.len()];
    let mut last = open.last().and_then(|&(_, last)| last);
    while let Some(end) = last.map(|last| &ends[last]) {
        taken[end.cell] = Some(end.number);
        last = end.before;
    }
    Some(taken)
}

/// A chain by its last candidate.
struct End {
    cell: usize,
    number: usize,
    support: f64,
    before: Option<usize>,
}

/// In ascending order of where they end, each entry with the best chain up to it; of equals the first.
fn best_so_far(mut open: Vec<(u32, Option<usize>)>, ends: &[End]) -> Vec<(u32, Option<usize>)> {
    let support = |chain: Option<usize>| chain.map_or(0.0, |chain| ends[chain].support);
    open.sort_by_key(|&(end, chain)| (end, chain));
    for at in 1..open.len() {
        if support(open[at - 1].1) >= support(open[at].1) {
            open[at].1 = open[at - 1].1;
        }
    }
    open
}
