//! Mismatches because one side has a part that the other lacks.

use super::MAX_NESTING;
use super::expression::{ExpressionItem, nesting};
use super::search::{AlignmentPoint, AlignmentSearch};
use unhusk_page::internal::Budget;

impl AlignmentSearch<'_> {
    /// Returns the point after an optional part of a side, where both sides continue with the same tag or text.
    pub(super) fn optional(
        &mut self,
        point: AlignmentPoint,
        side: usize,
        budget: &mut Budget,
    ) -> Option<AlignmentPoint> {
        let start = point.at[side];
        let wanted = self.sides[1 - side].get(point.at[1 - side]);
        let end = part_end(self.sides[side], start, wanted, budget)?;
        let part = &self.sides[side][start..end];
        if part.is_empty() || nesting(part) >= MAX_NESTING {
            return None;
        }
        let mut behind = point;
        behind.at[side] = end;
        behind.done =
            self.trail.push(point.done, ExpressionItem::optional(part.to_vec()), point.at);
        Some(behind)
    }
}

/// Returns the end of a part that precedes the wanted item, or the end of the items.
fn part_end(
    items: &[ExpressionItem],
    start: usize,
    wanted: Option<&ExpressionItem>,
    budget: &mut Budget,
) -> Option<usize> {
    let mut n_open = 0;
    for (at, item) in items.iter().enumerate().skip(start) {
        // The end tag of the enclosing element is the last item that may follow the part.
        if n_open == 0 && wanted.is_some_and(|wanted| item.may_meet(wanted)) {
            return Some(at);
        }
        n_open += item.n_opened();
        if n_open < 0 || !budget.spend_or_end(1) {
            return None;
        }
    }
    (wanted.is_none() && n_open == 0).then_some(items.len())
}
