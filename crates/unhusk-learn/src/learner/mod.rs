//! Examples in, wrapper out: learning as a Rust program asks for it.
//!
//! A [`Learner`] is told which method to use, where examples are ([`Learner::example`], [`Learner::labels`]) and which
//! pages of the site have no labels ([`Learner::unlabelled`]). [`Learner::learn`] then does four things:
//!
//! 1. It looks for the labelled values on the pages ([`input`]).
//! 2. The method finds a rule ([`Method::learn`]).
//! 3. The wrapper reads every page once ([`readings`](crate::readings)).
//! 4. From these readings it is told how well the wrapper fits, how healthy records look, how robust the wrapper is and
//!    which other wrapper came next ([`account`]). [`Learned`] holds the answers, and the wrapper's file keeps them.

mod account;
mod input;
mod learned;

#[cfg(test)]
mod tests;

pub use learned::{ChosenPlace, Learned};

use crate::example::{GivenCell, Labels, PageLabels, Strictness, TrainingSet};
use crate::{CATALOG, LearnError, LearnedRule, Method, Preference, Settings, find_method};
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

/// How much a [`Learner`] tells of the wrapper that it learnt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Account {
    /// Everything: how well the wrapper fits, how healthy records look, how robust the wrapper is, and which other
    /// wrapper came next. This takes about as long as learning.
    #[default]
    Full,
    /// How well the wrapper fits the labels, and nothing else: for those who only want to read pages.
    Fit,
}

/// There is no method of this name.
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

    /// Chooses the wrapper class by how well it reads the labelled pages: what to use if in doubt.
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

    /// Adds all records of a page: what is not among them is known to be no record. That helps learning, and is wrong
    /// if a record is left out. Otherwise as [`Learner::example`].
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

    /// Adds a page with labels of any form: spans, `XPath`s, values that fields do not have. What is given as text must
    /// be on the page. A page without a path is called by its number.
    #[must_use]
    pub fn labelled_page(mut self, labels: PageLabels, page: &'p Page) -> Self {
        self.input.add_page(labels, page);
        self
    }

    /// Adds a label file with the pages that it speaks of: one for each of [`Labels::pages`], in that order. A text that
    /// is not on its page is a warning, unless the learner is [`strict`](Self::strict).
    #[must_use]
    pub fn labels(mut self, labels: &Labels, pages: impl IntoIterator<Item = &'p Page>) -> Self {
        self.input.add_labels(labels.clone(), pages.into_iter().collect());
        self
    }

    /// Adds pages of the same site without labels. Among rules that fit the labels alike, methods may prefer those that
    /// read these pages better.
    #[must_use]
    pub fn unlabelled(mut self, pages: impl IntoIterator<Item = &'p Page>) -> Self {
        self.input.unlabelled.extend(pages);
        self
    }

    /// Sets which of the rules that fit is taken.
    #[must_use]
    pub fn prefer(mut self, preference: Preference) -> Self {
        self.settings.preference = preference;
        self
    }

    /// Says that a field has one value at most, even if pages without labels seem to have several.
    #[must_use]
    pub fn single(mut self, field: impl Into<String>) -> Self {
        self.settings.single.push(field.into());
        self
    }

    /// Makes a labelled text that is not on its page an error, in label files too.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.input.strictness = Strictness::Strict;
        self
    }

    /// Replaces all settings of the method.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets how much is told of the wrapper.
    #[must_use]
    pub fn account(mut self, account: Account) -> Self {
        self.account = account;
        self
    }

    /// Learns a wrapper from all that was added.
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
        input::check_single(&self.settings.single, set.schema())?;
        Ok(set)
    }

    /// Learns from a training set, such as a part of [`Learner::training_set`], instead of all that was added. The
    /// warnings of the set are not repeated.
    ///
    /// # Errors
    /// If no wrapper fits.
    pub fn learn_from(&self, examples: &TrainingSet<'_>) -> Result<Learned, LearnError> {
        Ok(self.finish(self.method.learn(examples, &self.settings)?, examples))
    }

    /// Makes a wrapper of a rule that was found in another way, with the account that the learner gives.
    pub fn finish(&self, found: LearnedRule<AnyWrapper>, examples: &TrainingSet<'_>) -> Learned {
        account::learned(self, found, examples)
    }

    /// The other methods of [`CATALOG`] that find a wrapper for these examples, without those that are there to be
    /// compared with: what to try where this method finds none.
    pub fn other_methods(&self, examples: &TrainingSet<'_>) -> Vec<&'static Method> {
        CATALOG
            .iter()
            .filter(|other| other.name != self.method.name && !other.is_baseline)
            .filter(|other| other.learn(examples, &self.settings).is_ok())
            .collect()
    }
}
