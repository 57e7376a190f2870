//! Searches the consistent orders of the fields, field by field from the anchor.
//!
//! If an order is inconsistent, so are all orders that contain it: more fields only add certain instances, which only
//! exclude more. So a branch ends as soon as the fields placed so far are inconsistent.

use super::rows::{AnchorSide, RowAssignment, RowInstance, covers};
use unhusk_wrapper::internal::sort;

/// Consistent orders of the fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orders {
    /// The orders; each has the positions of the fields in the order of a record.
    pub found: Vec<Vec<usize>>,
    /// Whether the search stopped before all orders were found.
    pub is_cut: bool,
}

/// The maximum number of orders. Real pages leave one or two; twelve fields without any constraint leave millions.
const MAX_ORDERS: usize = 200;

/// The maximum number of fields that are inserted into orders.
const MAX_TRIED: usize = 100_000;

/// The condition for a consistent order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderCondition {
    /// Every cell by itself has a place if it must have one: the arrays of the paper.
    Cells,
    /// One place can be chosen for every cell so that all are in order: there is a label.
    Labels,
}

/// Finds the orders that are consistent with every page; all pages have the same fields and the same anchor.
pub(super) fn search(pages: &[RowAssignment], condition: OrderCondition) -> Orders {
    let mut found = Orders { found: Vec::new(), is_cut: false };
    let Some(first) = pages.first() else { return found };
    // Sound fields first: they exclude the most.
    let mut fields: Vec<usize> = (0..first.n_fields()).filter(|&at| at != first.anchor).collect();
    sort::by_key(&mut fields, |&field| (!first.reliability(field).is_sound(), field));
    let mut n_tried = 0;
    let mut open = vec![vec![first.anchor]];
    while let Some(order) = open.pop() {
        let Some(&field) = fields.get(order.len() - 1) else {
            found.found.push(order);
            if found.found.len() == MAX_ORDERS {
                found.is_cut = !open.is_empty();
                break;
            }
            continue;
        };
        if n_tried >= MAX_TRIED {
            found.is_cut = true;
            break;
        }
        for position in 0..=order.len() {
            n_tried += 1;
            let mut longer = order.clone();
            longer.insert(position, field);
            if pages.iter().all(|page| is_consistent(page, &longer, condition)) {
                open.push(longer);
            }
        }
    }
    found.found.sort_unstable();
    found
}

/// Whether an order of some of the fields is consistent with a page.
fn is_consistent(page: &RowAssignment, order: &[usize], condition: OrderCondition) -> bool {
    let Some(placed) = placed(page, order) else { return false };
    let Some(certain) = certain(page, &placed) else { return false };
    match condition {
        OrderCondition::Cells => placed.iter().enumerate().all(|(position, (field, rows))| {
            let reliability = page.reliability(*field);
            if reliability.is_sound() || !reliability.is_complete() {
                return true;
            }
            let possible = rows.iter().filter(|row| fits(**row, position, &certain));
            covers(possible.map(|row| row.0), page.n_rows)
        }),
        OrderCondition::Labels => has_label(page, &placed),
    }
}

/// Whether a place can be chosen for every cell of complete fields, next to all certain instances. Of the places that
/// are not too early, the one that ends first leaves most room for the others, so no backtracking is needed.
fn has_label(page: &RowAssignment, placed: &[(usize, &[RowInstance])]) -> bool {
    let mut left: Vec<&[RowInstance]> = placed.iter().map(|&(_, rows)| rows).collect();
    let mut at = 0;
    for row in 0..page.n_rows {
        for (left, &(field, _)) in left.iter_mut().zip(placed) {
            let n = left.partition_point(|one| one.0 <= row);
            let (cell, rest) = left.split_at(n);
            *left = rest;
            let reliability = page.reliability(field);
            let is_needed = reliability.is_complete() || (reliability.is_sound() && n > 0);
            if !is_needed {
                continue;
            }
            let fitting = cell.iter().filter(|(_, span)| span.start >= at);
            match fitting.map(|(_, span)| span.end).min() {
                Some(end) => at = end,
                None => return false,
            }
        }
    }
    true
}

/// The fields of an order with their instances in rows; `None` if a field cannot be where the order puts it.
pub(super) fn placed<'s>(
    page: &'s RowAssignment,
    order: &[usize],
) -> Option<Vec<(usize, &'s [RowInstance])>> {
    let mut side = AnchorSide::Before;
    let mut placed = Vec::with_capacity(order.len());
    for &field in order {
        placed.push((field, page.rows(field, side)?));
        if field == page.anchor {
            side = AnchorSide::Behind;
        }
    }
    Some(placed)
}

/// A certain instance: its row, the position of its field in the order, and its span.
pub(super) type Certain = (usize, usize, unhusk_page::Span);

/// The instances of sound fields by row and field; `None` if they are not in this order on the page.
pub(super) fn certain(
    page: &RowAssignment,
    placed: &[(usize, &[RowInstance])],
) -> Option<Vec<Certain>> {
    let mut certain: Vec<Certain> = Vec::new();
    for (position, (field, rows)) in placed.iter().enumerate() {
        if page.reliability(*field).is_sound() {
            certain.extend(rows.iter().map(|&(row, span)| (row, position, span)));
        }
    }
    sort::by_key(&mut certain, |&(row, position, _)| (row, position));
    certain.is_sorted_by(|before, behind| before.2.end <= behind.2.start).then_some(certain)
}

/// Whether an instance of the field at `position` is in order with all certain instances and overlaps none.
pub(super) fn fits((row, span): RowInstance, position: usize, certain: &[Certain]) -> bool {
    let n_before = certain.partition_point(|one| (one.0, one.1) < (row, position));
    let follows = n_before == 0 || certain[n_before - 1].2.end <= span.start;
    follows && certain.get(n_before).is_none_or(|next| span.end <= next.2.start)
}
