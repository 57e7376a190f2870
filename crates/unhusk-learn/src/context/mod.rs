//! KL: each field's values are the nodes whose surroundings match those of the examples.
//!
//! # What it learns
//! For every field the *(k,l)-forks* around its labelled values: all pieces of the page that contain the value, k
//! neighbours wide and l levels deep. A node is a value if all such pieces around it are known. Elements are
//! represented by their tags and, where that is not enough, by attribute tokens that all examples share; texts near
//! every example ("Price:") are distinguished from others.
//!
//! # How
//! The pages become one outline ([`corpus`]). Labels become nodes ([`readings`]); of several places those win whose
//! surroundings agree ([`choose`]). More of k, l, tokens or texts only ever makes a rule accept less, so the most
//! general rule that rejects all negatives is found by a front that moves to the most promising point ([`search`]);
//! without negatives, k and l are those that make the examples likeliest ([`estimate`]). [`FieldSession`] is this
//! search, example by example.
//!
//! # Fits / does not fit
//! Values that are whole texts, whole elements or whole attributes, in markup that is equal around all of them. Not for
//! parts of a text. Records are one per page, or fields that take turns; for others there is no rule yet.
//!
//! # Cost
//! A point of the search costs time in proportion to the nodes near the examples and those that coarser rules
//! accept; a dozen points are usual.
//!
//! # Source
//! Raeymaekers, Bruynooghe, Van den Bussche, *Learning (k,l)-contextual tree languages for information
//! extraction from web pages*, Machine Learning 71 (2008). New here: attribute tokens as a finer alphabet, elements
//! and attributes as targets, forks that are never listed, and the estimate without negatives.

mod corpus;
mod collect;
mod surroundings;
mod stable;
mod point;
mod evaluate;
mod front;
mod search;
mod candidates;
pub(crate) mod readings;
mod choose;
mod estimate;
mod field;
mod rule;
#[doc(hidden)]
pub mod grouping;
mod session;

pub use point::{Point, Tokens, Variant};
pub use search::SearchLimits;
pub use session::{FieldLesson, FieldSession, Hypothesis, PageNode};

pub(crate) use corpus::{CorpusBuilder, NodeContent, NodeCorpus};
pub(crate) use field::FieldTask;

use super::{Learn, LearnError, LearnedRule, Settings};
use crate::example::TrainingSet;
use unhusk_wrapper::context::Kl;

const CLASS: &str = "kl";

/// Learns a [`Kl`] wrapper.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct KlLearner {
    /// Limits of the search for each field.
    pub limits: SearchLimits,
}

impl From<Settings> for KlLearner {
    fn from(_: Settings) -> Self {
        Self::default()
    }
}

impl Learn for KlLearner {
    type Wrapper = Kl;

    fn learn(&self, examples: &TrainingSet<'_>) -> Result<LearnedRule<Kl>, LearnError> {
        let records = grouping::of(CLASS, examples)?;
        let corpus = read(examples);
        let (mut selectors, mut disambiguated, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for field in 0..examples.schema().fields().len() {
            let task = FieldTask::read(CLASS, &corpus, examples, field)?;
            let (selector, warning) = rule::learn(&corpus, &task, &self.limits)?;
            selectors.push(selector);
            disambiguated.extend(task.disambiguated);
            warnings.extend(warning);
        }
        let wrapper = Kl::new(records, selectors).expect("every selector was checked");
        Ok(LearnedRule { wrapper, disambiguated, slack: Vec::new(), repeats: Vec::new(), warnings })
    }
}

/// Reads the pages of all examples.
pub(crate) fn read(examples: &TrainingSet<'_>) -> NodeCorpus {
    let mut builder = CorpusBuilder::default();
    for example in examples.examples() {
        builder.page(example.page);
    }
    builder.finish()
}

#[cfg(test)]
mod tests;
