//! The summary of a run: what was read from many pages, field by field, and what in it looks wrong.
//!
//! [`RunObserver`] sees every record of a run and keeps counts, bounded samples and, of some pages, a
//! [`Profile`](crate::profile::Profile). [`RunObserver::finish`] compares these with the wrapper's baseline and with
//! each other: [`FieldSummary::warnings`] names a field that is empty, that
//! [verification](crate::verify) finds changed, whose rules [disagree](alarm), or that has [odd values](odd).

mod alarm;
mod distinct;
mod evidence;
mod field;
mod format;
mod odd;
#[cfg(test)]
mod tests;

pub use evidence::RunEvidence;

use crate::Wrapper;
use crate::profile::Profile;
use crate::profile::gather::cells;
use crate::record::Record;
use crate::verify::{Health, PageObservation, Verdict, Verifier};
use alarm::{AlarmEvidence, AlarmModel, AlarmReason};
use field::FieldObserver;
use serde::Serialize;
use unhusk_page::Page;

/// What a run read, field by field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RunSummary {
    /// The number of pages that were read.
    pub pages: usize,
    /// The number of pages without records.
    pub empty: usize,
    /// The names of the first pages without records.
    pub empty_pages: Vec<String>,
    /// The number of records.
    pub records: usize,
    /// The leaf fields, in the order of the schema.
    pub fields: Vec<FieldSummary>,
}

/// What a run read for one field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FieldSummary {
    /// The field's name; `a.b` for a nested field.
    pub name: String,
    /// The number of records that could have the field.
    pub records: usize,
    /// The number of records that have the field.
    pub filled: usize,
    /// The number of values.
    pub values: usize,
    /// The number of distinct values, counted up to a limit.
    pub distinct: usize,
    /// The number of values whose confidence is low, among those whose confidence is known.
    pub doubtful: usize,
    /// The number of values that are unlike the other values of the field.
    pub odd: usize,
    /// Examples of odd values.
    pub examples: Vec<OddValue>,
    /// The probability that the field is read wrongly; `None` if the wrapper has no baseline to compare with.
    pub score: Option<f64>,
    /// Whether there is evidence that the field as a whole is read wrongly. A single odd value is a warning, but no
    /// such evidence: data has exceptions.
    pub looks_wrong: bool,
    /// What looks wrong, the most important first; empty if nothing does.
    pub warnings: Vec<String>,
}

impl FieldSummary {
    /// Whether so many values are odd that the field is probably read wrongly on some pages.
    pub fn has_many_odd_values(&self) -> bool {
        is_many(self.odd, self.values)
    }

    /// Whether there are many odd values, and more than one.
    fn has_several_odd_values(&self) -> bool {
        is_several(self.odd, self.values)
    }

    /// Describes the odd values by the first of them; `None` if there are none.
    pub fn odd_warning(&self) -> Option<String> {
        odd::odd_warning(self.odd, &self.examples)
    }
}

/// Percentage of odd values from which on they are no longer exceptions.
const MANY_ODD_PERCENT: usize = 5;

fn is_many(n_odd: usize, n_values: usize) -> bool {
    n_odd > 0 && 100 * n_odd >= MANY_ODD_PERCENT * n_values
}

/// Whether odd values are many, and more than one: among 20 values, a single one is an exception.
fn is_several(n_odd: usize, n_values: usize) -> bool {
    n_odd > 1 && is_many(n_odd, n_values)
}

/// A value that is unlike the other values of its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OddValue {
    /// The name of the page.
    pub page: String,
    /// The value, cut if it is long.
    pub text: String,
    /// In what it differs.
    pub why: String,
}

impl RunSummary {
    /// The fields with warnings.
    pub fn suspicious(&self) -> impl Iterator<Item = &FieldSummary> {
        self.fields.iter().filter(|field| !field.warnings.is_empty())
    }

    /// Whether there is evidence that a field as a whole is read wrongly.
    pub fn looks_wrong(&self) -> bool {
        self.fields.iter().any(|field| field.looks_wrong)
    }
}

/// Names of pages without records that are kept.
const MAX_EMPTY_NAMES: usize = 20;

/// Watches a run.
#[derive(Debug)]
pub struct RunObserver<'w> {
    wrapper: &'w Wrapper,
    /// Compares some of the pages with the baseline; `None` if there is none.
    verifier: Option<Verifier<'w>>,
    n_pages: usize,
    n_empty: usize,
    empty_pages: Vec<String>,
    n_records: usize,
    fields: Vec<FieldObserver>,
}

