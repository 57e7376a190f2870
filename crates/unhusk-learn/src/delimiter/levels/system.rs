//! The lengths of the left delimiters of all levels, as a system of inequalities.
//!
//! Before a value of level k, no left delimiter of another allowed level q may begin: neither earlier than that of k
//! nor, if q is deeper, together with it. Left delimiters are suffixes of the text common to the left of a level, so
//! their lengths determine them. For each length of q's delimiter there is a minimum length with which k's delimiter
//! begins early enough. If such a constraint holds for two solutions, it holds for their level-by-level maximum. So
//! there is a greatest solution. The search for it starts with the greatest lengths: whenever a constraint fails, q
//! must be shorter, because k cannot be longer.

use super::super::affix::Suffixes;
use super::super::budget::SearchBudget;
use super::super::interval::{AffixSide, Interval};
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::fragments::{LevelFragments, LevelSearch};
use crate::Preference;
use std::cell::OnceCell;

/// The possible lengths of the left delimiters of all levels, and the constraints on them.
pub(super) struct LengthSystem<'p> {
    pub(super) lefts: Vec<Interval<'p>>,
    /// For each level, its valid lengths, shortest first.
    domains: Vec<Vec<usize>>,
    constraints: Vec<Constraint>,
    preference: Preference,
    /// For each level, its valid lengths, most preferred first; computed on first use.
    ranked: Vec<OnceCell<Vec<usize>>>,
}

/// The minimum length of one level's left delimiter, given the length of another's.
#[derive(Debug)]
struct Constraint {
    level: usize,
    other: usize,
    /// For each length of the other level's delimiter, the minimum length of this level's.
    least: Vec<usize>,
    /// For each length, a place where the other level's delimiter begins too early: page, start and end.
    places: Vec<(usize, usize, usize)>,
}

impl<'p> LengthSystem<'p> {
    pub(super) fn new(
        fragments: &LevelFragments<'p>,
        lefts: Vec<Interval<'p>>,
        preference: Preference,
    ) -> Result<Self, Misfit> {
        let domains = lefts.iter().map(|left| left.lengths(AffixSide::Left).collect()).collect();
        let mut constraints = Vec::new();
        let mut budget = SearchBudget::of(&fragments.pages);
        for (other, left) in lefts.iter().enumerate() {
            constraints.extend(constraints_of(fragments, other, left, &mut budget)?);
        }
        let ranked = vec![OnceCell::new(); lefts.len()];
        Ok(Self { lefts, domains, constraints, preference, ranked })
    }

    /// The valid lengths of a level from most to least preferred.
    pub(super) fn ranked(&self, level: usize) -> &[usize] {
        let rank = || ranked(&self.lefts[level], AffixSide::Left, self.preference);
        self.ranked[level].get_or_init(rank)
    }

    /// The greatest allowed lengths that satisfy all constraints.
    pub(super) fn greatest(&self, allowed: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let down = |level: usize, below: usize| {
            let domain = &self.domains[level];
            let lengths = domain[..domain.partition_point(|&length| length < below)].iter();
            lengths.copied().rev().find(|&length| allowed(level, length))
        };
        let n = self.lefts.len();
        let mut lengths: Vec<usize> =
            (0..n).map(|level| down(level, usize::MAX)).collect::<Option<_>>()?;
        while let Some(constraint) =
            self.constraints.iter().find(|constraint| !constraint.holds(&lengths))
        {
            lengths[constraint.other] = down(constraint.other, lengths[constraint.other])?;
        }
        Some(lengths)
    }

    /// Replaces the greatest lengths with preferred ones, level by level, as long as all constraints hold.
    pub(super) fn preferred(
        &self,
        mut lengths: Vec<usize>,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        for level in 0..lengths.len() {
            let greatest = lengths[level];
            let mut preferred = self.ranked(level).iter().copied();
            let found = preferred.find(|&length| {
                lengths[level] = length;
                allowed(level, length)
                    && self.constraints.iter().all(|constraint| constraint.holds(&lengths))
            });
            lengths[level] = found.unwrap_or(greatest);
        }
        lengths
    }

