//! How the values of one field look.

use super::MAX_PLACES;
use super::features::{Features, thousandths};
use super::gather::Leaf;
use super::moments::Moments;
use super::sample::ValueSample;
use super::tokens::patterns;
use crate::record::{Confidence, Datatype, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the values of one field look.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object with `name`")]
#[non_exhaustive]
pub struct FieldProfile {
    /// The field; `a.b` where fields nest.
    pub name: String,
    /// Records that could have it.
    pub cells: u64,
    /// Records that have it.
    pub filled: u64,
    /// Pages with a value.
    pub pages: u64,
    /// Values of a record that has some.
    pub per_record: Moments,
    /// Records of a page that could have it.
    pub per_page: Moments,
    /// How sure the values are, in thousandths, where the wrapper tells.
    pub confidence: Moments,
    /// Values that may well be wrong by what the wrapper tells.
    pub doubtful: u64,
    /// Share of the votes that values have, in thousandths, where rules vote.
    pub votes: Moments,
    /// Share of the next best text in the votes for both, in thousandths.
    pub contest: Moments,
    /// Values that stand where another field's value stands.
    pub shared: u64,
    /// What they look like.
    pub features: Features,
    /// How they begin.
    pub starts: BTreeMap<String, u64>,
    /// How they end.
    pub ends: BTreeMap<String, u64>,
    /// How many can be read as a number, a price, a date and so on.
    pub types: BTreeMap<String, u64>,
    /// Some of them.
    pub sample: ValueSample,
    /// Names of the elements around them, some of those that there are.
    pub paths: ValueSample,
    /// Texts before them, some of those that there are; those of the site's template begin with `=`.
    pub labels: ValueSample,
    /// Values that the page says elsewhere, too.
    pub echoed: u64,
    /// Texts before the places that do, as in `labels`.
    pub echoes: ValueSample,
}

impl FieldProfile {
    /// How many values there are.
    pub fn values(&self) -> u64 {
        self.features.length.count()
    }

    /// The share of values that may well be wrong by what the wrapper tells; 0 of none.
    #[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
    pub fn doubtful_share(&self) -> f64 {
        self.doubtful as f64 / self.values().max(1) as f64
    }

    pub(super) fn add_page(&mut self, leaf: &Leaf<'_>, limit: usize) {
        for cell in &leaf.cells {
            self.cells += 1;
            if !cell.is_empty() {
                self.filled += 1;
                self.per_record.add(cell.len() as u64);
            }
            for value in cell {
                self.add_value(value, limit);
            }
        }
        self.pages = u64::from(self.filled > 0);
        self.per_page.add(leaf.cells.len() as u64);
    }

    pub(super) fn add_value(&mut self, value: &Value<'_>, limit: usize) {
        let text = &*value.text;
        if let Some(confidence) = value.confidence {
            self.confidence.add(thousandths(confidence.get()));
            self.doubtful += u64::from(confidence < Confidence::DOUBT);
        }
        self.features.add(text, value.span.len());
        let (start, end) = patterns(text);
        *self.starts.entry(start).or_default() += 1;
        *self.ends.entry(end).or_default() += 1;
        for datatype in types(text) {
            *self.types.entry(datatype.name().to_owned()).or_default() += 1;
        }
        self.sample.add(text, limit);
    }

    pub(super) fn merge(&mut self, other: &Self, limit: usize) {
        self.cells = self.cells.saturating_add(other.cells);
        self.filled = self.filled.saturating_add(other.filled);
        self.pages = self.pages.saturating_add(other.pages);
        self.per_record.merge(&other.per_record);
        self.per_page.merge(&other.per_page);
        self.confidence.merge(&other.confidence);
        self.doubtful = self.doubtful.saturating_add(other.doubtful);
        self.votes.merge(&other.votes);
        self.contest.merge(&other.contest);
        self.shared = self.shared.saturating_add(other.shared);
        self.features.merge(&other.features);
        for (counts, others) in [
            (&mut self.starts, &other.starts),
            (&mut self.ends, &other.ends),
            (&mut self.types, &other.types),
        ] {
            for (pattern, count) in others {
                let known = counts.entry(pattern.clone()).or_default();
                *known = known.saturating_add(*count);
            }
        }
        self.sample.merge(&other.sample, limit);
        self.paths.merge(&other.paths, MAX_PLACES);
        self.labels.merge(&other.labels, MAX_PLACES);
        self.echoed = self.echoed.saturating_add(other.echoed);
        self.echoes.merge(&other.echoes, MAX_PLACES);
    }
}

/// The types that a text can be read as, beside text. A relative address says nothing: any word is one.
pub fn types(text: &str) -> impl Iterator<Item = Datatype> + '_ {
    let is_absolute = text.contains("://");
    [Datatype::Number, Datatype::Price, Datatype::Date, Datatype::Url]
        .into_iter()
        .filter(move |datatype| *datatype != Datatype::Url || is_absolute)
        .filter(move |datatype| datatype.read(text).is_some())
}
