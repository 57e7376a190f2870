//! Verification: compares the records of the current pages with the baseline, to find out whether the site has changed.
//!
//! A wrapper's [`Profile`] describes its records on healthy pages. [`Verifier`] reads the current pages with the same
//! wrapper and profiles them; [`judge`] compares the two profiles field by field. [`signals`] measures the differences,
//! [`score`] turns them into the probability that the field is read wrongly, and [`prose`] explains it. The verdict is
//! on the *records*: pages that have changed but are still read correctly are healthy, with a note. Fields whose values
//! were found by how they look on most pages drift: nothing that was learnt about their place holds any more.
//!
//! Repair, which learns the wrapper again, is in `unhusk-learn`.

mod per_page;
pub mod score;
pub mod signals;
mod steps;
mod prose;

pub(crate) use prose::quoted;

use crate::profile::{FieldProfile, Profile, ProfileMismatch};
use crate::record::Schema;
use crate::{Extraction, Wrapper};
use score::Weights;
use serde::{Deserialize, Serialize};
use signals::Signals;
use unhusk_page::{Page, Warning};

/// Whether records are still read correctly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// They are.
    Healthy,
    /// At least one field is probably read wrongly.
    Drift,
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// `Drift` if at least one field drifts.
    pub health: Health,
    /// The probability that the worst field is read wrongly.
    pub score: f64,
    /// The number of pages.
    pub pages: u64,
    /// The number of records on these pages.
    pub records: u64,
    /// The fields, in the order of the schema.
    pub fields: Vec<FieldVerdict>,
    /// Remarks on the pages as a whole.
    pub notes: Vec<String>,
}

/// The result for one field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FieldVerdict {
    /// The field's name; `a.b` for a nested field.
    pub name: String,
    /// Whether the field is still read correctly.
    pub health: Health,
    /// The probability that the field is read wrongly.
    pub score: f64,
    /// The number of pages on which the field looks changed if the page is judged by itself.
    pub changed_pages: u64,
    /// The reasons, the most important first.
    pub evidence: Vec<String>,
    /// The measured differences.
    #[serde(skip)]
    pub signals: Signals,
}

/// Why a wrapper cannot be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The wrapper's file contains no profile.
    #[error(
        "the wrapper has no profile of healthy pages; learn it again with this version, or record pages that you know \
         to be read right: `unhusk verify W.json PAGES --record-baseline -o W2.json`"
    )]
    NoProfile,
    /// The profile contains no page.
    #[error(
        "the wrapper's profile is of no page; learn it again, or record pages that you know to be read right: \
         `unhusk verify W.json PAGES --record-baseline -o W2.json`"
    )]
    EmptyProfile,
    /// The profile is of another wrapper.
    #[error(transparent)]
    Mismatch(#[from] ProfileMismatch),
}

/// Compares pages with the baseline of a wrapper. Keeps a profile of the pages, not the pages.
#[derive(Debug, Clone)]
pub struct Verifier<'w> {
    file: &'w Wrapper,
    healthy: &'w Profile,
    now: PageObservation,
}

impl<'w> Verifier<'w> {
    /// Starts a verification with the profile in the wrapper's file.
    ///
    /// # Errors
    /// If the file has no profile, an empty profile, or the profile of another wrapper.
    pub fn new(file: &'w Wrapper) -> Result<Self, VerifyError> {
        let healthy = file.profile.as_ref().ok_or(VerifyError::NoProfile)?;
        healthy.check(&file.schema)?;
        if healthy.pages == 0 {
            return Err(VerifyError::EmptyProfile);
        }
        Ok(Self { file, healthy, now: PageObservation::none(&file.schema) })
    }

    /// Adds one page.
    pub fn add(&mut self, page: &Page) {
        self.add_observation(PageObservation::of(self.file, page));
    }

    /// Adds a page that was observed with the same wrapper.
    pub fn add_observation(&mut self, observation: PageObservation) {
        self.now.merge(observation);
    }

    /// The profile of the pages so far.
    pub fn profile(&self) -> &Profile {
        &self.now.profile
    }

    /// The verdict on the pages so far.
    pub fn verdict(&self) -> Verdict {
        let mut verdict = judge(self.healthy, &self.now.profile, &Weights::default());
        self.add_changed_pages(&mut verdict);
        self.add_found_by_look(&mut verdict);
        for (field, failing) in verdict.fields.iter_mut().zip(&self.now.failing) {
            if let (Health::Drift, Some(step)) = (field.health, failing) {
                field.evidence.push(format!("first failing step: {step}"));
            }
        }
        verdict
    }

    /// A field drifts if its rules read next to nothing on most pages.
    fn add_found_by_look(&self, verdict: &mut Verdict) {
        for (field, n_pages) in verdict.fields.iter_mut().zip(&self.now.by_look) {
            if 2 * n_pages > verdict.pages {
                (field.health, verdict.health) = (Health::Drift, Health::Drift);
                field.score = field.score.max(WRONG_BY_LOOK);
                verdict.score = verdict.score.max(field.score);
                let found = prose::found_by_look(&field.name, *n_pages, verdict.pages);
                field.evidence.insert(0, found);
            }
        }
    }

