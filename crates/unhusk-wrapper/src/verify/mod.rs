//! Has the site changed? Healthy pages and pages at hand, compared.
//!
//! A wrapper's [`Profile`] tells how its records look on healthy pages. [`Watch`] reads pages at hand with the same
//! wrapper and profiles them alike; [`judge`] compares the two, field by field: [`signals`] are what differs, [`score`]
//! weighs them to how likely the field is read wrongly, and [`words`] says why. The verdict is on the *records*: pages
//! that have changed and still read right are healthy, with a note.
//!
//! Repair, which learns again, is in `unhusk-learn`.

pub mod score;
pub mod signals;
mod steps;
mod words;

use crate::Wrapper;
use crate::profile::{FieldProfile, Profile, ProfileMismatch};
use score::Weights;
use serde::Serialize;
use signals::Signals;
use unhusk_page::Page;

/// Whether records are read as ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// They are.
    Healthy,
    /// They are not.
    Drift,
}

/// What is thought of pages at hand.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The worst of the fields.
    pub health: Health,
    /// How likely some field is read wrongly.
    pub score: f64,
    /// How many pages were looked at.
    pub pages: u64,
    /// How many records were found on them.
    pub records: u64,
    /// The fields, in the order of the schema.
    pub fields: Vec<FieldVerdict>,
    /// What else is to be told of the pages.
    pub notes: Vec<String>,
}

/// What is thought of one field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FieldVerdict {
    /// The field; `a.b` where fields nest.
    pub name: String,
    /// Whether it is read as ever.
    pub health: Health,
    /// How likely it is read wrongly.
    pub score: f64,
    /// Why, the weightiest first.
    pub evidence: Vec<String>,
    /// What differs, in numbers.
    #[serde(skip)]
    pub signals: Signals,
}

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The wrapper's file says nothing of healthy pages.
    #[error(
        "the wrapper has no profile of healthy pages; learn it again with this version, or let it note pages that you \
         know to read right: `unhusk verify W.json PAGES --bless -o W2.json`"
    )]
    NoProfile,
    /// The profile says nothing: no page was read for it.
    #[error(
        "the wrapper's profile is of no page; learn it again, or bless pages that you know to read right"
    )]
    EmptyProfile,
    /// The profile is of another wrapper.
    #[error(transparent)]
    Mismatch(#[from] ProfileMismatch),
}

/// Looks at pages, one by one, and remembers only what a profile holds.
#[derive(Debug, Clone)]
pub struct Watch<'w> {
    file: &'w Wrapper,
    healthy: &'w Profile,
    now: Profile,
    /// The first page on which each field is missing, and what fails there.
    failing: Vec<Option<String>>,
}

impl<'w> Watch<'w> {
    /// Ready to look at pages of a wrapper.
    ///
    /// # Errors
    /// If the file tells nothing of healthy pages, or of those of another wrapper.
    pub fn new(file: &'w Wrapper) -> Result<Self, VerifyError> {
        let healthy = file.profile.as_ref().ok_or(VerifyError::NoProfile)?;
        healthy.check(&file.schema)?;
        if healthy.pages == 0 {
            return Err(VerifyError::EmptyProfile);
        }
        let now = Profile::new(&file.schema);
        Ok(Self { file, healthy, failing: vec![None; now.fields.len()], now })
    }

    /// Looks at one page.
    pub fn add(&mut self, page: &Page) {
        self.take(Sight::of(self.file, page));
    }

    /// Takes what was seen of a page by the same wrapper.
    pub fn take(&mut self, sight: Sight) {
        for (known, failing) in self.failing.iter_mut().zip(sight.failing) {
            if known.is_none() {
                *known = failing;
            }
        }
        self.now.merge(&sight.profile);
    }

    /// How the records of these pages look.
    pub fn profile(&self) -> &Profile {
        &self.now
    }

    /// What is thought of the pages so far.
    pub fn verdict(&self) -> Verdict {
        let mut verdict = judge(self.healthy, &self.now, &Weights::default());
        for (field, failing) in verdict.fields.iter_mut().zip(&self.failing) {
            if let (Health::Drift, Some(step)) = (field.health, failing) {
                field.evidence.push(format!("first failing step: {step}"));
            }
        }
        verdict
    }
}

/// What is seen of one page: made on any thread, and taken by a [`Watch`].
#[derive(Debug, Clone)]
pub struct Sight {
    profile: Profile,
    /// What fails first for each field that is missing.
    failing: Vec<Option<String>>,
}

impl Sight {
    /// Looks at a page with a wrapper.
    pub fn of(file: &Wrapper, page: &Page) -> Self {
        let found = file.extract_with_confidence(page);
        let profile = Profile::of_records(&file.rule, &file.schema, page, &found.records);
        let failing = |field: &FieldProfile| {
            (field.filled == 0).then(|| steps::first_failing(file, &found, &field.name))
        };
        let failing = profile.fields.iter().map(failing).collect();
        Self { profile, failing }
    }

    /// How the records of the page look.
    pub fn into_profile(self) -> Profile {
        self.profile
    }
}

/// Compares the profile of pages at hand with that of healthy pages.
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
                evidence: words::evidence(healthy, now, position, &weights.by_weight(&signals)),
                signals,
            }
        })
        .collect();
    let health = fields.iter().map(|field| field.health).max().unwrap_or(Health::Healthy);
    let score = fields.iter().map(|field| field.score).fold(0.0, f64::max);
    let notes = words::notes(healthy, now, health);
    Verdict { health, score, pages: now.pages, records: now.records.total(), fields, notes }
}

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
#[allow(missing_docs, reason = "documented where it is defined")]
pub mod internal {
    pub mod score {
        pub use crate::verify::score::Weights;
    }
    pub mod signals {
        pub use crate::verify::signals::{at, count, share, signals};
    }
}
