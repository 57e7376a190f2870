//! Aligns lists of children as columns of a matrix: shifts them until each row contains peers.

use super::peers::ClassIdx;
use unhusk_page::internal::Budget;

/// Rows among which a peer of a child is searched.
const MAX_LOOK_AHEAD: usize = 64;

/// A row of peers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PeerRow {
    pub(super) class: ClassIdx,
    pub(super) cells: Vec<MatrixCell>,
}

/// A child: its list and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MatrixCell {
    pub(super) list: usize,
    pub(super) at: usize,
}

/// Aligns some lists. A child moves down if another list has a peer of it further below; the others stay.
pub(super) fn align(lists: &[Vec<ClassIdx>], budget: &mut Budget) -> Vec<PeerRow> {
    let spans = spans(lists);
    let mut heads = vec![0; lists.len()];
    let mut rows = Vec::new();
    // Lists that have not ended; in long sets most end early.
    let mut open: Vec<usize> = (0..lists.len()).collect();
    loop {
        open.retain(|&list| heads[list] < lists[list].len());
        let Some(class) = class_of_row(lists, &heads, &open, &spans, budget) else { return rows };
        let mut cells = Vec::new();
        for &list in &open {
            let at = heads[list];
            if lists[list][at] == class {
                cells.push(MatrixCell { list, at });
                heads[list] += 1;
            }
        }
        rows.push(PeerRow { class, cells });
    }
}

/// Returns the class that stays in a row: the first that does not occur below, else the one that occurs farthest
/// below. `None` at the end of all lists or of the budget.
fn class_of_row(
    lists: &[Vec<ClassIdx>],
    heads: &[usize],
    open: &[usize],
    spans: &[usize],
    budget: &mut Budget,
) -> Option<ClassIdx> {
    let mut candidates: Vec<ClassIdx> = Vec::new();
    for &list in open {
        let class = lists[list][heads[list]];
        if !candidates.contains(&class) {
            candidates.push(class);
        }
    }
    let n_ahead = if candidates.len() > 1 { MAX_LOOK_AHEAD } else { 1 };
    if !budget.spend_or_end(n_ahead * open.len() * candidates.len()) {
        return None;
    }
    if candidates.len() < 2 {
        return candidates.first().copied();
    }
    let mut best: Option<(usize, ClassIdx)> = None;
    for class in candidates {
        let n_ahead = spans[class].min(MAX_LOOK_AHEAD);
        let below = |&list: &usize| {
            let mut next = lists[list][heads[list]..].iter().take(n_ahead + 1);
            next.position(|other| *other == class).filter(|at| *at > 0)
        };
        let Some(distance) = open.iter().filter_map(below).min() else { return Some(class) };
        if best.is_none_or(|(farthest, _)| distance > farthest) {
            best = Some((distance, class));
        }
    }
    best.map(|(_, class)| class)
}

/// Returns, for each class, the longest distance between neighbouring members in a list: a peer that is farther below
/// belongs to another repeat. Unlimited for a class that no list has twice.
fn spans(lists: &[Vec<ClassIdx>]) -> Vec<usize> {
    let n_classes = lists.iter().flatten().max().map_or(0, |last| last + 1);
    let mut spans = vec![0; n_classes];
    // The list and the position where each class occurred last.
    let mut last: Vec<Option<(usize, usize)>> = vec![None; n_classes];
    for (list, classes) in lists.iter().enumerate() {
        for (at, &class) in classes.iter().enumerate() {
            if let Some((_, before)) = last[class].filter(|(before, _)| *before == list) {
                spans[class] = spans[class].max(at - before);
            }
            last[class] = Some((list, at));
        }
    }
    spans.into_iter().map(|span| if span == 0 { usize::MAX - 1 } else { span }).collect()
}
