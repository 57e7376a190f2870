//! [`Learned`]: a wrapper with its evaluation and warnings.

use super::LookAlikes;
use crate::example::{Disambiguated, TrainingSet};
use crate::pac::Experience;
use crate::score::Score;
use std::fmt;
use std::ops::Deref;
use unhusk_page::{Span, Warning};
use unhusk_wrapper::{Choice, Doubt, Robustness, Slack, Wrapper};

/// A wrapper with its evaluation and warnings; dereferences to the [`Wrapper`].
///
/// The wrapper's file keeps the schema, with fields that were found to repeat; the provenance, [the reason for the
/// choice](Self::choice) and [the robustness](Self::robustness); and, in [`Wrapper::profile`], the profile of healthy
/// records. The other fields are about the labels, and are of use right after learning.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Learned {
    /// The wrapper.
    pub wrapper: Wrapper,
    /// The result on the labelled pages: the number of pages that are read as labelled, and the errors of each field.
    pub evaluation: Score,
    /// The PAC bounds that the examples give for a delimiter wrapper; `None` for other wrapper classes.
    pub experience: Option<Experience>,
    /// The number of doubtful values on all pages; zero without a full account.
    pub doubt: Doubt,
    /// The chosen place of each label whose text occurs at several places.
    pub chosen_places: Vec<ChosenPlace>,
    /// Problems that did not stop learning, to be shown to the user.
    pub warnings: Vec<Warning>,
}

impl Learned {
    /// The reason for the choice of the wrapper, and the runners-up; only of [`Learner::auto`](super::Learner::auto),
    /// and with a full account.
    pub fn choice(&self) -> Option<&Choice> {
        self.wrapper.provenance.choice.as_ref()
    }

    /// The share of values that survive changes of the site; only with a full account.
    pub fn robustness(&self) -> Option<&Robustness> {
        self.wrapper.provenance.robustness.as_ref()
    }

    /// The other strings that fit as delimiters; empty for other wrapper classes.
    pub fn slack(&self) -> &[Slack] {
        &self.wrapper.provenance.slack
    }

    /// Adds warnings of pages that seem to have more records than are labelled.
    pub(super) fn with_look_alikes(mut self, pages: &[LookAlikes]) -> Self {
        self.warnings.extend(pages.iter().map(|page| Warning::Note(page.to_string())));
        self
    }

    /// The wrapper alone.
    pub fn into_wrapper(self) -> Wrapper {
        self.wrapper
    }
}

impl Deref for Learned {
    type Target = Wrapper;

    fn deref(&self) -> &Wrapper {
        &self.wrapper
    }
}

impl From<Learned> for Wrapper {
    fn from(learned: Learned) -> Self {
        learned.wrapper
    }
}

/// The chosen place of a label whose text occurs at several places.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChosenPlace {
    /// The page, by its name in the labels.
    pub page: String,
    /// Number of the record on its page, from 1.
    pub record: usize,
    /// The field; `a.b` where fields nest.
    pub field: String,
    /// The source at that place.
    pub source: String,
    /// The place.
    pub span: Span,
}

impl ChosenPlace {
    pub(super) fn of(disambiguated: &Disambiguated, examples: &TrainingSet<'_>) -> Self {
        let example = &examples.examples()[disambiguated.example];
        let (mut fields, mut names) = (examples.schema().fields(), Vec::new());
        for &position in &disambiguated.field {
            names.push(fields[position].name.as_str());
            fields = &fields[position].fields;
        }
        let span = disambiguated.place.span;
        Self {
            page: example.name.clone(),
            record: disambiguated.record + 1,
            field: names.join("."),
            source: example.page.slice(span).unwrap_or_default().to_owned(),
            span,
        }
    }
}

/// `1.html: record 2: `price` is "12" at bytes 40-42`.
impl fmt::Display for ChosenPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { page, record, field, source, span } = self;
        write!(
            f,
            "{page}: record {record}: `{field}` is {source:?} at bytes {}-{}",
            span.start, span.end
        )
    }
}
