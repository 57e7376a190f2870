//! Pages that count as complete although far more places are similar to their labelled records.

use super::Learner;
use crate::example::{TrainingSet, has_many, is_far_more};
use crate::score::Score;
use std::fmt;
use unhusk_wrapper::Extract;

/// A page that seems to have more records than are labelled, although its labels count as complete.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LookAlikes {
    /// The page, by its name in the labels.
    pub page: String,
    /// The number of similar records, the labelled ones included.
    pub n_found: usize,
    /// The number of labelled records.
    pub n_labelled: usize,
}

/// `1.html: the page has 160 look-alikes, you labelled 2: "complete": false?`
impl fmt::Display for LookAlikes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { page, n_found, n_labelled } = self;
        write!(
            f,
            "{page}: the page has {n_found} look-alikes, you labelled {n_labelled}: \"complete\": false?"
        )
    }
}

/// The pages on which both the markup and a wrapper that is learnt as if the pages were incomplete show far more
/// records than are labelled. The wrapper is learnt only if the markup gives reason to.
pub(super) fn find(learner: &Learner<'_>, examples: &TrainingSet<'_>) -> Vec<LookAlikes> {
    let suspects: Vec<bool> =
        examples.examples().iter().map(|example| example.complete && has_many(example)).collect();
    if !suspects.contains(&true) {
        return Vec::new();
    }
    let names: Vec<&str> = (examples.examples().iter().zip(&suspects))
        .filter(|(_, is_suspect)| **is_suspect)
        .map(|(example, _)| example.name.as_str())
        .collect();
    let incomplete =
        examples.with_completeness(|example| example.complete && !names.contains(&&*example.name));
    let Ok(found) = learner.method.learn(&incomplete, &learner.settings) else { return Vec::new() };
    let schema = found.schema(&incomplete);
    let mut pages = Vec::new();
    for (example, _) in incomplete.examples().iter().zip(&suspects).filter(|(_, suspect)| **suspect)
    {
        let records = found.wrapper.extract(&schema, example.page).records;
        let mut score = Score::default();
        score.add_page(&schema, example, &records);
        let (n_found, n_labelled) = (records.len(), example.records.len());
        if score.total().missed == 0 && is_far_more(n_found, n_labelled) {
            pages.push(LookAlikes { page: example.name.clone(), n_found, n_labelled });
        }
    }
    pages
}
