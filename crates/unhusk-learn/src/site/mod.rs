//! SITE: where the records of a page are, and for each field rules that vote on the node that holds its value.
//!
//! # What it learns
//! A [`Site`] wrapper: a page is one record, or has a region for each, or falls into a sequence that delimiters
//! read; each field has a few rules, conjunctions of clues such as a path, a class, a label text before the value,
//! which vote. Sites whose pages are built in several ways get a wrapper for each [layout](layouts).
//!
//! # How
//! 1. Labelled records are lined up with nodes ([`regions`]): the group of nodes in which most values fall into place
//!    begins the records. So labels by text need no place of their own.
//! 2. For each field, clues that hold of all its labels are joined until they hold of nothing else on the labelled
//!    pages ([`search`]). A rule is judged by the *texts* it reads, never by a place that was fixed before.
//! 3. Rules that are exact are ranked by what they do on pages without labels, by how the values look, and by how
//!    easily what they rest on changes ([`judge`]); those that rest on different things vote side by side.
//! 4. What is only part of a node is cut out of it ([`cut`]), and lists run on where neighbours are alike ([`lists`]).
//!
//! # Fits / does not fit
//! Pages with markup, old or new. Records that share all their markup are left to delimiters. Where records nest,
//! each level is learnt by itself ([`nested`]).
//!
//! # Cost
//! Linear in the pages for clues that few nodes share; the search is bounded by counted limits, and one that
//! may have kept a better rule from being found is told ([`limits`]). Three pages of 100 KB take some tens of
//! milliseconds.
//!
//! # Source
//! Our own, in the line of the (k,l)-contextual learners and of co-testing; compared in `docs/results/fewshot.md`.

mod attempt;
mod begin;
mod bits;
mod build;
mod clues;
pub(crate) mod cut;
mod field;
mod ground;
mod judge;
pub(crate) mod labelled;
mod layouts;
pub(crate) mod limits;
mod lists;
mod nested;
pub(crate) mod regions;
mod review;
mod search;
#[cfg(test)]
mod tests;

use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use attempt::{Attempt, SiteTask};
use limits::Reached;
use review::Review;
use unhusk_wrapper::site::Site;
use unhusk_wrapper::site::internal::view::View;

const CLASS: &str = "site";

/// A wrapper that reads less of the labelled pages is none.
const MIN_F1: f64 = 0.5;

/// Most pages without labels that are looked at. They rank rules, for which ten do nearly as well as more
/// (`docs/results/fewshot.md`).
const MAX_UNLABELLED: usize = 20;

/// Learns a [`Site`] wrapper.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SiteLearner {
    /// Fields that are not to be found to repeat, by name.
    pub single: Vec<String>,
}

impl From<Settings> for SiteLearner {
    fn from(settings: Settings) -> Self {
        Self { single: settings.single }
    }
}

impl Learn for SiteLearner {
    type Wrapper = Site;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Site>, LearnError> {
        let reached = Reached::default();
        let together = self.attempt(examples, &reached);
        let learn = |group: &TrainingSet<'_>| self.attempt(group, &reached);
        let apart = layouts::split(examples, together.as_ref(), learn);
        let attempt = apart.or(together).filter(|attempt| attempt.f1 >= MIN_F1);
        let attempt = attempt.ok_or_else(|| {
            let cut = reached.addition();
            let why =
                format!("no clues tell the labelled values from the rest of their pages{cut}");
            LearnError::Inexpressible { class: CLASS, why }
        })?;
        let Attempt { wrapper, repeats, warnings, .. } = attempt;
        let mut learned =
            LearnedRule { wrapper, settled: Vec::new(), slack: Vec::new(), repeats, warnings };
        let review = Review::new(examples, &learned);
        learned.settled = review.settled;
        learned.warnings.extend(review.warnings);
        Ok(learned)
    }
}

impl SiteLearner {
    /// The best wrapper of one layout; `reached` are the limits of all searches, whatever came of them.
    fn attempt(&self, examples: &TrainingSet<'_>, reached: &Reached) -> Option<Attempt> {
        let labelled = examples.examples().iter().map(|example| example.page);
        let unlabelled = examples.unlabelled().iter().copied().take(MAX_UNLABELLED);
        let views: Vec<View<'_>> = labelled.chain(unlabelled).map(View::new).collect();
        SiteTask::new(examples, &views, &self.single, reached).best()
    }
}
