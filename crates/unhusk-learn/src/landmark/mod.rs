//! STALKER: rules find each border of a value by skipping from landmark to landmark.
//!
//! # What it learns
//! For both borders of every field, alternative rules such as "skip over `Phone`, then over `<b>`"; the first that
//! matches is used. The search for the start goes forwards, the search for the end backwards. If pages list records, the
//! list is extracted first, then its items, then the fields of each item.
//!
//! # How
//! Pages become rows of tokens, labels become borders between tokens ([`task`]; of several places of a label, the one
//! whose neighbours are most similar to those of other labels is chosen, [`disambiguate`]). The alternatives for a
//! border are learnt by sequential covering: a rule is grown from the row with the shortest prefix ([`search`]) by adding
//! tokens to its landmarks, or landmarks ([`refine`]). The most promising rule is refined and the best one kept
//! ([`candidate`]), until it is right in every row in which it matches. An index of token positions finds the matches of
//! candidates ([`arena`]). [`extraction`] selects the rows from which each border is learnt.
//!
//! # Fits / does not fit
//! Values between tokens, in fields that are mostly present. A missing field is recognized only if no rule matches.
//! Records that overlap, and fields with records of their own, do not fit.
//!
//! # Cost
//! A round of refinement applies some hundred candidates to all rows; a few rounds are usual. The number of comparisons
//! is limited.
//!
//! # Source
//! Muslea, Minton, Knoblock, *Hierarchical wrapper induction for semistructured information sources*, Autonomous
//! Agents and Multi-Agent Systems 4 (2001). New here: `<td>` matches any tag `td`, rows that lack a field are negative
//! examples, and the catalog is derived from the labels.

pub(crate) mod arena;
mod candidate;
pub(crate) mod extraction;
mod refine;
mod search;
mod disambiguate;
#[doc(hidden)]
pub mod task;

#[cfg(test)]
mod tests;

use super::review::demand_all;
use super::{Conflict, Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use extraction::{ExampleRow, RuleLearner, SearchSides};
use std::ops::Range;
use task::{TokenCell, TokenExamples, TokenPage};
use unhusk_page::internal::Budget;
use unhusk_wrapper::landmark::{ExtractionRule, SearchFrom, Stalker};

const CLASS: &str = "stalker";
/// Limit on the comparisons of tokens while one wrapper is learnt: about a second of work. When it is spent, searches
/// end with the rules found so far.
const MAX_COMPARISONS: u64 = 100_000_000;

/// Learns a [`Stalker`] wrapper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StalkerLearner {
    /// Directions of the searches for borders.
    pub view: ScanDirection,
}

/// Directions of the searches for borders. Co-testing compares the results of `Forwards` and `Backwards`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ScanDirection {
    /// Starts forwards, ends backwards.
    #[default]
    Inwards,
    /// Both forwards.
    Forwards,
    /// Both backwards.
    Backwards,
}

impl StalkerLearner {
    /// A learner that searches borders in the directions of `view`.
    pub fn new(view: ScanDirection) -> Self {
        Self { view }
    }
}

impl From<Settings> for StalkerLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl ScanDirection {
    fn sides(self) -> SearchSides {
        let (start, end) = match self {
            Self::Inwards => (SearchFrom::Start, SearchFrom::End),
            Self::Forwards => (SearchFrom::Start, SearchFrom::Start),
            Self::Backwards => (SearchFrom::End, SearchFrom::End),
        };
        SearchSides { start, end }
    }
}

impl Learn for StalkerLearner {
    type Wrapper = Stalker;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Stalker>, LearnError> {
        let task = task::read(CLASS, examples)?;
        let mut budget = Budget::new(MAX_COMPARISONS);
        let sides = self.view.sides();
        let mut learner = RuleLearner { texts: &task.texts, sides, budget: &mut budget };
        let is_list = task.pages.iter().any(|page| page.records.len() > 1);
        let records = if is_list { Some(records(&task, &mut learner)?) } else { None };
        let mut fields = Vec::new();
        for (at, field) in examples.schema().fields().iter().enumerate() {
            let rows = rows(&task, at, is_list);
            if rows.iter().all(|row| row.items.is_empty()) {
                let why = format!("no value of field `{}` is labelled", field.name);
                return Err(LearnError::Inexpressible { class: CLASS, why });
            }
            let cut = learner.learn(&rows, task.spaces[at], field.many);
            fields.push(cut.map_err(|_| no_rule(&field.name))?);
        }
        let wrapper = Stalker::new(task.tags, records, fields).map_err(|_| no_rule("all"))?;
        let warnings = demand_all(CLASS, examples, &wrapper)?;
        Ok(LearnedRule {
            wrapper,
            disambiguated: task.disambiguated,
            slack: Vec::new(),
            repeats: Vec::new(),
            warnings,
        })
    }
}

fn no_rule(field: &str) -> LearnError {
    let why = "no rule over landmarks leads to all its labelled values".to_owned();
    let conflict = Conflict { field: field.to_owned(), why, places: Vec::new() };
    LearnError::NoFit { class: CLASS, conflict: Box::new(conflict) }
}

/// Learns the rule of the list of records.
fn records(
    task: &TokenExamples,
    learner: &mut RuleLearner<'_>,
) -> Result<ExtractionRule, LearnError> {
    let mut rows = Vec::new();
    for page in &task.pages {
        let items = extents(page);
        if items.windows(2).any(|pair| pair[1].start < pair[0].end) {
            let why = "records overlap on a page".to_owned();
            return Err(LearnError::Inexpressible { class: CLASS, why });
        }
        let within = 0..page.tokens.len();
        rows.push(ExampleRow { tokens: &page.tokens, within, items, all: page.complete });
    }
    learner.learn(&rows, (false, false), true).map_err(|_| no_rule("records"))
}

fn extents(page: &TokenPage) -> Vec<Range<usize>> {
    page.records.iter().filter_map(task::TokenRecord::extent).collect()
}

/// The rows from which a field is learnt: those where its values, or their absence, are known.
fn rows(task: &TokenExamples, field: usize, is_list: bool) -> Vec<ExampleRow<'_>> {
    let mut rows = Vec::new();
    for page in &task.pages {
        for record in &page.records {
            let items = match &record.cells[field] {
                TokenCell::Unknown => continue,
                TokenCell::Absent => Vec::new(),
                TokenCell::Values(values) => values.clone(),
            };
            let whole = 0..page.tokens.len();
            let within = if is_list { record.extent() } else { Some(whole) };
            let Some(within) = within else { continue };
            rows.push(ExampleRow { tokens: &page.tokens, within, items, all: true });
        }
    }
    rows
}
