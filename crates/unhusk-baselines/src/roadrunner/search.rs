//! Alignment of two expressions: the most specific expression that the method finds for both.

use super::expression::{ExpressionItem, nesting};
use super::trail::{Link, Trail};
use unhusk_page::internal::Budget;

/// The sides of an alignment: the expression and the page.
pub(super) const WRAPPER: usize = 0;
pub(super) const SAMPLE: usize = 1;

/// Number of mismatches without an alternative after which the alignment fails.
const MAX_DEAD_ENDS: usize = 32;

/// Aligns all of both sides.
pub(super) fn align(
    sides: [&[ExpressionItem]; 2],
    max_nesting: usize,
    budget: &mut Budget,
) -> Option<Vec<ExpressionItem>> {
    let mut search =
        AlignmentSearch { sides, goal: Goal::All, max_nesting, trail: Trail::default() };
    search.run(budget).map(|(items, _)| items)
}

/// Aligns all of a pattern with a prefix of a sequence; returns the common expression and the length of the prefix.
pub(super) fn align_front(
    pattern: &[ExpressionItem],
    sequence: &[ExpressionItem],
    max_nesting: usize,
    budget: &mut Budget,
) -> Option<(Vec<ExpressionItem>, usize)> {
    // An option in front may be skipped.
    let begins_so = |first: &ExpressionItem| match first {
        ExpressionItem::Optional(_) => true,
        _ => sequence.first().is_some_and(|item| item.may_meet(first)),
    };
    pattern.first().filter(|first| begins_so(first))?;
    let sides = [pattern, sequence];
    let mut search =
        AlignmentSearch { sides, goal: Goal::Front, max_nesting, trail: Trail::default() };
    search.run(budget)
}

/// The end of an alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The end of both sides.
    All,
    /// The end of the expression.
    Front,
}

/// State of an alignment.
#[derive(Debug)]
pub(super) struct AlignmentSearch<'s> {
    pub(super) sides: [&'s [ExpressionItem]; 2],
    goal: Goal,
    /// Remaining levels of repeats and options that may be entered.
    pub(super) max_nesting: usize,
    pub(super) trail: Trail,
}

/// A point of an alignment: the next item of each side, and the alignment before.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlignmentPoint {
    pub(super) at: [usize; 2],
    pub(super) done: Link,
}

/// Resolutions of a mismatch, in the order in which they are tried.
#[derive(Debug, Clone, Copy)]
enum Resolution {
    /// This side has a further repeat of the part before.
    Repeat(usize),
    /// This side has a part that the other lacks.
    Optional(usize),
}

const RESOLUTIONS: [Resolution; 4] = [
    Resolution::Repeat(SAMPLE),
    Resolution::Repeat(WRAPPER),
    Resolution::Optional(SAMPLE),
    Resolution::Optional(WRAPPER),
];

impl AlignmentSearch<'_> {
    fn run(&mut self, budget: &mut Budget) -> Option<(Vec<ExpressionItem>, usize)> {
        let mut point = AlignmentPoint { at: [0, 0], done: None };
        // Mismatches with resolutions that were not tried yet.
        let mut mismatches: Vec<(AlignmentPoint, usize)> = Vec::new();
        let mut n_dead_ends = 0;
        loop {
            while let Some(next) = self.advance(point, budget) {
                point = next;
            }
            if self.is_reached(point) {
                return Some((self.trail.items(point.done), point.at[SAMPLE]));
            }
            mismatches.push((point, 0));
            point = loop {
                let (mismatch, next) = mismatches.pop()?;
                let Some(resolution) = RESOLUTIONS.get(next) else {
                    n_dead_ends += 1;
                    if n_dead_ends == MAX_DEAD_ENDS {
                        return None;
                    }
                    continue;
                };
                mismatches.push((mismatch, next + 1));
                let found = match *resolution {
                    Resolution::Repeat(side) => self.repeat(mismatch, side, budget),
                    Resolution::Optional(side) => self.optional(mismatch, side, budget),
                };
                if let Some(next) = found {
                    break next;
                }
                if !budget.spend_or_end(1) {
                    return None;
                }
            };
        }
    }

    fn is_reached(&self, point: AlignmentPoint) -> bool {
        let is_at_end = |side: usize| point.at[side] == self.sides[side].len();
        is_at_end(WRAPPER) && (self.goal == Goal::Front || is_at_end(SAMPLE))
    }

    /// Returns the next point if the next items of both sides match.
    fn advance(&mut self, point: AlignmentPoint, budget: &mut Budget) -> Option<AlignmentPoint> {
        if self.is_reached(point) || !budget.spend_or_end(1) {
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
                Some(ExpressionItem::Plus(body)) => {
                    match self.repeats_of(body, point, 1 - side, budget) {
                        Some((body, n_items)) => (ExpressionItem::plus(body), n_items),
                        None => continue,
                    }
                }
                Some(optional @ ExpressionItem::Optional(body)) => {
                    match self.front_of(body, point, 1 - side, budget) {
                        Some((body, n_items)) => (ExpressionItem::optional(body), n_items),
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

    fn step(
        &mut self,
        point: AlignmentPoint,
        item: ExpressionItem,
        n_steps: [usize; 2],
    ) -> AlignmentPoint {
        let done = self.trail.push(point.done, item, point.at);
        AlignmentPoint { at: [point.at[0] + n_steps[0], point.at[1] + n_steps[1]], done }
    }

    /// Returns the expression for two repeats, or for two options.
    fn both_nested(
        &self,
        one: &ExpressionItem,
        other: &ExpressionItem,
        budget: &mut Budget,
    ) -> Option<ExpressionItem> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        match (one, other) {
            (ExpressionItem::Plus(one), ExpressionItem::Plus(other)) => {
                align([one, other], max_nesting, budget).map(ExpressionItem::plus)
            }
            (ExpressionItem::Optional(one), ExpressionItem::Optional(other)) => {
                align([one, other], max_nesting, budget).map(ExpressionItem::optional)
            }
            _ => None,
        }
    }

    /// Matches a pattern against the next items of a side; returns the common items and how many of them they cover.
    pub(super) fn front_of(
        &self,
        body: &[ExpressionItem],
        point: AlignmentPoint,
        side: usize,
        budget: &mut Budget,
    ) -> Option<(Vec<ExpressionItem>, usize)> {
        let max_nesting = self.max_nesting.checked_sub(1)?;
        let rest = &self.sides[side][point.at[side]..];
        let found = align_front(body, rest, max_nesting, budget)?;
        (found.1 > 0 && nesting(&found.0) < super::MAX_NESTING).then_some(found)
    }

    /// Matches a pattern as often as it occurs, at least once.
    pub(super) fn repeats_of(
        &self,
        body: &[ExpressionItem],
        mut point: AlignmentPoint,
        side: usize,
        budget: &mut Budget,
    ) -> Option<(Vec<ExpressionItem>, usize)> {
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
