//! Learners of the delimiter classes: exact, sound and complete.
//!
//! # What they learn
//! Strings between which the values stand, such as `<B>` and `</B>`; see
//! [`wrapper::delimiter`](unhusk_wrapper::delimiter) for the classes.
//!
//! # How
//! The run of a wrapper that reproduces the labels is known beforehand, and so is what each of its searches
//! must find. (1) Text labels with several places are settled by what one wrapper explains (`places`).
//! (2) The pages are cut into one fragment per search (`fragments`). (3) For each delimiter that is searched
//! by itself, the valid ones are an interval of lengths of a common suffix or prefix (`interval`), found with
//! the Z-function (`affix`). (4) Delimiters that depend on each other are found together, by class (`hlrt`).
//! (5) One of the valid rules is taken (`rank`) and run on the pages (`check`).
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
//! on fragments are unsound (a delimiter that straddles the border of a value), ours are made on the page.

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
mod seen;
mod budget;
mod endings;
mod beginnings;
mod lr;
mod frame;
mod hlrt;
mod leeway;
mod block;
mod check;
mod levels;
mod simplest;

use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use fragments::Fragments;
use layout::Layout;
use misfit::Misfit;
use places::Order;
use sides::Sides;
use std::marker::PhantomData;
use unhusk_wrapper::AnyWrapper;
use unhusk_wrapper::delimiter::{Hlrt, Hoclrt, Lr, NHlrt, NLr, Oclr, RuleStrings, Table};

/// Learns LR wrappers: a left and a right delimiter per field.
pub type LrLearner = TableLearner<Lr>;

/// Learns HLRT wrappers: the same between a head and a tail.
pub type HlrtLearner = TableLearner<Hlrt>;

/// Learns OCLR wrappers: a left and a right delimiter per field, inside a block around every record.
pub type OclrLearner = TableLearner<Oclr>;

/// Learns HOCLRT wrappers: the same between a head and a tail.
pub type HoclrtLearner = TableLearner<Hoclrt>;

/// Learns N-LR wrappers: a left and a right delimiter per level of nested records.
pub type NLrLearner = LevelLearner<NLr>;

/// Learns N-HLRT wrappers: the same between a head and a tail.
pub type NHlrtLearner = LevelLearner<NHlrt>;

pub use levels::LevelLearner;
pub(crate) use simplest::simplest;

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

/// A class of tables that can be learnt.
trait Fit: Sized {
    const CLASS: &'static str;

    /// Whether its wrappers can skip what stands before the first record.
    const HAS_HEAD: bool;

    /// A wrapper that makes every search of the fragments find what it should, or why there is none.
    fn fit(fragments: &Fragments<'_>, settings: &Settings) -> Result<Self, Misfit>;

    /// The strings of the wrapper.
    fn strings(&self) -> RuleStrings<'_>;

    /// The wrapper, ready to run.
    fn table(&self) -> Table<'_> {
        Table::of(&self.strings())
    }
}

impl<W: Fit + Into<AnyWrapper>> Learn for TableLearner<W> {
    type Wrapper = W;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<W>, LearnError> {
        learn_table(examples, &self.settings).map_err(|misfit| misfit.of(W::CLASS))
    }
}

fn learn_table<W: Fit>(
    set: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<W>, Misfit> {
    layout::check_table(set)?;
    let slots = table::slots(set);
    let (wrapper, chosen) =
        places::settle(&table::pages(set), &slots, Order::OfRecordsAndColumns, |chosen| {
            fit::<W>(&Layout::new(set, &table::places(set, &slots, chosen))?, settings)
        })?;
    let layout = Layout::new(set, &table::places(set, &slots, &chosen))?;
    let sources: Vec<&str> = layout.pages.iter().map(|page| page.page.source).collect();
    let joint = leeway::of_table(wrapper.strings(), layout.names[0], &sources);
    let sides = Sides::of(&Fragments::of(&layout))?;
    Ok(LearnedRule {
        repeats: Vec::new(),
        settled: places::settled(&slots, &chosen),
        slack: joint.into_iter().chain(sides.leeway()).collect(),
        warnings: Vec::new(),
        wrapper,
    })
}

/// A wrapper that reproduces the labels of a layout.
///
/// What stands before the first labelled record of an incomplete page is unknown. Usually it is more records;
/// if it cannot be, a head may skip it.
fn fit<W: Fit>(layout: &Layout<'_>, settings: &Settings) -> Result<W, Misfit> {
    let fragments = Fragments::of(layout);
    let found = proven(&fragments, layout, settings);
    if found.is_ok() || !W::HAS_HEAD || fragments.heads.iter().all(|gap| gap.exact) {
        return found;
    }
    proven(&fragments.with_first_records(), layout, settings).or(found)
}

/// A wrapper that fits the fragments and reads the labels when it is run.
fn proven<W: Fit>(
    fragments: &Fragments<'_>,
    layout: &Layout<'_>,
    settings: &Settings,
) -> Result<W, Misfit> {
    let wrapper = W::fit(fragments, settings)?;
    check::check_table(&wrapper.table(), layout)?;
    Ok(wrapper)
}

#[cfg(test)]
mod tests;
