//! The orders of the fields that nothing speaks against, grown field by field from the anchor.
//!
//! What speaks against an order speaks against all orders that it is a part of: more fields only make more certain
//! instances, which only exclude more. So a branch ends as soon as the fields placed so far are inconsistent.

use super::sides::{InRow, Side, Sided, covers};

/// Consistent orders of the fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orders {
    /// The orders, each the positions of the fields in the order in which they stand in a record.
    pub found: Vec<Vec<usize>>,
    /// Whether there are more than were looked for.
    pub is_cut: bool,
}

/// Orders that are looked for at most. Real pages leave one or two; twelve fields of which nothing is known,
/// millions.
const MAX_ORDERS: usize = 200;

/// Fields that are put into orders at most.
const MAX_TRIED: usize = 100_000;

/// What must hold of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Demand {
    /// Every cell by itself has what it must have: the arrays of the paper.
    Cells,
    /// One place can be taken for every cell so that all stand in order: some label is left.
    Labels,
}

/// The orders that are consistent with every page; all pages have the same fields and the same anchor.
pub(super) fn search(pages: &[Sided], demand: Demand) -> Orders {
    let mut found = Orders { found: Vec::new(), is_cut: false };
    let Some(first) = pages.first() else { return found };
    // Sound fields first: they are what excludes.
    let mut fields: Vec<usize> = (0..first.n_fields()).filter(|&at| at != first.anchor).collect();
    fields.sort_by_key(|&field| (!first.reliability(field).is_sound(), field));
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
            if pages.iter().all(|page| is_consistent(page, &longer, demand)) {
                open.push(longer);
            }
        }
    }
    found.found.sort_unstable();
    found
}

/// Whether nothing on a page speaks against an order of some of the fields.
fn is_consistent(page: &Sided, order: &[usize], demand: Demand) -> bool {
    let Some(placed) = placed(page, order) else { return false };
    let Some(certain) = certain(page, &placed) else { return false };
    match demand {
        Demand::Cells => placed.iter().enumerate().all(|(position, (field, rows))| {
            let reliability = page.reliability(*field);
            if reliability.is_sound() || !reliability.is_complete() {
                return true;
            }
            let possible = rows.iter().filter(|row| fits(**row, position, &certain));
            covers(possible.map(|row| row.0), page.n_rows)
        }),
        Demand::Labels => has_label(page, &placed),
    }
}

/// Whether a place can be taken for every cell of complete fields, beside all that is certain. Of the places that are
/// not too early the one that ends first leaves most room for the others, so nothing has to be tried twice.
fn has_label(page: &Sided, placed: &[(usize, &[InRow])]) -> bool {
    let mut left: Vec<&[InRow]> = placed.iter().map(|&(_, rows)| rows).collect();
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

/// The fields of an order with their instances in rows; `None` if one cannot stand where the order puts it.
pub(super) fn placed<'s>(page: &'s Sided, order: &[usize]) -> Option<Vec<(usize, &'s [InRow])>> {
    let mut side = Side::Before;
    let mut placed = Vec::with_capacity(order.len());
    for &field in order {
        placed.push((field, page.rows(field, side)?));
        if field == page.anchor {
            side = Side::Behind;
        }
    }
    Some(placed)
}

/// A certain instance: its row, the position of its field in the order, and where it stands.
pub(super) type Certain = (usize, usize, unhusk_page::Span);

/// The instances of sound fields by row and field; `None` if they do not stand in that order on the page.
pub(super) fn certain(page: &Sided, placed: &[(usize, &[InRow])]) -> Option<Vec<Certain>> {
    let mut certain: Vec<Certain> = Vec::new();
    for (position, (field, rows)) in placed.iter().enumerate() {
        if page.reliability(*field).is_sound() {
            certain.extend(rows.iter().map(|&(row, span)| (row, position, span)));
        }
    }
    certain.sort_unstable_by_key(|&(row, position, _)| (row, position));
    certain.is_sorted_by(|before, behind| before.2.end <= behind.2.start).then_some(certain)
}

/// Whether an instance of the field at `position` stands in order with all that is certain, sharing bytes with none.
pub(super) fn fits((row, span): InRow, position: usize, certain: &[Certain]) -> bool {
    let n_before = certain.partition_point(|one| (one.0, one.1) < (row, position));
    let follows = n_before == 0 || certain[n_before - 1].2.end <= span.start;
    follows && certain.get(n_before).is_none_or(|next| span.end <= next.2.start)
}