impl<'w> RunObserver<'w> {
    /// Starts to watch a run of `wrapper`.
    pub fn new(wrapper: &'w Wrapper) -> Self {
        let leaves = cells(&wrapper.schema, &[]);
        let fields = leaves.into_iter().map(|leaf| FieldObserver::new(leaf.name, leaf.datatype));
        Self {
            wrapper,
            verifier: Verifier::new(wrapper).ok(),
            n_pages: 0,
            n_empty: 0,
            empty_pages: Vec::new(),
            n_records: 0,
            fields: fields.collect(),
        }
    }

    /// Whether observations of pages are of use: the wrapper has a baseline.
    pub fn compares(&self) -> bool {
        self.verifier.is_some()
    }

    /// Whether the page at a position of the run is to be compared with the baseline, which costs about as much as
    /// reading it: the first pages all are, of the others some.
    pub fn is_sampled(position: usize) -> bool {
        position < N_FIRST || position.is_multiple_of(EVERY)
    }

    /// Adds the records of a page.
    pub fn add(&mut self, page: &str, records: &[Record<'_>]) {
        self.n_pages += 1;
        self.n_records += records.len();
        if records.is_empty() {
            self.n_empty += 1;
            if self.empty_pages.len() < MAX_EMPTY_NAMES {
                self.empty_pages.push(page.to_owned());
            }
        }
        let leaves = cells(&self.wrapper.schema, records);
        for (field, leaf) in self.fields.iter_mut().zip(leaves) {
            leaf.cells.iter().for_each(|cell| field.add(page, cell));
        }
    }

    /// Adds the comparison of a page with the baseline.
    pub fn add_observation(&mut self, observation: PageObservation) {
        if let Some(verifier) = &mut self.verifier {
            verifier.add_observation(observation);
        }
    }

    /// Adds a page: its records, and the comparison with the baseline.
    pub fn add_page(&mut self, name: &str, page: &Page) {
        let found = self.wrapper.extract_with_confidence(page);
        self.add(name, &found.records);
        if self.compares() {
            self.add_observation(PageObservation::of_extraction(self.wrapper, page, &found));
        }
    }

    /// The verdict on the pages that were compared so far; `None` if the wrapper has no baseline. A field with more
    /// than a few odd values drifts, even if its values on average look as before.
    pub fn verdict(&self) -> Option<Verdict> {
        let mut verdict = self.verifier.as_ref()?.verdict();
        let counters = self.fields.iter().map(FieldObserver::oddities);
        evidence::add_values(&mut verdict, self.wrapper.profile.as_ref(), counters);
        Some(verdict)
    }

    /// The profile of the pages that were compared so far; `None` if the wrapper has no baseline.
    pub fn profile(&self) -> Option<&Profile> {
        self.verifier.as_ref().map(Verifier::profile)
    }

    /// The summary of the pages so far.
    pub fn finish(self) -> RunSummary {
        let verdict =
            self.verifier.as_ref().map(Verifier::verdict).filter(|verdict| verdict.pages > 0);
        let baseline = self.wrapper.profile.as_ref().filter(|_| verdict.is_some());
        let now = self.verifier.as_ref().map(Verifier::profile);
        let fields = self.fields.into_iter().enumerate().map(|(position, field)| {
            field.summary(
                baseline.and_then(|profile| profile.fields.get(position)),
                verdict.as_ref().and_then(|verdict| alarm(verdict, baseline, now, position)),
            )
        });
        RunSummary {
            pages: self.n_pages,
            empty: self.n_empty,
            empty_pages: self.empty_pages,
            records: self.n_records,
            fields: fields.collect(),
        }
    }
}

/// Pages at the beginning of a run that are compared with the baseline, and the distance of those after them.
const N_FIRST: usize = 64;
const EVERY: usize = 16;

/// What a run says about a field: how probable it is that the field is read wrongly, and why.
#[derive(Debug)]
struct FieldAlarm<'v> {
    score: f64,
    /// Evidence that the pages differ from the baseline.
    drift: Option<&'v [String]>,
    /// Evidence that the rules do not fit pages that have not changed.
    reason: Option<AlarmReason>,
    /// All differences from the baseline, the most important first.
    evidence: &'v [String],
}

fn alarm<'v>(
    verdict: &'v Verdict,
    baseline: Option<&Profile>,
    now: Option<&Profile>,
    position: usize,
) -> Option<FieldAlarm<'v>> {
    let field = verdict.fields.get(position)?;
    let drift = (field.health == Health::Drift).then_some(field.evidence.as_slice());
    let evidence = AlarmEvidence::of(baseline?, now?, position, field);
    let reason = AlarmModel::default().alarm(&evidence);
    Some(FieldAlarm { score: field.score, drift, reason, evidence: &field.evidence })
}

/// For experiments: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub use super::alarm::{AlarmEvidence, AlarmModel, AlarmReason, N_INPUTS};
}
