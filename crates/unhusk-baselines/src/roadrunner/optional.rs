//! A misfit because one side has a part that the other has not.

use super::expression::{Item, nesting};
use super::search::{Point, Search};
use super::{Budget, MAX_NESTING};

impl Search<'_> {
    /// The point behind a part of a side that makes both go on with the same tag or text.
    pub(super) fn optional(
        &mut self,
        point: Point,
        side: usize,
        budget: &mut Budget,
    ) -> Option<Point> {
        let start = point.at[side];
        let wanted = self.sides[1 - side].get(point.at[1 - side]);
        let end = part_end(self.sides[side], start, wanted, budget)?;
        let part = &self.sides[side][start..end];
        if part.is_empty() || nesting(part) >= MAX_NESTING {
            return None;
        }
        let mut behind = point;
        behind.at[side] = end;
        behind.done = self.trail.push(point.done, Item::optional(part.to_vec()), point.at);
        Some(behind)
    }
}

/// Where a part ends that stands before the item that is wanted, or before the end.
fn part_end(
    items: &[Item],
    start: usize,
    wanted: Option<&Item>,
    budget: &mut Budget,
) -> Option<usize> {
    let mut n_open = 0;
    for (at, item) in items.iter().enumerate().skip(start) {
        // The end tag of the element around it is the last item that may be behind the part.
        if n_open == 0 && wanted.is_some_and(|wanted| item.may_meet(wanted)) {
            return Some(at);
        }
        n_open += item.n_opened();
        if n_open < 0 || !budget.spend(1) {
            return None;
        }
    }
    (wanted.is_none() && n_open == 0).then_some(items.len())
}
