//! The records that a finished wrapper reads from the pages that it was learnt from. Each page is read once; the whole
//! account of the wrapper is computed from these records.

use crate::example::TrainingSet;
use crate::score::Score;
use unhusk_page::Page;
use unhusk_wrapper::profile::Profile;
use unhusk_wrapper::record::{Record, Schema};
use unhusk_wrapper::{AnyWrapper, Doubt, Extract};

/// The records of the pages of a training set.
pub(crate) struct Readings<'p> {
    /// One for each example, in that order.
    pub(crate) labelled: Vec<PageReading<'p>>,
    /// One for each page without labels, in that order.
    pub(crate) unlabelled: Vec<PageReading<'p>>,
}

/// The records of one page.
pub(crate) struct PageReading<'p> {
    pub(crate) page: &'p Page,
    pub(crate) records: Vec<Record<'p>>,
}

impl<'p> Readings<'p> {
    /// Reads all pages, with confidence.
    pub(crate) fn of_all(rule: &AnyWrapper, schema: &Schema, examples: &TrainingSet<'p>) -> Self {
        let read = |page: &'p Page| PageReading {
            page,
            records: rule.extract_with_confidence(schema, page).records,
        };
        let labelled = examples.examples().iter().map(|example| read(example.page)).collect();
        Self { labelled, unlabelled: examples.unlabelled().iter().copied().map(read).collect() }
    }

    /// Reads the labelled pages alone, without confidence.
    pub(crate) fn of_labelled(
        rule: &AnyWrapper,
        schema: &Schema,
        examples: &TrainingSet<'p>,
    ) -> Self {
        let read =
            |page: &'p Page| PageReading { page, records: rule.extract(schema, page).records };
        let labelled = examples.examples().iter().map(|example| read(example.page)).collect();
        Self { labelled, unlabelled: Vec::new() }
    }

    /// All pages, the labelled ones first.
    pub(crate) fn all(&self) -> Vec<&PageReading<'p>> {
        self.labelled.iter().chain(&self.unlabelled).collect()
    }

    /// Compares the records with the labels.
    pub(crate) fn score(&self, schema: &Schema, examples: &TrainingSet<'_>) -> Score {
        let mut score = Score::default();
        for (example, reading) in examples.examples().iter().zip(&self.labelled) {
            score.add_page(schema, example, &reading.records);
        }
        score
    }

    /// Returns the profile of the labelled pages. Records of pages without labels are left out: they may be wrong, and
    /// in the baseline wrong values would count as healthy.
    pub(crate) fn profile(&self, rule: &AnyWrapper, schema: &Schema) -> Profile {
        let mut profile = Profile::new(schema);
        for PageReading { page, records } in &self.labelled {
            profile.merge(&Profile::of_records(rule, schema, page, records));
        }
        profile
    }

    /// Counts the doubtful values.
    pub(crate) fn doubt(&self) -> Doubt {
        let mut doubt = Doubt::default();
        self.all().iter().for_each(|reading| doubt += Doubt::of(&reading.records));
        doubt
    }
}
