//! A misfit because one side has a further repeat of what stands before it.
//!
//! ```text
//! <ul> <li>a</li> <li>b</li> </ul>
//! <ul> <li>c</li> <li>d</li> <li>e</li> </ul>      the misfit is </ul> against the third <li>
//! ```
//! What stands before the misfit, `</li>`, ends each repeat. So the next one would be `<li>e</li>`, and it is one if
//! the like of it stands before.

use super::expression::{Item, nesting};
use super::search::{Point, Search, align};
use super::trail::Link;
use super::{Budget, MAX_NESTING};

/// Places where the repeat before may begin, if it has not the length of the next.
const MAX_BEGINNINGS: usize = 3;

impl Search<'_> {
    /// The point behind the repeats of a side, if there are any.
    pub(super) fn repeat(
        &mut self,
        point: Point,
        side: usize,
        budget: &mut Budget,
    ) -> Option<Point> {
        let items = self.sides[side];
        let start = point.at[side];
        let end = next_end(items, start, budget)?;
        let mut run = Run { start, before: point.done, body: items[start..end].to_vec() };
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
        behind.done = self.trail.push(run.before, Item::plus(run.body), starts);
        Some(behind)
    }

    /// The run with one more repeat in front.
    fn repeat_before(&self, run: &Run, side: usize, budget: &mut Budget) -> Option<Run> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        let before = &self.sides[side][..run.start];
        beginnings(before, &run.body, budget).into_iter().find_map(|start| {
            let (link, aligned) = self.trail.cut(run.before, side, start)?;
            let body = align([&aligned, &run.body], max_nesting, budget)?;
            Some(Run { start, before: link, body })
        })
    }
}

/// Repeats one behind the other.
#[derive(Debug)]
struct Run {
    /// Where the first begins.
    start: usize,
    /// What was aligned before it.
    before: Link,
    /// What fits all of them.
    body: Vec<Item>,
}

/// The end of the repeat that would begin at `start`: it ends as what stands before it does.
fn next_end(items: &[Item], start: usize, budget: &mut Budget) -> Option<usize> {
    let last = items.get(start.checked_sub(1)?).filter(|last| matches!(last, Item::Tag(..)))?;
    let mut n_open = 0;
    for (at, item) in items.iter().enumerate().skip(start) {
        n_open += item.n_opened();
        if n_open < 0 || !budget.spend(1) {
            return None;
        }
        if n_open == 0 && item == last {
            return Some(at + 1);
        }
    }
    None
}

/// Where a repeat that ends `before` may begin, the likeliest first.
fn beginnings(before: &[Item], body: &[Item], budget: &mut Budget) -> Vec<usize> {
    if let Some(start) = before.len().checked_sub(body.len())
        && budget.spend(body.len())
        && before[start..].iter().zip(body).all(|(item, like)| item.is_like(like))
    {
        return vec![start];
    }
    let Some(first) = body.first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut n_open = 0;
    for (at, item) in before.iter().enumerate().rev() {
        n_open -= item.n_opened();
        if n_open < 0 || found.len() == MAX_BEGINNINGS || !budget.spend(1) {
            break;
        }
        if n_open == 0 && item.may_meet(first) {
            found.push(at);
        }
    }
    found
}
