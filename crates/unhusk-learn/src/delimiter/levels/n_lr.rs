//! N-LR: a pair of delimiters per level.

use super::super::conflict::Conflicts;
use super::super::interval::{self, AffixSide, Interval};
use super::super::lr::not_empty;
use super::super::misfit::Misfit;
use super::fragments::LevelFragments;
use super::system::LengthSystem;
use super::{FitLevels, levels, rights};
use crate::Settings;
use unhusk_wrapper::delimiter::{NLr, RuleStrings};

impl FitLevels for NLr {
    const CLASS: &'static str = "n-lr";

    fn fit(fragments: &LevelFragments<'_>, settings: &Settings) -> Result<Self, Misfit> {
        let rights = rights(fragments)?;
        let lefts: Vec<Interval<'_>> = (0..fragments.names.len())
            .map(|level| left(fragments, level))
            .collect::<Result<_, _>>()?;
        let system = LengthSystem::new(fragments, lefts, settings.preference)?;
        let greatest = system.greatest(|_, _| true).ok_or_else(|| system.misfit(fragments))?;
        let lengths = system.preferred(greatest, |_, _| true);
        let lefts = system.delimiters(&lengths);
        Ok(Self { fields: levels(fragments, &lefts, &rights, settings.preference) })
    }

    fn strings(&self) -> RuleStrings<'_> {
        self.into()
    }
}

/// The left delimiters of a level that occur where its values begin, and nowhere behind the last value.
fn left<'p>(fragments: &LevelFragments<'p>, level: usize) -> Result<Interval<'p>, Misfit> {
    let gaps = fragments.gaps(level);
    interval::left(&fragments.pages, &gaps, &fragments.rests(level))
        .and_then(not_empty)
        .map_err(|blocked| fragments.left_conflict(level, &gaps, blocked))
}

impl<'p> LengthSystem<'p> {
    /// The left delimiters of given lengths.
    pub(super) fn delimiters(&self, lengths: &[usize]) -> Vec<&'p str> {
        let left =
            |(left, &length): (&Interval<'p>, &usize)| left.delimiter(AffixSide::Left, length);
        let lefts = self.lefts.iter().zip(lengths).map(left);
        lefts.map(Option::unwrap_or_default).collect()
    }
}
