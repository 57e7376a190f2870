//! Left delimiters of levels that must not be mistaken for each other, as a system of inequalities.
//!
//! Before a value of level k, no left delimiter of another level q that could come may begin: neither earlier
//! than that of k nor, if q is deeper, together with it. Left delimiters are suffixes of what is common to the
//! left of a level, so they are known by their lengths; and for each length of that of q there is a least
//! length that makes that of k begin early enough. Such a condition, "k is at least so long if q is just so
//! long", holds for the greater of two solutions, level by level, if it holds for both. So there is a greatest
//! solution, and it is found from above: whenever a condition fails, q must be shorter, because k cannot be
//! longer.

use super::super::affix::Suffixes;
use super::super::budget::SearchBudget;
use super::super::interval::{Interval, Side};
use super::super::misfit::Misfit;
use super::super::rank::ranked;
use super::facts::{Facts, Step};
use crate::Preference;
use std::cell::OnceCell;

/// The lengths of the left delimiters of all levels, and what they must keep to.
pub(super) struct System<'p> {
    pub(super) lefts: Vec<Interval<'p>>,
    /// For each level its valid lengths, shortest first.
    domains: Vec<Vec<usize>>,
    needs: Vec<Need>,
    preference: Preference,
    /// For each level its valid lengths, the most preferred first; told when first asked for.
    ranked: Vec<OnceCell<Vec<usize>>>,
}

/// How long the left delimiter of one level must be because of another.
#[derive(Debug)]
struct Need {
    level: usize,
    other: usize,
    /// For each length of the other level's delimiter, the least length of this level's.
    least: Vec<usize>,
    /// For each length, a place where the other level's delimiter comes too early: page, start and end.
    places: Vec<(usize, usize, usize)>,
}

impl<'p> System<'p> {
    pub(super) fn new(
        facts: &Facts<'p>,
        lefts: Vec<Interval<'p>>,
        preference: Preference,
    ) -> Result<Self, Misfit> {
        let domains = lefts.iter().map(|left| left.lengths(Side::Left).collect()).collect();
        let mut needs = Vec::new();
        let mut budget = SearchBudget::of(&facts.pages);
        for (other, left) in lefts.iter().enumerate() {
            needs.extend(needs_of(facts, other, left, &mut budget)?);
        }
        let ranked = vec![OnceCell::new(); lefts.len()];
        Ok(Self { lefts, domains, needs, preference, ranked })
    }

    /// The valid lengths of a level from most to least preferred.
    pub(super) fn ranked(&self, level: usize) -> &[usize] {
        let rank = || ranked(&self.lefts[level], Side::Left, self.preference);
        self.ranked[level].get_or_init(rank)
    }

    /// The greatest lengths that fit together, of those that are allowed.
    pub(super) fn greatest(&self, allowed: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let down = |level: usize, below: usize| {
            let domain = &self.domains[level];
            let lengths = domain[..domain.partition_point(|&length| length < below)].iter();
            lengths.copied().rev().find(|&length| allowed(level, length))
        };
        let n = self.lefts.len();
        let mut lengths: Vec<usize> =
            (0..n).map(|level| down(level, usize::MAX)).collect::<Option<_>>()?;
        while let Some(need) = self.needs.iter().find(|need| !need.holds(&lengths)) {
            lengths[need.other] = down(need.other, lengths[need.other])?;
        }
        Some(lengths)
    }

    /// Lengths near the preferred ones, of those that are allowed: from the greatest, level by level.
    pub(super) fn settle(
        &self,
        mut lengths: Vec<usize>,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        for level in 0..lengths.len() {
            let greatest = lengths[level];
            let mut preferred = self.ranked(level).iter().copied();
            let found = preferred.find(|&length| {
                lengths[level] = length;
                allowed(level, length) && self.needs.iter().all(|need| need.holds(&lengths))
            });
            lengths[level] = found.unwrap_or(greatest);
        }
        lengths
    }

    /// Which levels cannot be told apart, if there is no solution.
    pub(super) fn misfit(&self, facts: &Facts<'_>) -> Misfit {
        let lengths: Vec<usize> = self.lefts.iter().map(|left| left.text.len()).collect();
        let Some(need) = self.needs.iter().find(|need| !need.holds(&lengths)) else {
            return Misfit::conflict(facts.names[0], "no left delimiters fit together", Vec::new());
        };
        let (page, start, end) = need.places[lengths[need.other]];
        let why = format!(
            "what stands to the left of `{}` also comes before `{}`",
            facts.names[need.other], facts.names[need.level]
        );
        Misfit::conflict(facts.names[need.level], why, vec![facts.pages[page].evidence(start, end)])
    }
}

impl Need {
    fn holds(&self, lengths: &[usize]) -> bool {
        lengths[self.level] >= self.least[lengths[self.other]]
    }
}

/// How far before a value a string ends at most (negative if it reaches into it), and its page and end.
type Farthest = Option<(isize, (usize, usize))>;

/// How long the left delimiters of all levels must be because of `other`, whose candidates end `left`.
fn needs_of(
    facts: &Facts<'_>,
    other: usize,
    left: &Interval<'_>,
    budget: &mut SearchBudget,
) -> Result<Vec<Need>, Misfit> {
    let n = left.text.len();
    let suffixes = Suffixes::of(left.text.as_bytes());
    let concerns = |step: &&Step| step.level != other && other < step.n_allowed && step.gap.exact;
    let steps: Vec<&Step> = facts.between.iter().filter(concerns).collect();
    // For each level and each length of the longest suffix that ends at a place.
    let mut farthest: Vec<Vec<Farthest>> = vec![Vec::new(); facts.names.len()];
    for step in &steps {
        farthest[step.level].resize(n + 1, None);
    }
    for steps in steps.chunk_by(|a, b| a.gap.page == b.gap.page) {
        let source = facts.pages[steps[0].gap.page].source.as_bytes();
        let mut n_steps = source.len() + 1;
        suffixes.each_in(source, |end, length| {
            // The search in which the place lies, and those before it into whose values it reaches back.
            let first = steps.partition_point(|step| step.gap.to + length < end);
            let reached = steps[first..].iter().take_while(|step| step.gap.from < end);
            let reached = reached.take(budget.left().saturating_sub(n_steps));
            for Step { level, gap, .. } in reached {
                let length = length.min(end - gap.from);
                let before = gap.to.cast_signed() - end.cast_signed();
                let farthest = &mut farthest[*level][length];
                *farthest = (*farthest).max(Some((before, (gap.page, end))));
                n_steps += 1;
            }
        });
        budget.spend(n_steps)?;
    }
    let needs = farthest.iter().enumerate();
    Ok(needs.filter_map(|(level, farthest)| need(level, other, farthest)).collect())
}

/// How long the left delimiter of `level` must be because of `other`.
fn need(level: usize, other: usize, farthest: &[Farthest]) -> Option<Need> {
    let n = farthest.len();
    let mut need = Need { level, other, least: vec![0; n], places: vec![(0, 0, 0); n] };
    let mut best: Farthest = None;
    for length in (1..n).rev() {
        // Where a longer suffix ends, so does this one.
        best = best.max(farthest[length]);
        let Some((before, (page, end))) = best else { continue };
        let start_before = before.checked_add_unsigned(length).filter(|&at| at >= 0);
        let Some(start_before) = start_before else { continue };
        // Of two that begin together, the deeper level comes.
        need.least[length] = start_before.cast_unsigned() + usize::from(other > level);
        need.places[length] = (page, end - length, end);
    }
    need.least.iter().any(|&least| least > 0).then_some(need)
}
