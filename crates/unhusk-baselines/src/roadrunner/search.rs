//! The alignment of two expressions: the narrowest that the method finds for both.

use super::expression::{Item, nesting};
use super::trail::{Link, Trail};
use crate::Budget;

/// The sides of an alignment: the expression, and the page.
pub(super) const WRAPPER: usize = 0;
pub(super) const SAMPLE: usize = 1;

/// Misfits without a way out, after which an alignment is given up.
const MAX_DEAD_ENDS: usize = 32;

/// An alignment of all of both sides.
pub(super) fn align(
    sides: [&[Item]; 2],
    max_nesting: usize,
    budget: &mut Budget,
) -> Option<Vec<Item>> {
    let mut search = Search { sides, goal: Goal::All, max_nesting, trail: Trail::default() };
    search.run(budget).map(|(items, _)| items)
}

/// An alignment of all of a pattern with the beginning of a sequence: what fits both, and the length of the beginning.
pub(super) fn align_front(
    pattern: &[Item],
    sequence: &[Item],
    max_nesting: usize,
    budget: &mut Budget,
) -> Option<(Vec<Item>, usize)> {
    // An option in front may be skipped.
    let begins_so = |first: &Item| match first {
        Item::Optional(_) => true,
        _ => sequence.first().is_some_and(|item| item.may_meet(first)),
    };
    pattern.first().filter(|first| begins_so(first))?;
    let sides = [pattern, sequence];
    let mut search = Search { sides, goal: Goal::Front, max_nesting, trail: Trail::default() };
    search.run(budget)
}

/// What an alignment reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The end of both sides.
    All,
    /// The end of the expression.
    Front,
}

/// An alignment under way.
#[derive(Debug)]
pub(super) struct Search<'s> {
    pub(super) sides: [&'s [Item]; 2],
    goal: Goal,
    /// Levels of repeats and options that may still be looked into.
    pub(super) max_nesting: usize,
    pub(super) trail: Trail,
}

/// A point of an alignment: the next item of each side, and what was aligned before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) at: [usize; 2],
    pub(super) done: Link,
}

/// Ways out of a misfit, in the order in which they are tried.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// This side has a further repeat of what stands before.
    Repeat(usize),
    /// This side has a part that the other has not.
    Optional(usize),
}

const WAYS: [Way; 4] =
    [Way::Repeat(SAMPLE), Way::Repeat(WRAPPER), Way::Optional(SAMPLE), Way::Optional(WRAPPER)];

impl Search<'_> {
    fn run(&mut self, budget: &mut Budget) -> Option<(Vec<Item>, usize)> {
        let mut point = Point { at: [0, 0], done: None };
        // Misfits with ways that were not tried yet.
        let mut misfits: Vec<(Point, usize)> = Vec::new();
        let mut n_dead_ends = 0;
        loop {
            while let Some(next) = self.advance(point, budget) {
                point = next;
            }
            if self.is_reached(point) {
                return Some((self.trail.items(point.done), point.at[SAMPLE]));
            }
            misfits.push((point, 0));
            point = loop {
                let (misfit, way) = misfits.pop()?;
                let Some(way_out) = WAYS.get(way) else {
                    n_dead_ends += 1;
                    if n_dead_ends == MAX_DEAD_ENDS {
                        return None;
                    }
                    continue;
                };
                misfits.push((misfit, way + 1));
                let found = match *way_out {
                    Way::Repeat(side) => self.repeat(misfit, side, budget),
                    Way::Optional(side) => self.optional(misfit, side, budget),
                };
                if let Some(next) = found {
                    break next;
                }
                if !budget.spend(1) {
                    return None;
                }
            };
        }
    }

    fn is_reached(&self, point: Point) -> bool {
        let is_at_end = |side: usize| point.at[side] == self.sides[side].len();
        is_at_end(WRAPPER) && (self.goal == Goal::Front || is_at_end(SAMPLE))
    }

    /// The next point, if what comes next on both sides fits.
    fn advance(&mut self, point: Point, budget: &mut Budget) -> Option<Point> {
        if self.is_reached(point) || !budget.spend(1) {
            return None;
        }
        let [one, other] = [WRAPPER, SAMPLE].map(|side| self.sides[side].get(point.at[side]));
        if let (Some(one), Some(other)) = (one, other) {
            if let Some(item) = one.both(other) {
                return Some(self.step(point, item, [1, 1]));
            }
            if let Some(item) = self.both_nested(one, other, budget) {
                return Some(self.step(point, item, [1, 1]));
            }
        }
        for (side, item) in [(WRAPPER, one), (SAMPLE, other)] {
            let (item, n_items) = match item {
                Some(Item::Plus(body)) => match self.repeats_of(body, point, 1 - side, budget) {
                    Some((body, n_items)) => (Item::plus(body), n_items),
                    None => continue,
                },
                Some(optional @ Item::Optional(body)) => {
                    match self.front_of(body, point, 1 - side, budget) {
                        Some((body, n_items)) => (Item::optional(body), n_items),
                        None => (optional.clone(), 0),
                    }
                }
                _ => continue,
            };
            let mut n_steps = [n_items; 2];
            n_steps[side] = 1;
            return Some(self.step(point, item, n_steps));
        }
        None
    }

    fn step(&mut self, point: Point, item: Item, n_steps: [usize; 2]) -> Point {
        let done = self.trail.push(point.done, item, point.at);
        Point { at: [point.at[0] + n_steps[0], point.at[1] + n_steps[1]], done }
    }

    /// What fits two repeats, or two options.
    fn both_nested(&self, one: &Item, other: &Item, budget: &mut Budget) -> Option<Item> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        match (one, other) {
            (Item::Plus(one), Item::Plus(other)) => {
                align([one, other], max_nesting, budget).map(Item::plus)
            }
            (Item::Optional(one), Item::Optional(other)) => {
                align([one, other], max_nesting, budget).map(Item::optional)
            }
            _ => None,
        }
    }

    /// What fits a pattern and the items that come next on a side, and how many of these it covers.
    pub(super) fn front_of(
        &self,
        body: &[Item],
        point: Point,
        side: usize,
        budget: &mut Budget,
    ) -> Option<(Vec<Item>, usize)> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        let rest = &self.sides[side][point.at[side]..];
        let found = align_front(body, rest, max_nesting, budget)?;
        (found.1 > 0 && nesting(&found.0) < super::MAX_NESTING).then_some(found)
    }

    /// The same for a pattern as often as it occurs, which is at least once.
    pub(super) fn repeats_of(
        &self,
        body: &[Item],
        mut point: Point,
        side: usize,
        budget: &mut Budget,
    ) -> Option<(Vec<Item>, usize)> {
        let start = point.at[side];
        let (mut body, n_items) = self.front_of(body, point, side, budget)?;
        point.at[side] += n_items;
        while let Some((wider, n_items)) = self.front_of(&body, point, side, budget) {
            body = wider;
            point.at[side] += n_items;
        }
        Some((body, point.at[side] - start))
    }
}
