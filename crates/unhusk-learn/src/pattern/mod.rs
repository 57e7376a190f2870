//! PATTERN: records look like the examples, and fields stand at their places in that look.
//!
//! # What it learns
//! A [`TreePattern`]: the subtree of an example, in which what differs between examples is replaced by wildcards, with
//! fields bound to its nodes. One labelled record is often enough: its neighbours are examples, too.
//!
//! # How
//! 1. Every labelled record becomes a subtree ([`regions`]), and its values nodes in it ([`values`]).
//! 2. Where not all records of a page are labelled, siblings that look like an example are examples, and so are nodes
//!    elsewhere that do, but for those in lists with names of their own ([`neighbours`]).
//! 3. Neighbours inside an example that are alike become one part that may repeat ([`collapse`]).
//! 4. The examples are folded one after the other into what they have in common ([`fold`]): tags, attribute tokens,
//!    texts. The pattern says as much as possible, and so rejects as much as possible.
//! 5. If every page is one record, the example is the page, and parts that are no values may be missing ([`page`]).
//! 6. Values that a match does not need may be missing, and with them what holds them ([`relax`]).
//! 7. Neighbours that would let it read what labels exclude are no examples ([`negatives`]): what sets records apart
//!    from them stays.
//! 8. What it matches on pages of which all records are known must be a record: if not, it has to stand in elements
//!    like those around the examples ([`strict`]).
//!
//! # Fits / does not fit
//! Records that are one subtree each, or the page. Not for records that share their parents without a node of their
//! own, nor for values that are parts of texts.
//!
//! # Cost
//! Linear in the pages but for long rows of siblings, which are aligned in bands; matching takes a few steps per node.
//! Steps are counted: when they are used up, what was found so far is what is learnt, with a warning.
//!
//! # Source
//! Hogue, Karger, *Thresher: automating the unwrapping of semantic content from the World Wide Web*, WWW 2005. New
//! here: whole pages, examples from several pages, optional parts with structure, negative examples, attribute tokens.

mod collapse;
mod columns;
mod draft;
mod finish;
mod fold;
mod negatives;
mod neighbours;
mod page;
mod regions;
mod relax;
mod review;
mod strict;
mod task;
#[cfg(test)]
mod tests;
mod values;
mod vocabulary;

use super::{Conflict, Evidence, Learn, LearnError, LearnedRule, Settings};
use crate::example::{Example, TrainingSet};
use task::PatternTask;
use unhusk_wrapper::pattern::TreePattern;

const CLASS: &str = "pattern";

/// Learns a [`TreePattern`] wrapper.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PatternLearner {
    /// Largest normalised cost, texts aside, at which a sibling of an example is an example: the paper's threshold of
    /// the neighbour heuristic, which it does not give.
    ///
    /// Of the 27 sites of Estuka, one example is enough for 21 at 0.2, 20 at 0.3, and 22 at 0.4 and 0.5
    /// (`unhusk-lab thresher --class estuka --max-neighbour-cost 0.4`).
    pub max_neighbour_cost: f64,
    /// Largest normalised cost, texts aside, at which neighbours inside an example are one list. Anything from 0.1 to
    /// 0.5 does the same on Estuka (`unhusk-lab thresher --class estuka --max-list-cost 0.5`): labels say which parts
    /// are lists, and neighbours of other lengths do.
    pub max_list_cost: f64,
    /// Most neighbours of one example that are taken.
    pub max_neighbours: usize,
    /// Steps for each of looking for neighbours, folding and matching, of a few nanoseconds to a few tens.
    pub max_steps: u64,
}

impl Default for PatternLearner {
    fn default() -> Self {
        Self {
            max_neighbour_cost: 0.4,
            max_list_cost: 0.2,
            max_neighbours: 64,
            max_steps: 20_000_000,
        }
    }
}

impl From<Settings> for PatternLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl Learn for PatternLearner {
    type Wrapper = TreePattern;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<TreePattern>, LearnError> {
        if let Some(field) = examples.schema().fields().iter().find(|field| field.is_nested()) {
            let why = format!("field `{}` holds records of its own", field.name);
            return Err(LearnError::Inexpressible { class: CLASS, why });
        }
        let mut task = PatternTask::new(self, examples);
        let is_page = |example: &Example<'_>| example.complete && example.records.len() <= 1;
        if examples.examples().iter().all(is_page) { task.of_pages() } else { task.of_records() }
    }
}

/// Nothing of the class fits.
fn no_fit(field: &str, why: &str, places: Vec<Evidence>) -> LearnError {
    let conflict = Conflict { field: field.to_owned(), why: why.to_owned(), places };
    LearnError::NoFit { class: CLASS, conflict: Box::new(conflict) }
}