    /// Returns the error that names the levels that cannot be distinguished, if there is no solution.
    pub(super) fn misfit(&self, fragments: &LevelFragments<'_>) -> Misfit {
        let lengths: Vec<usize> = self.lefts.iter().map(|left| left.text.len()).collect();
        let Some(constraint) =
            self.constraints.iter().find(|constraint| !constraint.holds(&lengths))
        else {
            return Misfit::conflict(
                fragments.names[0],
                "no left delimiters fit together",
                Vec::new(),
            );
        };
        let (page, start, end) = constraint.places[lengths[constraint.other]];
        let why = format!(
            "the text to the left of `{}` also comes before `{}`",
            fragments.names[constraint.other], fragments.names[constraint.level]
        );
        Misfit::conflict(
            fragments.names[constraint.level],
            why,
            vec![fragments.pages[page].evidence(start, end)],
        )
    }
}

impl Constraint {
    fn holds(&self, lengths: &[usize]) -> bool {
        lengths[self.level] >= self.least[lengths[self.other]]
    }
}

/// The greatest distance from the end of a string to a value (negative if it reaches into the value), with page and end.
type Farthest = Option<(isize, (usize, usize))>;

/// The constraints of level `other`, whose candidates are `left`, on all other levels.
fn constraints_of(
    fragments: &LevelFragments<'_>,
    other: usize,
    left: &Interval<'_>,
    budget: &mut SearchBudget,
) -> Result<Vec<Constraint>, Misfit> {
    let n = left.text.len();
    let suffixes = Suffixes::of(left.text.as_bytes());
    let concerns =
        |step: &&LevelSearch| step.level != other && other < step.n_allowed && step.gap.exact;
    let steps: Vec<&LevelSearch> = fragments.between.iter().filter(concerns).collect();
    // By level, and by the length of the longest suffix that ends at a position.
    let mut farthest: Vec<Vec<Farthest>> = vec![Vec::new(); fragments.names.len()];
    for step in &steps {
        farthest[step.level].resize(n + 1, None);
    }
    for steps in steps.chunk_by(|a, b| a.gap.page == b.gap.page) {
        let source = fragments.pages[steps[0].gap.page].source.as_bytes();
        let mut n_steps = source.len() + 1;
        suffixes.each_in(source, |end, length| {
            // The search that contains the position, and earlier ones into whose values the suffix reaches back.
            let first = steps.partition_point(|step| step.gap.to + length < end);
            let reached = steps[first..].iter().take_while(|step| step.gap.from < end);
            let reached = reached.take(budget.left().saturating_sub(n_steps));
            for LevelSearch { level, gap, .. } in reached {
                let length = length.min(end - gap.from);
                let before = gap.to.cast_signed() - end.cast_signed();
                let farthest = &mut farthest[*level][length];
                *farthest = (*farthest).max(Some((before, (gap.page, end))));
                n_steps += 1;
            }
        });
        budget.spend(n_steps)?;
    }
    let constraints = farthest.iter().enumerate();
    Ok(constraints.filter_map(|(level, farthest)| constraint(level, other, farthest)).collect())
}

/// The constraint of level `other` on `level`; `None` if it is void.
fn constraint(level: usize, other: usize, farthest: &[Farthest]) -> Option<Constraint> {
    let n = farthest.len();
    let mut constraint = Constraint { level, other, least: vec![0; n], places: vec![(0, 0, 0); n] };
    let mut best: Farthest = None;
    for length in (1..n).rev() {
        // Where a longer suffix ends, this one ends too.
        best = best.max(farthest[length]);
        let Some((before, (page, end))) = best else { continue };
        let start_before = before.checked_add_unsigned(length).filter(|&at| at >= 0);
        let Some(start_before) = start_before else { continue };
        // Of two levels that begin together, the deeper one is read.
        constraint.least[length] = start_before.cast_unsigned() + usize::from(other > level);
        constraint.places[length] = (page, end - length, end);
    }
    constraint.least.iter().any(|&least| least > 0).then_some(constraint)
}
