//! Learners of the delimiter classes: exact, sound and complete.
//!
//! # What they learn
//! The strings around the values, such as `<B>` and `</B>`; see
//! [`wrapper::delimiter`](unhusk_wrapper::delimiter) for the classes.
//!
//! # How
//! The labels determine what each search of a wrapper that reproduces them must find.
//! (1) Each text label with several places gets the place that one wrapper explains on all pages (`places`).
//! (2) The pages are cut into one fragment per search (`fragments`). (3) The valid delimiters of an independent
//! search are an interval of lengths of a common suffix or prefix (`interval`), found with the Z-function
//! (`affix`). (4) Delimiters that depend on each other are found together, by class (`hlrt`).
//! (5) The preferred valid rule (`rank`) is run on the pages as a check (`check`).
//!
//! # Fits / does not fit
//! Pages made by one template, with all fields in every record and always in the same order. Optional or
//! reordered fields do not fit.
//!
//! # Cost
//! Linear in the length of the pages for LR; near-linear for the other classes.
//!
//! # Source
//! Kushmerick, *Wrapper induction: efficiency and expressiveness*, Artificial Intelligence 118 (2000);
//! Kushmerick, Weld, Doorenbos, *Wrapper induction for information extraction*, IJCAI 1997. Where their tests
//! on fragments are unsound (a delimiter that straddles the border of a value), ours test the whole page.

mod misfit;
mod layout;
mod order;
mod places;
mod table;
mod fragments;
mod affix;
mod interval;
mod conflict;
mod border;
mod rank;
mod sides;
mod token;
mod likely;
mod automaton;
mod substrings;
mod budget;
mod endings;
mod beginnings;
mod lr;
mod frame;
mod hlrt;
mod slack;
mod block;
mod check;
mod levels;
mod simplest;

use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use fragments::Fragments;
use layout::TableLayout;
use misfit::Misfit;
use places::Reordering;
use sides::ColumnDelimiters;
use std::marker::PhantomData;
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::{Hlrt, Hoclrt, Lr, NHlrt, NLr, Oclr, RuleStrings, TableMatcher};

/// Learns LR wrappers: a left and a right delimiter per field.
pub type LrLearner = TableLearner<Lr>;

/// Learns HLRT wrappers: LR between a head and a tail.
pub type HlrtLearner = TableLearner<Hlrt>;

/// Learns OCLR wrappers: a left and a right delimiter per field, inside a block around every record.
pub type OclrLearner = TableLearner<Oclr>;

/// Learns HOCLRT wrappers: OCLR between a head and a tail.
pub type HoclrtLearner = TableLearner<Hoclrt>;

/// Learns N-LR wrappers: a left and a right delimiter per level of nested records.
pub type NLrLearner = LevelLearner<NLr>;

/// Learns N-HLRT wrappers: N-LR between a head and a tail.
pub type NHlrtLearner = LevelLearner<NHlrt>;

pub use levels::LevelLearner;
pub(crate) use simplest::{simplest, simplest_of_any_class};

/// Learns the wrappers of one class of tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableLearner<W> {
    settings: Settings,
    class: PhantomData<W>,
}

impl<W> From<Settings> for TableLearner<W> {
    fn from(settings: Settings) -> Self {
        Self { settings, class: PhantomData }
    }
}

impl<W> Default for TableLearner<W> {
    fn default() -> Self {
        Settings::default().into()
    }
}

/// A wrapper class of tables.
trait TableClass: Sized {
    const CLASS: &'static str;

    /// Whether wrappers of the class have a head, which skips the text before the first record.
    const HAS_HEAD: bool;

    /// Returns a wrapper that finds the values that the fragments require, or the reason why there is none.
    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit>;

    /// The strings of the wrapper.
    fn strings(&self) -> RuleStrings<'_>;

    /// The compiled wrapper.
    fn matcher(&self) -> TableMatcher<'_> {
        TableMatcher::of(&self.strings())
    }
}

impl<W: TableClass + Into<AnyWrapper>> Learn for TableLearner<W> {
    type Wrapper = W;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<W>, LearnError> {
        learn_table(examples, &self.settings).map_err(|misfit| misfit.of(W::CLASS))
    }
}

fn learn_table<W: TableClass>(
    set: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<W>, Misfit> {
    layout::check_table(set)?;
    let slots = table::slots(set);
    let (wrapper, chosen) =
        places::choose(&table::pages(set), &slots, Reordering::OfRecordsAndColumns, |chosen| {
            fit::<W>(&TableLayout::new(set, &table::places(set, &slots, chosen))?, settings)
        })?;
    let layout = TableLayout::new(set, &table::places(set, &slots, &chosen))?;
    let sources: Vec<&str> = layout.pages.iter().map(|page| page.page.source).collect();
    let joint = slack::of_table(wrapper.strings(), layout.names[0], &sources);
    let sides = ColumnDelimiters::of(&Fragments::of(&layout))?;
    Ok(LearnedRule {
        repeats: Vec::new(),
        disambiguated: places::disambiguated(&slots, &chosen),
        slack: joint.into_iter().chain(sides.slack()).collect(),
        warnings: Vec::new(),
        wrapper,
    })
}

/// Returns a wrapper that reproduces the labels of a layout.
///
/// The text before the first labelled record of an incomplete page may contain more records. If no wrapper
/// fits on that assumption, a head may skip the text.
fn fit<W: TableClass>(layout: &TableLayout<'_>, settings: &Settings) -> Result<W, Misfit> {
    let fragments = Fragments::of(layout);
    let found = proven(&fragments, layout, settings);
    if found.is_ok() || !W::HAS_HEAD || fragments.heads.iter().all(|gap| gap.exact) {
        return found;
    }
    proven(&fragments.with_first_records(), layout, settings).or(found)
}

/// Returns a wrapper that fits the fragments and reproduces the labels when it runs on the pages.
fn proven<W: TableClass>(
    fragments: &Fragments<'_>,
    layout: &TableLayout<'_>,
    settings: &Settings,
) -> Result<W, Misfit> {
    let wrapper = W::fit(fragments, settings)?;
    check::check_table(&wrapper.matcher(), layout)?;
    Ok(wrapper)
}

#[cfg(test)]
mod tests;
