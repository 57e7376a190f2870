//! Evidence of a run in parts: what the verdict on many pages rests on, gathered on several machines and merged.

use super::is_several;
use super::odd::{self, OddityCounter};
use crate::Wrapper;
use crate::profile::gather::cells;
use crate::profile::{Profile, ValueSample};
use crate::verify::{Health, PageObservation, Verdict, Verifier, VerifyError, quoted};
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// What the verdict on some pages of a run rests on: a profile and the kinds of values, both of bounded size.
///
/// Evidence of the parts of a run, merged in the order of the pages, gives the verdict that
/// [`RunObserver`](super::RunObserver) gives on all pages.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunEvidence {
    observation: PageObservation,
    /// For each leaf field, the kinds of its values.
    oddities: Vec<OddityCounter>,
}

impl RunEvidence {
    /// Evidence of no pages.
    pub fn new(wrapper: &Wrapper) -> Self {
        Self {
            observation: PageObservation::none(&wrapper.schema),
            oddities: new_counters(wrapper),
        }
    }

    /// Reads a page with a wrapper; `name` is what the verdict calls the page.
    pub fn of_page(wrapper: &Wrapper, name: &str, page: &Page) -> Self {
        let found = wrapper.extract_with_confidence(page);
        let mut oddities = new_counters(wrapper);
        for (counter, leaf) in oddities.iter_mut().zip(cells(&wrapper.schema, &found.records)) {
            leaf.cells.iter().flatten().for_each(|value| counter.add(name, &value.text));
        }
        Self { observation: PageObservation::for_verdict(wrapper, page, &found), oddities }
    }

    /// Adds the evidence of pages that come after these.
    pub fn merge(&mut self, after: Self) {
        self.observation.merge(after.observation);
        for (counter, others) in self.oddities.iter_mut().zip(&after.oddities) {
            counter.merge(others);
        }
    }

    /// The number of pages.
    pub fn n_pages(&self) -> u64 {
        self.observation.n_pages()
    }

    /// The verdict on the pages.
    ///
    /// # Errors
    /// If the wrapper has no baseline, or the evidence is of another wrapper.
    pub fn verdict(&self, wrapper: &Wrapper) -> Result<Verdict, VerifyError> {
        let mut verifier = Verifier::new(wrapper)?;
        self.observation.check(&wrapper.schema)?;
        verifier.add_observation(self.observation.clone());
        // Counters that were loaded from text do not know the datatypes.
        let mut counters = new_counters(wrapper);
        for (counter, loaded) in counters.iter_mut().zip(&self.oddities) {
            counter.merge(loaded);
        }
        let mut verdict = verifier.verdict();
        add_values(&mut verdict, wrapper.profile.as_ref(), &counters);
        Ok(verdict)
    }
}

fn new_counters(wrapper: &Wrapper) -> Vec<OddityCounter> {
    let leaves = cells(&wrapper.schema, &[]);
    leaves.into_iter().map(|leaf| OddityCounter::new(leaf.datatype)).collect()
}

/// Adds odd values to a verdict, and an example of the values of each field that drifts. A field with more than a few odd
/// values drifts, even if its values on average look as before.
pub(super) fn add_values<'c>(
    verdict: &mut Verdict,
    healthy: Option<&Profile>,
    counters: impl IntoIterator<Item = &'c OddityCounter>,
) {
    for (position, counter) in counters.into_iter().enumerate() {
        let Some(field) = verdict.fields.get_mut(position) else { return };
        let odd = counter.odd_values();
        if is_several(odd.n_values, counter.n_values()) {
            field.health = Health::Drift;
            verdict.health = Health::Drift;
        }
        let before = healthy.and_then(|healthy| healthy.fields.get(position));
        if let (Health::Drift, Some(before)) = (field.health, before) {
            field.evidence.extend(example(counter, &before.sample));
        }
        if let Some(warning) = odd::odd_warning(odd.n_values, &odd.examples) {
            field.evidence.insert(0, warning);
        }
    }
}

/// `for example "Home" (new1.html), where "Blue mug" is usual`.
fn example(counter: &OddityCounter, usual: &ValueSample) -> Option<String> {
    let (page, text) = counter.unusual(usual)?;
    let (one, _) = usual.values().first()?;
    Some(format!("for example {} ({page}), where {} is usual", quoted(text), quoted(one)))
}
