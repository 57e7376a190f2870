//! The wrapper: a rule with its schema, profile and provenance.

mod choice;
mod format;
mod provenance;
mod robustness;

pub use choice::{Agreement, Choice, RunnerUp};
pub use format::LoadError;
pub use provenance::{DelimiterSide, LengthRange, Provenance, Slack, TrainingPage};
pub use robustness::{PageChange, Robustness, Survival};

use super::profile::Profile;
use super::{AnyWrapper, Explain, Extract, Extraction};
use crate::record::Schema;
use crate::verify::{Verdict, Verifier, VerifyError};
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// A learnt rule with its fields, its provenance, and a profile of healthy records.
///
/// This is the unit of learning, saving, loading and running. Rules of all wrapper classes are variants of
/// [`AnyWrapper`].
#[derive(Debug, Clone, PartialEq)]
pub struct Wrapper {
    /// The fields it reads.
    pub schema: Schema,
    /// The rule.
    pub rule: AnyWrapper,
    /// The pages to which it applies.
    pub applies: Applies,
    /// Profile of healthy records, if a baseline was recorded.
    pub profile: Option<Profile>,
    /// Its training pages, and the reasons for its choice.
    pub provenance: Provenance,
}

/// The pages to which a wrapper applies.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
#[non_exhaustive]
pub struct Applies {
    /// Pattern of their addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl Wrapper {
    /// Puts a rule together with the fields that it reads.
    pub fn new(schema: Schema, rule: AnyWrapper, provenance: Provenance) -> Self {
        Self { schema, rule, applies: Applies::default(), profile: None, provenance }
    }

    /// The wrapper class of the rule: `hlrt`, `site` and so on.
    pub fn class(&self) -> &'static str {
        self.rule.class()
    }

    /// Reads the records of a page, in document order.
    pub fn extract<'p>(&self, page: &'p Page) -> Extraction<'_, 'p> {
        Extraction::new(&self.schema, self.rule.extract(&self.schema, page))
    }

    /// Reads the records as [`extract`](Self::extract) does, with the confidence of each value if the class computes one;
    /// this takes more time.
    pub fn extract_with_confidence<'p>(&self, page: &'p Page) -> Extraction<'_, 'p> {
        Extraction::new(&self.schema, self.rule.extract_with_confidence(&self.schema, page))
    }

    /// Returns the profile of the records of one page.
    pub fn profile_of(&self, page: &Page) -> Profile {
        Profile::of_page(&self.rule, &self.schema, page)
    }

    /// Records the profile of pages that are known to be read correctly; [`verify`](Self::verify) compares other pages
    /// with it. Pages of earlier calls are kept.
    pub fn record_baseline<'p>(&mut self, pages: impl IntoIterator<Item = &'p Page>) {
        self.merge_baseline(&Profile::of(&self.rule, &self.schema, pages));
    }

    /// Adds a profile of pages that are known to be read correctly.
    pub fn merge_baseline(&mut self, healthy: &Profile) {
        match &mut self.profile {
            Some(profile) => profile.merge(healthy),
            None => self.profile = Some(healthy.clone()),
        }
    }

    /// Compares the records of pages with the baseline; returns a verdict on each field, with reasons. [`Verifier`]
    /// does this page by page.
    ///
    /// # Errors
    /// If the wrapper has no baseline, or one of other fields.
    pub fn verify<'p>(
        &self,
        pages: impl IntoIterator<Item = &'p Page>,
    ) -> Result<Verdict, VerifyError> {
        let mut verifier = Verifier::new(self)?;
        pages.into_iter().for_each(|page| verifier.add(page));
        Ok(verifier.verdict())
    }

    /// The rule in a person's words, line by line, with the names of its fields.
    pub fn explain(&self) -> Vec<String> {
        self.rule.explain_with(self.schema.fields())
    }

    /// Returns the rule in words, with all its parts: templates of large pages have hundreds.
    pub fn explain_all(&self) -> Vec<String> {
        self.rule.explain_all_with(self.schema.fields())
    }
}

#[cfg(test)]
mod tests;
