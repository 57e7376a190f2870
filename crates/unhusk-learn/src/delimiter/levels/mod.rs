//! Wrappers of levels: N-LR and N-HLRT.
//!
//! Nested labels become a list of values with levels (`labels`, `sequence`), that a list of searches (`facts`).
//! Right delimiters are found one by one; left ones must not be mistaken for each other, which is a system of
//! inequalities with a greatest solution (`system`).

mod labels;
mod sequence;
mod facts;
mod system;
mod n_lr;
mod n_hlrt;
mod check;

use super::super::{Learn, LearnError, LearnedRule, Settings};
use super::conflict::Conflicts;
use super::interval::{self, Interval, Side};
use super::layout::check_n_fields;
use super::leeway::{self, leeway};
use super::misfit::Misfit;
use super::places::{self, Chosen, Order, Slot};
use super::rank::choose;
use super::table;
use crate::Preference;
use crate::example::{Negative, TrainingSet};
use facts::Facts;
use labels::Sheet;
use sequence::Sequence;
use std::marker::PhantomData;
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::{Level, Levels, Nest, RuleStrings, Shape};

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

/// A class of levels that can be learnt.
trait FitLevels: Sized {
    const CLASS: &'static str;

    /// A wrapper that makes every search find what it should, or why there is none.
    fn fit(facts: &Facts<'_>, settings: &Settings) -> Result<Self, Misfit>;

    /// The strings of the wrapper.
    fn strings(&self) -> RuleStrings<'_>;

    /// The wrapper, ready to run.
    fn nest(&self) -> Nest<'_> {
        Nest::of(&self.strings())
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
    let shape = Shape::of(set.schema()).map_err(Misfit::Inexpressible)?;
    check_n_fields(shape.levels.len())?;
    let sheets = labels::sheets(set, &shape)?;
    let slots: Vec<Vec<Slot<'_>>> = sheets.iter().map(|sheet| sheet.slots.clone()).collect();
    let (wrapper, chosen) =
        places::settle(&table::pages(set), &slots, Order::OfRecords, |chosen| {
            fit::<W>(&sequences(set, &shape, &sheets, chosen)?, &shape, settings)
        })?;
    let sequences = sequences(set, &shape, &sheets, &chosen)?;
    let facts =
        Facts::of(&sequences, shape.levels.iter().map(|level| level.field.as_str()).collect());
    let rights = rights(&facts)?;
    let sources: Vec<&str> = facts.pages.iter().map(|page| page.source).collect();
    let joint = leeway::of_levels(wrapper.strings(), &facts.names, &sources);
    let rights =
        facts.names.iter().zip(&rights).map(|(name, right)| leeway(name, right, Side::Right));
    Ok(LearnedRule {
        repeats: Vec::new(),
        settled: places::settled(&slots, &chosen),
        slack: joint.into_iter().chain(rights).collect(),
        warnings: Vec::new(),
        wrapper,
    })
}

/// A wrapper that reproduces the values of all pages.
fn fit<W: FitLevels>(
    sequences: &[Sequence<'_>],
    shape: &Shape,
    settings: &Settings,
) -> Result<W, Misfit> {
    let names = shape.levels.iter().map(|level| level.field.as_str()).collect();
    let facts = Facts::of(sequences, names);
    if let Some(level) = facts.stops.iter().position(Vec::is_empty) {
        let why = "no page has a value of it";
        return Err(Misfit::conflict(facts.names[level], why, Vec::new()));
    }
    let wrapper = W::fit(&facts, settings)?;
    check::check_levels(&wrapper.nest(), sequences, &facts)?;
    Ok(wrapper)
}

fn sequences<'p>(
    set: &'p TrainingSet<'_>,
    shape: &Shape,
    sheets: &[Sheet<'_>],
    chosen: &Chosen,
) -> Result<Vec<Sequence<'p>>, Misfit> {
    let pages = table::pages(set);
    let mut sequences = Vec::with_capacity(pages.len());
    for (page, example) in set.examples().iter().enumerate() {
        let (sheet, chosen) = (&sheets[page], &chosen[page]);
        let mut sequence = sequence::sequence(pages[page], example.complete, sheet, chosen, shape)?;
        for negative in &example.negatives {
            let Some(level) = level_of(negative, shape) else { continue };
            let places = negative.label.candidates.iter();
            sequence.negatives.extend(places.map(|place| (level, place.span)));
        }
        sequences.push(sequence);
    }
    Ok(sequences)
}

/// The level of the field that something is no value of.
fn level_of(negative: &Negative, shape: &Shape) -> Option<usize> {
    let (cell, depth) = (*negative.field.last()?, negative.field.len() - 1);
    shape.levels.iter().position(|place| place.depth == depth && place.cell == cell)
}

/// The valid right delimiters of all levels.
fn rights<'p>(facts: &Facts<'p>) -> Result<Vec<Interval<'p>>, Misfit> {
    let right = |level: usize| {
        let right = interval::right(&facts.pages, &facts.stops[level]);
        right.map_err(|blocked| facts.right_conflict(level, blocked))
    };
    (0..facts.names.len()).map(right).collect()
}

/// The pairs of all levels.
fn levels(
    facts: &Facts<'_>,
    lefts: &[&str],
    rights: &[Interval<'_>],
    preference: Preference,
) -> Levels {
    let level = |((name, left), right): ((&&str, &&str), &Interval<'_>)| {
        let length = choose(right, Side::Right, preference);
        let right = right.delimiter(Side::Right, length).unwrap_or_default();
        Level::new(name, left, right).expect("valid delimiters are within the limits of a rule")
    };
    let levels = facts.names.iter().zip(lefts).zip(rights).map(level);
    Levels::new(levels.collect()).expect("a schema has no more fields than a rule may have")
}
