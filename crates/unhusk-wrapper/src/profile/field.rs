//! The profile of the values of one field.

use super::features::{TextFeatures, thousandths};
use super::gather::LeafField;
use super::moments::Moments;
use super::sample::ValueSample;
use super::tokens::{TokenPatterns, patterns};
use super::{MAX_MARKS, MAX_PLACES};
use crate::record::{Confidence, Datatype, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Statistics of the values of one field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object with `name`")]
#[non_exhaustive]
pub struct FieldProfile {
    /// The field's name; `a.b` for a nested field.
    pub name: String,
    /// The number of records that could have the field.
    pub cells: u64,
    /// The number of records that have the field.
    pub filled: u64,
    /// The number of pages with a value.
    pub pages: u64,
    /// Values per record, over the records that have the field.
    pub per_record: Moments,
    /// Records per page that could have the field.
    pub per_page: Moments,
    /// Confidence of the values, in thousandths; empty if the wrapper computes none.
    pub confidence: Moments,
    /// The number of values whose confidence is below [`Confidence::DOUBT`].
    pub doubtful: u64,
    /// Share of the votes that each value won, in thousandths, if rules vote.
    pub votes: Moments,
    /// Share of the runner-up in the votes for the winner and the runner-up, in thousandths.
    pub contest: Moments,
    /// The number of values that are at the place of another field's value.
    pub shared: u64,
    /// Features of the values.
    pub features: TextFeatures,
    /// How often values begin with each token pattern.
    pub starts: BTreeMap<String, u64>,
    /// How often values end with each token pattern.
    pub ends: BTreeMap<String, u64>,
    /// How many values can be read as each datatype.
    pub types: BTreeMap<String, u64>,
    /// A sample of the values.
    pub sample: ValueSample,
    /// A sample of the tag paths of the values.
    pub paths: ValueSample,
    /// A sample of the captions of the values, which are the texts before them; `=` marks texts of the site's template.
    #[serde(rename = "labels")]
    pub captions: ValueSample,
    /// The number of values whose text occurs elsewhere on the page, too.
    pub echoed: u64,
    /// Captions of these other occurrences, as in `captions`.
    pub echoes: ValueSample,
    /// A sample of the headings above the values, normalized as captions.
    #[serde(skip_serializing_if = "ValueSample::is_empty")]
    pub headings: ValueSample,
    /// A sample of the words in the names that the markup gives the elements around the values: classes, identifiers.
    #[serde(skip_serializing_if = "ValueSample::is_empty")]
    pub marks: ValueSample,
    /// A sample of the names that the page's own data has for the values: `recipeIngredient`, `meta og:title`.
    #[serde(skip_serializing_if = "ValueSample::is_empty")]
    pub embedded: ValueSample,
    /// A sample of the names that the page's own data has for texts that are the values, or nearly: a title is the
    /// headline and the name of the site.
    #[serde(skip_serializing_if = "ValueSample::is_empty")]
    pub near: ValueSample,
    /// The number of values in menus, margins and footers.
    #[serde(skip_serializing_if = "is_zero")]
    pub in_menus: u64,
    /// Share of the page's texts that are before each value, in thousandths.
    #[serde(skip_serializing_if = "Moments::is_empty")]
    pub position: Moments,
}

impl FieldProfile {
    /// The number of values.
    pub fn values(&self) -> u64 {
        self.features.length.count()
    }

    /// The share of doubtful values; 0 if there are no values.
    #[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
    pub fn doubtful_share(&self) -> f64 {
        self.doubtful as f64 / self.values().max(1) as f64
    }

    pub(super) fn add_page(&mut self, leaf: &LeafField<'_>, limit: usize) {
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
        let TokenPatterns { start, end } = patterns(text);
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
        self.captions.merge(&other.captions, MAX_PLACES);
        self.echoed = self.echoed.saturating_add(other.echoed);
        self.echoes.merge(&other.echoes, MAX_PLACES);
        self.headings.merge(&other.headings, MAX_PLACES);
        self.marks.merge(&other.marks, MAX_MARKS);
        self.embedded.merge(&other.embedded, MAX_PLACES);
        self.near.merge(&other.near, MAX_PLACES);
        self.in_menus = self.in_menus.saturating_add(other.in_menus);
        self.position.merge(&other.position);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The datatypes other than text that a text can be read as. Relative URLs are left out: every word is one.
pub fn types(text: &str) -> impl Iterator<Item = Datatype> + '_ {
    let is_absolute = text.contains("://");
    [Datatype::Number, Datatype::Price, Datatype::Date, Datatype::Url]
        .into_iter()
        .filter(move |datatype| *datatype != Datatype::Url || is_absolute)
        .filter(move |datatype| datatype.read(text).is_some())
}
