//! Mismatches because one side has a further repeat of the part before it.
//!
//! ```text
//! <ul> <li>a</li> <li>b</li> </ul>
//! <ul> <li>c</li> <li>d</li> <li>e</li> </ul>      mismatch: </ul> against the third <li>
//! ```
//! The item before the mismatch, `</li>`, ends each repeat. So the next repeat would be `<li>e</li>`, and it is one
//! if a similar part precedes it.

use super::MAX_NESTING;
use super::expression::{ExpressionItem, nesting};
use super::search::{AlignmentPoint, AlignmentSearch, align};
use super::trail::Link;
use unhusk_page::internal::Budget;

/// Limit on the starts that are tried for the previous repeat, if its length differs from the next one's.
const MAX_BEGINNINGS: usize = 3;

impl AlignmentSearch<'_> {
    /// Returns the point after the repeats of a side, if there are any.
    pub(super) fn repeat(
        &mut self,
        point: AlignmentPoint,
        side: usize,
        budget: &mut Budget,
    ) -> Option<AlignmentPoint> {
        let items = self.sides[side];
        let start = point.at[side];
        let end = next_end(items, start, budget)?;
        let mut run = RepeatRun { start, before: point.done, body: items[start..end].to_vec() };
        while let Some(longer) = self.repeat_before(&run, side, budget) {
            run = longer;
        }
        if run.start == start {
            return None;
        }
        let mut behind = point;
        behind.at[side] = end;
        if let Some((body, n_items)) = self.repeats_of(&run.body, behind, side, budget) {
            run.body = body;
            behind.at[side] += n_items;
        }
        if nesting(&run.body) >= MAX_NESTING {
            return None;
        }
        let starts = self.trail.start_behind(run.before, point.done)?;
        behind.done = self.trail.push(run.before, ExpressionItem::plus(run.body), starts);
        Some(behind)
    }

    /// Returns the run extended by one repeat in front.
    fn repeat_before(
        &self,
        run: &RepeatRun,
        side: usize,
        budget: &mut Budget,
    ) -> Option<RepeatRun> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        let before = &self.sides[side][..run.start];
        beginnings(before, &run.body, budget).into_iter().find_map(|start| {
            let (link, aligned) = self.trail.cut(run.before, side, start)?;
            let body = align([&aligned, &run.body], max_nesting, budget)?;
            Some(RepeatRun { start, before: link, body })
        })
    }
}

/// Consecutive repeats.
#[derive(Debug)]
struct RepeatRun {
    /// Start of the first repeat.
    start: usize,
    /// Alignment before the first repeat.
    before: Link,
    /// Items that match all repeats.
    body: Vec<ExpressionItem>,
}

/// Returns the end of the repeat that would begin at `start`: it ends with the item before `start`.
fn next_end(items: &[ExpressionItem], start: usize, budget: &mut Budget) -> Option<usize> {
    let last =
        items.get(start.checked_sub(1)?).filter(|last| matches!(last, ExpressionItem::Tag(..)))?;
    let mut n_open = 0;
    for (at, item) in items.iter().enumerate().skip(start) {
        n_open += item.n_opened();
        if n_open < 0 || !budget.spend_or_end(1) {
            return None;
        }
        if n_open == 0 && item == last {
            return Some(at + 1);
        }
    }
    None
}

/// Returns the places where a repeat that ends `before` may begin, most likely first.
fn beginnings(
    before: &[ExpressionItem],
    body: &[ExpressionItem],
    budget: &mut Budget,
) -> Vec<usize> {
    if let Some(start) = before.len().checked_sub(body.len())
        && budget.spend_or_end(body.len())
        && before[start..].iter().zip(body).all(|(item, like)| item.is_like(like))
    {
        return vec![start];
    }
    let Some(first) = body.first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut n_open = 0;
    for (at, item) in before.iter().enumerate().rev() {
        n_open -= item.n_opened();
        if n_open < 0 || found.len() == MAX_BEGINNINGS || !budget.spend_or_end(1) {
            break;
        }
        if n_open == 0 && item.may_meet(first) {
            found.push(at);
        }
    }
    found
}
