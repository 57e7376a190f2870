//! Learners of nested records: N-LR and N-HLRT.
//!
//! Nested labels become a list of values with levels (`labels`, `sequence`), and these become a list of searches
//! (`fragments`). Right delimiters are learnt independently. Left delimiters must not be confused with each other, which
//! is a system of inequalities with a greatest solution (`system`).

mod labels;
mod sequence;
mod fragments;
mod system;
mod n_lr;
mod n_hlrt;
mod check;

use super::super::{Learn, LearnError, LearnedRule, Settings};
use super::conflict::Conflicts;
use super::interval::{self, AffixSide, Interval};
use super::layout::check_n_fields;
use super::misfit::Misfit;
use super::places::{self, ChosenPlaces, LabelSlot, Reordering};
use super::rank::choose;
use super::slack::{self, slack};
use super::table;
use crate::Preference;
use crate::example::{Negative, TrainingSet};
use fragments::LevelFragments;
use labels::FlatLabels;
use sequence::Sequence;
use std::marker::PhantomData;
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::{DelimiterLevel, LevelMatcher, LevelShape, Levels, RuleStrings};

/// Learns the wrappers of one class of levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LevelLearner<W> {
    settings: Settings,
    class: PhantomData<W>,
}

impl<W> From<Settings> for LevelLearner<W> {
    fn from(settings: Settings) -> Self {
        Self { settings, class: PhantomData }
    }
}

impl<W> Default for LevelLearner<W> {
    fn default() -> Self {
        Settings::default().into()
    }
}

/// A wrapper class of levels.
trait FitLevels: Sized {
    const CLASS: &'static str;

    /// Returns a wrapper that finds the values that the fragments require, or the reason why there is none.
    fn fit(fragments: &LevelFragments<'_>, settings: &Settings) -> Result<Self, Misfit>;

    /// The strings of the wrapper.
    fn strings(&self) -> RuleStrings<'_>;

    /// The compiled wrapper.
    fn matcher(&self) -> LevelMatcher<'_> {
        LevelMatcher::of(&self.strings())
    }
}

impl<W: FitLevels + Into<AnyWrapper>> Learn for LevelLearner<W> {
    type Wrapper = W;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<W>, LearnError> {
        learn_levels(examples, &self.settings).map_err(|misfit| misfit.of(W::CLASS))
    }
}

fn learn_levels<W: FitLevels>(
    set: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<W>, Misfit> {
    let shape = LevelShape::of(set.schema()).map_err(Misfit::Inexpressible)?;
    check_n_fields(shape.levels.len())?;
    let flat_labels = labels::flat_labels(set, &shape)?;
    let slots: Vec<Vec<LabelSlot<'_>>> =
        flat_labels.iter().map(|flat| flat.slots.clone()).collect();
    let (wrapper, chosen) =
        places::choose(&table::pages(set), &slots, Reordering::OfRecords, |chosen| {
            fit::<W>(&sequences(set, &shape, &flat_labels, chosen)?, &shape, settings)
        })?;
    let sequences = sequences(set, &shape, &flat_labels, &chosen)?;
    let fragments = LevelFragments::of(
        &sequences,
        shape.levels.iter().map(|level| level.field.as_str()).collect(),
    );
    let rights = rights(&fragments)?;
    let sources: Vec<&str> = fragments.pages.iter().map(|page| page.source).collect();
    let joint = slack::of_levels(wrapper.strings(), &fragments.names, &sources);
    let rights = fragments
        .names
        .iter()
        .zip(&rights)
        .map(|(name, right)| slack(name, right, AffixSide::Right));
    Ok(LearnedRule {
        repeats: Vec::new(),
        disambiguated: places::disambiguated(&slots, &chosen),
        slack: joint.into_iter().chain(rights).collect(),
        warnings: Vec::new(),
        wrapper,
    })
}

/// Returns a wrapper that reproduces the values of all pages.
fn fit<W: FitLevels>(
    sequences: &[Sequence<'_>],
    shape: &LevelShape,
    settings: &Settings,
) -> Result<W, Misfit> {
    let names = shape.levels.iter().map(|level| level.field.as_str()).collect();
    let fragments = LevelFragments::of(sequences, names);
    if let Some(level) = fragments.stops.iter().position(Vec::is_empty) {
        let why = "no page has a value of it";
        return Err(Misfit::conflict(fragments.names[level], why, Vec::new()));
    }
    let wrapper = W::fit(&fragments, settings)?;
    check::check_levels(&wrapper.matcher(), sequences, &fragments)?;
    Ok(wrapper)
}

fn sequences<'p>(
    set: &'p TrainingSet<'_>,
    shape: &LevelShape,
    flat_labels: &[FlatLabels<'_>],
    chosen: &ChosenPlaces,
) -> Result<Vec<Sequence<'p>>, Misfit> {
    let pages = table::pages(set);
    let mut sequences = Vec::with_capacity(pages.len());
    for (page, example) in set.examples().iter().enumerate() {
        let (flat, chosen) = (&flat_labels[page], &chosen[page]);
        let mut sequence = sequence::sequence(pages[page], example.complete, flat, chosen, shape)?;
        for negative in &example.negatives {
            let Some(level) = level_of(negative, shape) else { continue };
            let places = negative.label.candidates.iter();
            sequence.negatives.extend(places.map(|place| (level, place.span)));
        }
        sequences.push(sequence);
    }
    Ok(sequences)
}

/// The level of a negative label's field.
fn level_of(negative: &Negative, shape: &LevelShape) -> Option<usize> {
    let (cell, depth) = (*negative.field.last()?, negative.field.len() - 1);
    shape.levels.iter().position(|place| place.depth == depth && place.cell == cell)
}

/// The valid right delimiters of all levels.
fn rights<'p>(fragments: &LevelFragments<'p>) -> Result<Vec<Interval<'p>>, Misfit> {
    let right = |level: usize| {
        let right = interval::right(&fragments.pages, &fragments.stops[level]);
        right.map_err(|blocked| fragments.right_conflict(level, blocked))
    };
    (0..fragments.names.len()).map(right).collect()
}

/// The pairs of all levels.
fn levels(
    fragments: &LevelFragments<'_>,
    lefts: &[&str],
    rights: &[Interval<'_>],
    preference: Preference,
) -> Levels {
    let level = |((name, left), right): ((&&str, &&str), &Interval<'_>)| {
        let length = choose(right, AffixSide::Right, preference);
        let right = right.delimiter(AffixSide::Right, length).unwrap_or_default();
        DelimiterLevel::new(name, left, right)
            .expect("valid delimiters are within the limits of a rule")
    };
    let levels = fragments.names.iter().zip(lefts).zip(rights).map(level);
    Levels::new(levels.collect()).expect("a schema has no more fields than a rule may have")
}
