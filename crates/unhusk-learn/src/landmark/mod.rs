//! STALKER: each border of a value is found by skipping from landmark to landmark.
//!
//! # What it learns
//! For both borders of every field ways such as "skip over `Phone`, then over `<b>`", tried one after the other
//! until one does not fail. The start is looked for forwards, the end backwards. Where pages list records, the list
//! is cut out first, then its items, then the fields of each.
//!
//! # How
//! Pages become rows of tokens, labels become borders between them ([`task`]; of several places those win whose
//! neighbours agree, [`settle`]). The ways to a border are learnt by covering: a way is grown from the row with the
//! shortest prefix ([`search`]) by adding tokens to its landmarks or landmarks to it ([`refine`]), the most promising
//! first and the best one kept ([`candidate`]), until it is right wherever it does not fail. Candidates are walked
//! with an index of where each token stands ([`arena`]). [`cuts`] says which rows each border is learnt from.
//!
//! # Fits / does not fit
//! Values between tokens, in fields that mostly are there. A field that is missing is told apart only if no way
//! leads to it. Records that overlap, and fields with records of their own, do not fit.
//!
//! # Cost
//! A round of refining walks some hundred candidates on all rows; a few rounds are usual. Comparisons are counted.
//!
//! # Source
//! Muslea, Minton, Knoblock, *Hierarchical wrapper induction for semistructured information sources*, Autonomous
//! Agents and Multi-Agent Systems 4 (2001). New here: `<td>` stands for any tag `td`, rows that lack a field are
//! negative, and the catalog is read off the labels.

pub(crate) mod arena;
mod candidate;
pub(crate) mod cuts;
mod refine;
mod search;
mod settle;
#[doc(hidden)]
pub mod task;

#[cfg(test)]
mod tests;

use super::review::demand_all;
use super::{Conflict, LearnError, Learned, Learner, Settings};
use crate::example::TrainingSet;
use cuts::{Cutter, Sample, Sides};
use std::ops::Range;
use task::{Said, Sheet, Task};
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::{ExtractionRule, SearchFrom, Stalker};

const CLASS: &str = "stalker";
/// Limit on the comparisons of tokens while one wrapper is learnt: about a second of work. Searches end with what they
/// have found when it is spent.
const MAX_COMPARISONS: u64 = 100_000_000;

/// Learns a [`Stalker`] wrapper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StalkerLearner {
    /// From where borders are looked for.
    pub view: View,
}

/// From where borders are looked for. Co-testing compares what the second and the third find.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum View {
    /// Starts forwards, ends backwards.
    #[default]
    Inwards,
    /// Both forwards.
    Forwards,
    /// Both backwards.
    Backwards,
}

impl StalkerLearner {
    /// A learner that looks for borders as `view` says.
    pub fn new(view: View) -> Self {
        Self { view }
    }
}

impl From<Settings> for StalkerLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl View {
    fn sides(self) -> Sides {
        let (start, end) = match self {
            Self::Inwards => (SearchFrom::Start, SearchFrom::End),
            Self::Forwards => (SearchFrom::Start, SearchFrom::Start),
            Self::Backwards => (SearchFrom::End, SearchFrom::End),
        };
        Sides { start, end }
    }
}

impl Learner for StalkerLearner {
    type Wrapper = Stalker;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<Learned<Stalker>, LearnError> {
        let task = task::read(CLASS, examples)?;
        let mut budget = Budget::new(MAX_COMPARISONS);
        let sides = self.view.sides();
        let mut cutter = Cutter { texts: &task.texts, sides, budget: &mut budget };
        let is_list = task.sheets.iter().any(|sheet| sheet.entries.len() > 1);
        let records = if is_list { Some(records(&task, &mut cutter)?) } else { None };
        let mut fields = Vec::new();
        for (at, field) in examples.schema().fields().iter().enumerate() {
            let samples = samples(&task, at, is_list);
            if samples.iter().all(|sample| sample.items.is_empty()) {
                let why = format!("no value of field `{}` is labelled", field.name);
                return Err(LearnError::Inexpressible { class: CLASS, why });
            }
            let cut = cutter.learn(&samples, task.spaces[at], field.many);
            fields.push(cut.map_err(|_| no_way(&field.name))?);
        }
        let wrapper = Stalker::new(task.tags, records, fields).map_err(|_| no_way("all"))?;
        let warnings = demand_all(CLASS, examples, &wrapper)?;
        Ok(Learned {
            wrapper,
            settled: task.settled,
            leeway: Vec::new(),
            repeats: Vec::new(),
            warnings,
        })
    }
}

fn no_way(field: &str) -> LearnError {
    let why = "no way over landmarks leads to all its labelled values".to_owned();
    let conflict = Conflict { field: field.to_owned(), why, places: Vec::new() };
    LearnError::NoFit { class: CLASS, conflict: Box::new(conflict) }
}

/// The cut of the list of records.
fn records(task: &Task, cutter: &mut Cutter<'_>) -> Result<ExtractionRule, LearnError> {
    let mut samples = Vec::new();
    for sheet in &task.sheets {
        let items = extents(sheet);
        if items.windows(2).any(|pair| pair[1].start < pair[0].end) {
            let why = "records overlap on a page".to_owned();
            return Err(LearnError::Inexpressible { class: CLASS, why });
        }
        let within = 0..sheet.tokens.len();
        samples.push(Sample { tokens: &sheet.tokens, within, items, all: sheet.complete });
    }
    cutter.learn(&samples, (false, false), true).map_err(|_| no_way("records"))
}

fn extents(sheet: &Sheet) -> Vec<Range<usize>> {
    sheet.entries.iter().filter_map(task::Entry::extent).collect()
}

/// The rows out of which a field is cut, as far as something is known of it there.
fn samples(task: &Task, field: usize, is_list: bool) -> Vec<Sample<'_>> {
    let mut samples = Vec::new();
    for sheet in &task.sheets {
        for entry in &sheet.entries {
            let items = match &entry.cells[field] {
                Said::Unknown => continue,
                Said::Absent => Vec::new(),
                Said::Values(values) => values.clone(),
            };
            let whole = 0..sheet.tokens.len();
            let within = if is_list { entry.extent() } else { Some(whole) };
            let Some(within) = within else { continue };
            samples.push(Sample { tokens: &sheet.tokens, within, items, all: true });
        }
    }
    samples
}
