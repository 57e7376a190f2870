//! N-LR: a pair of delimiters per level.

use super::super::conflict::Conflicts;
use super::super::interval::{self, Interval, Side};
use super::super::lr::not_empty;
use super::super::misfit::Misfit;
use super::facts::Facts;
use super::system::System;
use super::{FitLevels, levels, rights};
use crate::Settings;
use unhusk_wrapper::delimiter::{NLr, RuleStrings};

impl FitLevels for NLr {
    const CLASS: &'static str = "n-lr";

    fn fit(facts: &Facts<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let rights = rights(facts)?;
        let lefts: Vec<Interval<'_>> =
            (0..facts.names.len()).map(|level| left(facts, level)).collect::<Result<_, _>>()?;
        let system = System::new(facts, lefts, settings.preference)?;
        let greatest = system.greatest(|_, _| true).ok_or_else(|| system.misfit(facts))?;
        let lengths = system.settle(greatest, |_, _| true);
        let lefts = system.delimiters(&lengths);
        Ok(Self { fields: levels(facts, &lefts, &rights, settings.preference) })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The left delimiters of a level that are found where its values begin, and nowhere behind the last value.
fn left<'p>(facts: &Facts<'p>, level: usize) -> Result<Interval<'p>, Misfit> {
    let gaps = facts.gaps(level);
    interval::left(&facts.pages, &gaps, &facts.rests(level))
        .and_then(not_empty)
        .map_err(|blocked| facts.left_conflict(level, &gaps, blocked))
}

impl<'p> System<'p> {
    /// The left delimiters of given lengths.
    pub(super) fn delimiters(&self, lengths: &[usize]) -> Vec<&'p str> {
        let left = |(left, &length): (&Interval<'p>, &usize)| left.delimiter(Side::Left, length);
        let lefts = self.lefts.iter().zip(lengths).map(left);
        lefts.map(Option::unwrap_or_default).collect()
    }
}
