//! [`Learner`]: a builder that takes a method, examples ([`Learner::example`], [`Learner::labels`]) and pages without
//! labels ([`Learner::unlabelled`]), and returns a wrapper. [`Learner::learn`] has four steps:
//!
//! 1. Find the labelled values on the pages ([`input`]).
//! 2. Let the method find a rule ([`Method::learn`]).
//! 3. Read every page once with the finished wrapper ([`readings`](crate::readings)).
//! 4. Compute the account from these records ([`account`]): evaluation, profile, robustness, runner-up. [`Learned`] holds
//!    the account, and the saved file keeps it.

mod account;
mod input;
mod learned;
mod look_alikes;
mod partial;

#[cfg(test)]
mod tests;

pub use learned::{ChosenPlace, Learned};
pub use look_alikes::LookAlikes;

use crate::example::{GivenCell, Labels, PageLabels, Strictness, TrainingSet};
use crate::score::{FieldScore, Score, ValueCounts};
use crate::{CATALOG, Effort, LearnError, LearnedRule, Method, Preference, Settings, find_method};
use input::{Input, given_record};
use unhusk_page::Page;
use unhusk_wrapper::AnyWrapper;

/// Learns wrappers from examples: the method, its settings, and what to learn from.
///
/// ```
/// use unhusk_learn::Learner;
/// use unhusk_page::Page;
///
/// let page = Page::from("<B>Congo</B> <I>242</I><BR><B>Egypt</B> <I>20</I><BR><B>Spain</B> <I>34</I><BR>");
/// let learned = Learner::auto()
///     .example(&page, [[("country", "Congo"), ("code", "242")], [("country", "Egypt"), ("code", "20")]])
///     .learn()?;
/// let other = Page::from("<B>Peru</B> <I>51</I><BR><B>Fiji</B> <I>679</I><BR>");
/// let countries: Vec<String> =
///     learned.extract(&other).records().map(|record| record["country"].to_string()).collect();
/// assert_eq!(countries, ["Peru", "Fiji"]);
/// # Ok::<(), unhusk_learn::LearnError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Learner<'p> {
    method: &'static Method,
    settings: Settings,
    input: Input<'p>,
    account: Account,
}

/// The extent of the account that a [`Learner`] gives of the wrapper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Account {
    /// Evaluation on the labels, profile of the records, robustness and runner-up. Takes about as long as learning.
    #[default]
    Full,
    /// Evaluation on the labels alone, for callers that only read pages.
    Fit,
}

/// No method has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no method `{name}`; there are {known}")]
pub struct UnknownMethod {
    /// The name.
    pub name: String,
    /// The names of all methods.
    pub known: String,
}

impl<'p> Learner<'p> {
    /// Learns by a method, of [`CATALOG`] or made by [`Method::new`].
    pub fn new(method: &'static Method) -> Self {
        let (settings, input) = (Settings::default(), Input::default());
        Self { method, settings, input, account: Account::default() }
    }

    /// Chooses the wrapper class by how well it reads the labelled pages: the default choice.
    pub fn auto() -> Self {
        Self::new(&CATALOG[0])
    }

    /// Learns by the method of [`CATALOG`] that has this name.
    ///
    /// # Errors
    /// If no method has this name.
    pub fn method(name: &str) -> Result<Self, UnknownMethod> {
        let method = find_method(name).ok_or_else(|| {
            let known: Vec<&str> = CATALOG.iter().map(|method| method.name).collect();
            UnknownMethod { name: name.to_owned(), known: known.join(", ") }
        })?;
        Ok(Self::new(method))
    }

    /// Adds some records of a page, as a reader sees them; the page may have more. Each record gives fields with their
    /// values: a text, a list of texts, or `None` if the record is known to lack the field. Fields that are left out
    /// are unknown. Every text must be on the page, or [`Learner::learn`] returns an error.
    #[must_use]
    pub fn example<N: Into<String>, V: Into<GivenCell>>(
        self,
        page: &'p Page,
        records: impl IntoIterator<Item = impl IntoIterator<Item = (N, V)>>,
    ) -> Self {
        let mut labels = PageLabels::new("");
        labels.complete = false;
        labels.records = records.into_iter().map(given_record).collect();
        self.labelled_page(labels, page)
    }

    /// Adds all records of a page: every other part of the page is known to be no record. That helps learning, and is
    /// wrong if a record is left out. Otherwise as [`Learner::example`].
    #[must_use]
    pub fn complete_example<N: Into<String>, V: Into<GivenCell>>(
        self,
        page: &'p Page,
        records: impl IntoIterator<Item = impl IntoIterator<Item = (N, V)>>,
    ) -> Self {
        let mut labels = PageLabels::new("");
        labels.records = records.into_iter().map(given_record).collect();
        self.labelled_page(labels, page)
    }

    /// Adds a page with labels of any form: spans, `XPath`s, values that fields do not have. A value given as text must
    /// be on the page. A page without a path is named by its number.
    #[must_use]
    pub fn labelled_page(mut self, labels: PageLabels, page: &'p Page) -> Self {
        self.input.add_page(labels, page);
        self
    }