    /// A field drifts if it looks changed on several pages, even if it looks as before on average.
    fn add_changed_pages(&self, verdict: &mut Verdict) {
        for (field, n_changed) in verdict.fields.iter_mut().zip(&self.now.changed) {
            field.changed_pages = *n_changed;
            if field.health == Health::Healthy && per_page::are_several(*n_changed, verdict.pages) {
                (field.health, verdict.health) = (Health::Drift, Health::Drift);
                field.evidence.insert(0, prose::changed_pages(*n_changed, verdict.pages));
            }
        }
    }
}

/// What verification needs to know about one page, or about several that were merged. It can be computed on any thread;
/// [`Verifier::add_observation`] adds it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PageObservation {
    profile: Profile,
    /// For each missing field, the step that fails first on the first page without the field.
    failing: Vec<Option<String>>,
    /// For each field, the number of pages on which it looks changed by itself.
    #[serde(default)]
    changed: Vec<u64>,
    /// For each field, the number of pages on which its values were found by how they look.
    #[serde(default)]
    by_look: Vec<u64>,
}

impl PageObservation {
    /// An observation of no page.
    pub(crate) fn none(schema: &Schema) -> Self {
        let profile = Profile::new(schema);
        let n_fields = profile.fields.len();
        let none = vec![0; n_fields];
        Self { failing: vec![None; n_fields], changed: none.clone(), by_look: none, profile }
    }

    /// Reads a page with a wrapper.
    pub fn of(file: &Wrapper, page: &Page) -> Self {
        Self::of_extraction(file, page, &file.extract_with_confidence(page))
    }

    /// Observes a page from which a wrapper read records, with their confidence.
    pub fn of_extraction(file: &Wrapper, page: &Page, found: &Extraction<'_, '_>) -> Self {
        let profile = Profile::of_records(&file.rule, &file.schema, page, &found.records);
        Self::with_profile(file, found, profile)
    }

    /// Observes a page for the verdict on a run alone: its profile is no baseline that `repair` could start from, and
    /// takes less time to make.
    pub fn for_verdict(file: &Wrapper, page: &Page, found: &Extraction<'_, '_>) -> Self {
        let profile = Profile::for_verdict(&file.rule, &file.schema, page, &found.records);
        Self::with_profile(file, found, profile)
    }

    fn with_profile(file: &Wrapper, found: &Extraction<'_, '_>, profile: Profile) -> Self {
        let failing = |field: &FieldProfile| {
            (field.filled == 0).then(|| steps::first_failing(file, found, &field.name))
        };
        let failing = profile.fields.iter().map(failing).collect();
        let healthy = file.profile.as_ref().filter(|healthy| healthy.pages > 0);
        let changed = healthy.map_or(Vec::new(), |healthy| per_page::changed(healthy, &profile));
        let by_look = profile.fields.iter().map(|field| u64::from(is_by_look(found, field)));
        Self { by_look: by_look.collect(), profile, failing, changed }
    }

    /// Adds an observation of pages that come after these.
    pub(crate) fn merge(&mut self, after: Self) {
        for (known, failing) in self.failing.iter_mut().zip(after.failing) {
            if known.is_none() {
                *known = failing;
            }
        }
        add_counts(&mut self.changed, &after.changed);
        add_counts(&mut self.by_look, &after.by_look);
        self.profile.merge(&after.profile);
    }

    /// The number of pages.
    pub(crate) fn n_pages(&self) -> u64 {
        self.profile.pages
    }

    /// Checks that the observation is of the fields of `schema`.
    pub(crate) fn check(&self, schema: &Schema) -> Result<(), ProfileMismatch> {
        self.profile.check(schema)
    }

    /// The profile of the page.
    pub fn into_profile(self) -> Profile {
        self.profile
    }
}

/// The probability that values which were found by how they look are wrong: their confidence is 0.75 at most.
const WRONG_BY_LOOK: f64 = 0.25;

fn add_counts(known: &mut Vec<u64>, more: &[u64]) {
    known.resize(known.len().max(more.len()), 0);
    for (known, more) in known.iter_mut().zip(more) {
        *known = known.saturating_add(*more);
    }
}

/// Whether the values of a field were found by how they look.
fn is_by_look(found: &Extraction<'_, '_>, field: &FieldProfile) -> bool {
    found.warnings.iter().any(|warning| match warning {
        Warning::FoundByLook { fields } => fields.contains(&field.name),
        _ => false,
    })
}

/// Compares the profile of the current pages with the profile of healthy pages.
pub fn judge(healthy: &Profile, now: &Profile, weights: &Weights) -> Verdict {
    let fields: Vec<FieldVerdict> = (0..healthy.fields.len().min(now.fields.len()))
        .map(|position| {
            let signals = signals::signals(healthy, now, position);
            let score = weights.score(&signals);
            let health = if weights.is_alarm(score) { Health::Drift } else { Health::Healthy };
            FieldVerdict {
                name: healthy.fields[position].name.clone(),
                health,
                score,
                changed_pages: 0,
                evidence: prose::evidence(healthy, now, position, &weights.by_weight(&signals)),
                signals,
            }
        })
        .collect();
    let health = fields.iter().map(|field| field.health).max().unwrap_or(Health::Healthy);
    let score = fields.iter().map(|field| field.score).fold(0.0, f64::max);
    let notes = prose::notes(healthy, now, health);
    Verdict { health, score, pages: now.pages, records: now.records.total(), fields, notes }
}

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub mod score {
        pub use crate::verify::score::Weights;
    }
    pub mod signals {
        pub use crate::verify::signals::{USUAL_SPREAD, at, count, share, signals};
    }
}
