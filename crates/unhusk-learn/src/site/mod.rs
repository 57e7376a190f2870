//! SITE: where the records of a page are, and for each field rules that vote on the node that holds its value.
//!
//! # What it learns
//! A [`Site`] wrapper: a page is one record, or has a region for each record, or is a sequence that delimiters read. Each
//! field has a few rules, which are conjunctions of clues such as a path, a class, or the caption before the value, and
//! which vote. Sites whose pages have several [layouts] get a wrapper for each.
//!
//! # How
//! 1. Labelled records are aligned with nodes ([`regions`]): the group of nodes in whose regions most values are begins the
//!    records. So labels by text do not have to name a place. Of a page that is labelled in part, the list to which the
//!    labelled records belong is found first ([`look_alikes`]).
//! 2. For each field, clues that hold of all its labels are joined until they hold of nothing else on the labelled pages
//!    ([`search`]). A rule is judged by the *texts* that it reads, not by a place that was chosen before.
//! 3. Exact rules are ranked by what they read on pages without labels, by the appearance of the values, and by how easily
//!    their clues change ([`judge`]). Rules that rest on different families of clues vote together.
//! 4. A value that is only a part of its node is cut out of it ([`cut`]), and lists continue at similar siblings ([`lists`]).
//!    How the values of a list look is learnt for pages on which all rules fail ([`looks`]).
//!
//! # How one field is learnt
//! ```html
//! <ul>
//!   <li><b>Price:</b> <i class=p>12</i>        <!-- labelled: price = 12 -->
//!   <li><b>Price:</b> <i class=p>15</i>        <!-- labelled: price = 15 -->
//! </ul>
//! <p>12 items
//! ```
//! 1. [`attempt`] makes one attempt after the other at a wrapper, and takes the one that reads most labels.
//! 2. [`regions`] aligns the two labelled records with the two `li`: each contains the value of its record. [`begin`] learns
//!    rules for the `li`: clues that hold of both and of no other element.
//! 3. [`corpus`] has the scopes, here the two `li`, and the landmarks: `price` is a text of both.
//! 4. [`labelled`] lists the nodes at which each label can be read: the text `12` in the first `li`, and the element `i`
//!    around it. The `12` of the paragraph is outside of the scope. If there were several in the scope, [`distance`] would
//!    tell which is beside the other values.
//! 5. [`field`] tries these alternatives in turn. [`clues`] gathers the clues that hold of a place of each label:
//!    `text-before price`, `class i.p`, `path i`, and many others, each as a hash, with the [`bits`] of the nodes of
//!    which it holds.
//! 6. [`search`] finds the conjunctions that hold of no wrong node. Here each of the three clues does by itself.
//! 7. [`judge`] ranks them, and chooses rules of different families: a caption, a class, a path. Only now their clues are
//!    written out, as [`Clue`](unhusk_wrapper::site::Clue)s.
//! 8. [`review`] reads the labelled pages with the wrapper, and reports the labels that it misses.
//!
//! # Fits / does not fit
//! Pages with markup, old or new. Records that share all their markup are left to delimiters. If records nest, each level
//! is learnt by itself ([`nested`]).
//!
//! # Cost
//! Linear in the pages for clues that few nodes share. The search is bounded by counted limits; a limit that may have kept
//! a better rule from being found is reported ([`limits`]). Three pages of 100 KB take some tens of milliseconds.
//!
//! # Source
//! Our own, in the line of the (k,l)-contextual learners and of co-testing; compared in `docs/results/fewshot.md`.

mod attempt;
mod begin;
mod bits;
mod shape;
mod clues;
pub(crate) mod cut;
mod field;
mod corpus;
mod distance;
mod judge;
pub(crate) mod labelled;
mod layouts;
pub(crate) mod limits;
mod lists;
pub(crate) mod look_alikes;
mod looks;
mod record_looks;
mod nested;
pub(crate) mod regions;
mod review;
mod search;
mod template_texts;
#[cfg(test)]
mod tests;

use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use attempt::{SiteTask, WrapperCandidate};
use limits::Reached;
use review::Review;
use unhusk_wrapper::site::Site;
use unhusk_wrapper::site::internal::PageIndex;

const CLASS: &str = "site";

/// Least F1 score of a wrapper on the labelled pages.
const MIN_F1: f64 = 0.5;

/// Most pages without labels that are considered. They rank rules, for which ten do nearly as well as more
/// (`docs/results/fewshot.md`).
const MAX_UNLABELLED: usize = 20;

/// Learns a [`Site`] wrapper.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SiteLearner {
    /// The names of the fields that have to stay single.
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
        self.learn_as_read(examples, examples)
    }
}

impl SiteLearner {
    /// Learns from `taught`, and says how it reads the labels of `examples`: those that a person gave, if `taught` has
    /// more that another wrapper read.
    pub(crate) fn learn_as_read(
        &self,
        taught: &TrainingSet<'_>,
        examples: &TrainingSet<'_>,
    ) -> Result<LearnedRule<Site>, LearnError> {
        let reached = Reached::default();
        let together = self.attempt(taught, &reached);
        let learn = |group: &TrainingSet<'_>| self.attempt(group, &reached);
        let apart = layouts::split(taught, together.as_ref(), learn);
        let attempt = apart.or(together).filter(|attempt| attempt.f1 > MIN_F1);
        let attempt = attempt.ok_or_else(|| {
            let cut = reached.addition();
            let why =
                format!("no clues tell the labelled values from the rest of their pages{cut}");
            LearnError::Inexpressible { class: CLASS, why }
        })?;
        let WrapperCandidate { wrapper, repeats, warnings, .. } = attempt;
        let mut learned = LearnedRule {
            wrapper,
            disambiguated: Vec::new(),
            slack: Vec::new(),
            repeats,
            warnings,
        };
        let review = Review::new(examples, &learned);
        learned.disambiguated = review.disambiguated;
        learned.warnings.extend(review.warnings);
        Ok(learned)
    }

    /// The number of records that seem to be in the lists to which labelled records belong.
    pub(crate) fn n_look_alikes(examples: &TrainingSet<'_>) -> usize {
        let pages = examples.examples().iter().map(|example| example.page);
        let indexes: Vec<PageIndex<'_>> = pages.map(PageIndex::new).collect();
        let (best, _) = regions::alignments_in_part(examples, &indexes, 1);
        best.iter().flat_map(|alignment| &alignment.lists).map(Vec::len).sum()
    }

    /// The best wrapper of one layout. Adds the limits of all searches to `reached`.
    fn attempt(&self, examples: &TrainingSet<'_>, reached: &Reached) -> Option<WrapperCandidate> {
        let labelled = examples.examples().iter().map(|example| example.page);
        let unlabelled = examples.unlabelled().iter().copied().take(MAX_UNLABELLED);
        let indexes: Vec<PageIndex<'_>> = labelled.chain(unlabelled).map(PageIndex::new).collect();
        SiteTask::new(examples, &indexes, &self.single, reached).best()
    }
}