    /// Adds a label file with its pages: one for each of [`Labels::pages`], in that order. A text that
    /// is not on its page is a warning, unless the learner is [`strict`](Self::strict).
    #[must_use]
    pub fn labels(mut self, labels: &Labels, pages: impl IntoIterator<Item = &'p Page>) -> Self {
        self.input.add_labels(labels.clone(), pages.into_iter().collect());
        self
    }

    /// Adds pages of the same site without labels. Among rules that fit the labels equally, methods may prefer those
    /// that read these pages better.
    #[must_use]
    pub fn unlabelled(mut self, pages: impl IntoIterator<Item = &'p Page>) -> Self {
        self.input.unlabelled.extend(pages);
        self
    }

    /// Sets the choice among the rules that fit.
    #[must_use]
    pub fn prefer(mut self, preference: Preference) -> Self {
        self.settings.preference = preference;
        self
    }

    /// Limits a field to one value per record, even if pages without labels seem to have several.
    #[must_use]
    pub fn single(mut self, field: impl Into<String>) -> Self {
        self.settings.single.push(field.into());
        self
    }

    /// Makes a labelled text that is not on its page an error, in label files too, and so a field that cannot be
    /// learnt.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.input.strictness = Some(Strictness::Strict);
        self
    }

    /// Makes a text that is not on its page a warning, in [`Learner::example`] too: the other fields are learnt.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.input.strictness = Some(Strictness::Lenient);
        self
    }

    /// Sets how much is tried; the default is [`Effort::Full`].
    #[must_use]
    pub fn effort(mut self, effort: Effort) -> Self {
        self.settings.effort = effort;
        self
    }

    /// Replaces all settings of the method.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets the extent of the account; the default is [`Account::Full`].
    #[must_use]
    pub fn account(mut self, account: Account) -> Self {
        self.account = account;
        self
    }

    /// Learns a wrapper from all examples and pages that were added.
    ///
    /// # Errors
    /// If the labels contradict each other or the pages, or if no wrapper fits them.
    pub fn learn(&self) -> Result<Learned, LearnError> {
        let examples = self.training_set()?;
        let mut learned = self.learn_from(&examples)?;
        learned.warnings.splice(..0, examples.warnings().iter().cloned());
        Ok(learned)
    }

    /// Puts the labels together with their pages; a text that could not be found is a warning of the set.
    ///
    /// # Errors
    /// If the labels contradict each other or the pages, or a field that is to be single is labelled with lists.
    pub fn training_set(&self) -> Result<TrainingSet<'p>, LearnError> {
        let set = self.input.training_set()?;
        input::check_single(&self.settings.single, &set)?;
        Ok(set)
    }

    /// Learns from a training set, such as a part of [`Learner::training_set`], instead of all that was added. The
    /// warnings of the set are not repeated.
    ///
    /// If `auto` finds no wrapper for all fields, it learns the others: the wrapper then lacks fields, and a warning
    /// names each with the reason. A [strict](Self::strict) learner does not.
    ///
    /// # Errors
    /// If no wrapper fits; if the learner is strict, also if a labelled field is never read.
    pub fn learn_from(&self, examples: &TrainingSet<'_>) -> Result<Learned, LearnError> {
        let learned = match self.method.learn(examples, &self.settings) {
            Ok(rule) => self.finish(rule, examples),
            Err(error) if !self.may_leave_out() => return Err(error),
            Err(error) => match partial::learn(self, examples, &error) {
                Some(partial) => self.finish(partial.rule, &partial.examples),
                None => return Err(error),
            },
        };
        if self.input.strictness == Some(Strictness::Strict) {
            all_fields_read(&learned.evaluation)?;
        }
        Ok(learned.with_look_alikes(&self.look_alikes(examples)))
    }

    /// Whether fields that cannot be learnt are left out. A method that was requested by name reports whether it fits.
    fn may_leave_out(&self) -> bool {
        self.method.name == account::CHOOSES && self.input.strictness != Some(Strictness::Strict)
    }

    /// Returns the pages whose labels count as complete although far more records are similar to the labelled ones.
    /// [`Learner::learn`] warns of them; where it finds no wrapper, they may be the reason.
    pub fn look_alikes(&self, examples: &TrainingSet<'_>) -> Vec<LookAlikes> {
        look_alikes::find(self, examples)
    }

    /// Makes a wrapper with its account from a rule that the caller found by other means.
    pub fn finish(&self, found: LearnedRule<AnyWrapper>, examples: &TrainingSet<'_>) -> Learned {
        account::learned(self, found, examples)
    }

    /// Returns the other methods of [`CATALOG`], baselines excepted, that find a wrapper for these examples: the ones to
    /// suggest where this method finds none.
    pub fn other_methods(&self, examples: &TrainingSet<'_>) -> Vec<&'static Method> {
        CATALOG
            .iter()
            .filter(|other| other.name != self.method.name && !other.is_baseline)
            .filter(|other| other.learn(examples, &self.settings).is_ok())
            .collect()
    }
}

/// Checks that some value of each labelled field is read.
fn all_fields_read(score: &Score) -> Result<(), LearnError> {
    let is_unread = |counts: ValueCounts| counts.right == 0 && counts.missed > 0;
    match score.fields.iter().find(|field| is_unread(field.counts)) {
        Some(FieldScore { name, counts }) => {
            Err(LearnError::UnreadField { field: name.clone(), n_labelled: counts.missed })
        }
        None => Ok(()),
    }
}
