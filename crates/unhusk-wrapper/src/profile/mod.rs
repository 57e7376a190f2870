//! Statistics of the records that a wrapper reads: the baseline that `verify` compares later pages with.
//!
//! A [`Profile`] holds only sums, counts and bounded samples. Profiles of parts merge into the profile of the whole, in
//! any order, to the same bytes. The wrapper file contains the profile of the pages that the wrapper was learnt from.

mod embedded;
mod features;
mod field;
pub(crate) mod gather;
mod learnt_type;
mod moments;
mod near;
mod sample;
mod surroundings;
mod tokens;
mod version;

#[cfg(test)]
mod tests;

pub use embedded::EmbeddedNames;
pub use features::{N_FEATURES, TextFeatures, measure};
pub use field::{FieldProfile, types};
pub use moments::Moments;
pub use sample::{KnownPage, MAX_KNOWN_BYTES, ValueSample, kept};
pub use surroundings::{SurroundingsIndex, TextSurroundings, text_places};
pub use tokens::{TokenPatterns, patterns};

use super::{AnyWrapper, Extract};
use crate::record::{Record, Schema, Value};
use features::thousandths;
use gather::leaves;
use near::NearNames;
use serde::{Deserialize, Serialize};
use unhusk_page::Page;
use version::Version;

/// Statistics of the records that a wrapper reads on some pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with `version`, `pages`, `records` and `fields`"
)]
#[non_exhaustive]
pub struct Profile {
    /// Version of this part of the wrapper file.
    version: Version,
    /// The number of pages.
    pub pages: u64,
    /// The number of pages without records.
    #[serde(default)]
    pub empty: u64,
    /// Records per page.
    pub records: Moments,
    /// Share of the template's texts that a page has, in thousandths; empty if the wrapper knows no such texts.
    #[serde(default)]
    pub template: Moments,
    /// The leaf fields, in the order of the schema.
    pub fields: Vec<FieldProfile>,
    /// A sample of the names in the pages' own data, each with its number of pages.
    #[serde(default, skip_serializing_if = "ValueSample::is_empty")]
    pub names: ValueSample,
    /// A sample of the names at least half of whose texts are visible on the page, too, as in `names`.
    #[serde(default, skip_serializing_if = "ValueSample::is_empty")]
    pub shown: ValueSample,
    /// The records of some of the pages, which `repair` looks for on changed pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownPage>,
}

/// The profile describes other fields than the wrapper reads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error(
    "the profile is of another wrapper: it describes {of_profile}, the wrapper reads {of_wrapper}; learn again, or use \
         the file as `learn` wrote it"
)]
pub struct ProfileMismatch {
    /// The fields of the profile.
    pub of_profile: String,
    /// The fields of the wrapper.
    pub of_wrapper: String,
}

/// Values in all samples together; each field gets an equal share, but at least two.
const MAX_SAMPLED: usize = 512;
const MAX_SAMPLED_PER_FIELD: usize = 32;
/// Distinct tag paths, and distinct captions, that are kept for a field.
const MAX_PLACES: usize = 16;
/// Distinct words of the markup that are kept for a field.
const MAX_MARKS: usize = 24;
/// Distinct names in the pages' own data that are kept.
const MAX_NAMES: usize = 96;
/// Records of a known page; pages with more records are not kept.
const MAX_KNOWN_RECORDS: usize = 200;

/// What a profile is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Comparison with a baseline.
    Verdict,
    /// Comparison, or a baseline that `repair` starts from.
    Repair,
}

impl Profile {
    /// A profile of no pages.
    pub fn new(schema: &Schema) -> Self {
        let fields = leaves(schema)
            .into_iter()
            .map(|leaf| FieldProfile { name: leaf.name, ..FieldProfile::default() })
            .collect();
        Self { fields, ..Self::default() }
    }

    /// The profile of the records that a wrapper reads on `pages`.
    pub fn of<'p>(
        wrapper: &AnyWrapper,
        schema: &Schema,
        pages: impl IntoIterator<Item = &'p Page>,
    ) -> Self {
        let mut profile = Self::new(schema);
        for page in pages {
            profile.merge(&Self::of_page(wrapper, schema, page));
        }
        profile
    }

    /// The profile of the records that a wrapper reads on one page.
    pub fn of_page(wrapper: &AnyWrapper, schema: &Schema, page: &Page) -> Self {
        Self::of_records(
            wrapper,
            schema,
            page,
            &wrapper.extract_with_confidence(schema, page).records,
        )
    }

    /// The profile of one page, given the records that the wrapper reads there, with their confidence.
    pub fn of_records(
        wrapper: &AnyWrapper,
        schema: &Schema,
        page: &Page,
        records: &[Record<'_>],
    ) -> Self {
        Self::gathered(wrapper, schema, (page, records), Purpose::Repair)
    }

    /// [`of_records`](Self::of_records) without what only `repair` needs: the headings above values, and the page among
    /// the known ones, whose hash takes a pass over the source.
    pub(crate) fn for_verdict(
        wrapper: &AnyWrapper,
        schema: &Schema,
        page: &Page,
        records: &[Record<'_>],
    ) -> Self {
        Self::gathered(wrapper, schema, (page, records), Purpose::Verdict)
    }

    fn gathered(
        wrapper: &AnyWrapper,
        schema: &Schema,
        (page, records): (&Page, &[Record<'_>]),
        purpose: Purpose,
    ) -> Self {
        let is_for_repair = purpose == Purpose::Repair;
        let mut profile = Self::new(schema);
        let limit = profile.sample_limit();
        let leaves = gather::cells(schema, records);
        let n_records = records.len();
        profile.pages = 1;
        profile.empty = u64::from(records.is_empty());
        profile.records.add(n_records as u64);
        if let Some(share) = wrapper.template_share(page) {
            profile.template.add(thousandths(share));
        }
        let shared = gather::shared_places(&leaves);
        let around = SurroundingsIndex::new(page, &wrapper.template_texts());
        let embedded = EmbeddedNames::of(page);
        let mut near = NearNames::new(&embedded);
        for (name, texts) in embedded.all() {
            profile.names.add(name, MAX_NAMES);
            let n_shown = texts.iter().filter(|text| around.has_text(text)).count();
            if 2 * n_shown >= texts.len() {
                profile.shown.add(name, MAX_NAMES);
            }
        }
        for (field, leaf) in profile.fields.iter_mut().zip(&leaves) {
            field.add_page(leaf, limit);
            for value in leaf.values() {
                field.in_menus += u64::from(around.is_in_menu(value.span));
                field.paths.add(&around.path(value.span), MAX_PLACES);
                field.captions.add(&around.caption(value.span), MAX_PLACES);
                let echoes = around.echoes(value);
                field.echoed += u64::from(!echoes.is_empty());
                for caption in &echoes {
                    field.echoes.add(caption, MAX_PLACES);
                }
                field.position.add(thousandths(around.position(value.span)));
                if is_for_repair {
                    field.headings.add(&around.heading(value.span), MAX_PLACES);
                }
                for mark in around.marks(value.span) {
                    field.marks.add(&mark, MAX_MARKS);
                }
                for name in embedded.names(&value.text) {
                    field.embedded.add(name, MAX_PLACES);
                }
                for name in near.of_value(&value.text) {
                    field.near.add(name, MAX_PLACES);
                }
            }
            field.shared =
                leaf.values().filter(|value| shared.contains(&value.span)).count() as u64;
        }
        profile.add_votes(wrapper, schema, page, records);
        if is_for_repair && schema.is_flat() && (1..=MAX_KNOWN_RECORDS).contains(&n_records) {
            let page = KnownPage {
                page: format!("{:016x}", sample::hash(page.source())),
                records: gather::texts(&leaves, n_records),
            };
            sample::merge_known(&mut profile.known, &[page]);
        }
        profile
    }

    /// The profile of pages with one record each, given the values of one field.
    pub fn of_values(schema: &Schema, position: usize, values: &[Option<Value<'_>>]) -> Self {
        let mut profile = Self::new(schema);
        let limit = profile.sample_limit();
        for value in values {
            profile.pages += 1;
            profile.records.add(1);
            let Some(field) = profile.fields.get_mut(position) else { continue };
            field.cells += 1;
            field.per_page.add(1);
            if let Some(value) = value {
                field.filled += 1;
                field.pages += 1;
                field.per_record.add(1);
                field.add_value(value, limit);
            }
        }
        profile
    }

    /// Adds the votes of the rules, if rules vote. Nested fields have no votes of their own.
    fn add_votes(
        &mut self,
        wrapper: &AnyWrapper,
        schema: &Schema,
        page: &Page,
        records: &[Record<'_>],
    ) {
        let AnyWrapper::Site(site) = wrapper else { return };
        let is_counted = records.iter().all(|record| record.confidence().is_some());
        // Where the records were read without confidence, the rules vote again.
        let votes = if is_counted { gather::votes(records) } else { site.votes(schema, page) };
        for (field, votes) in votes {
            let name = schema.fields().get(field).map(|field| &field.name);
            let field = self.fields.iter_mut().find(|field| Some(&field.name) == name);
            if let Some(field) = field {
                field.votes.add(u64::from(votes.share));
                field.contest.add(u64::from(votes.contest));
            }
        }
    }

    /// Adds the pages of another profile of the same fields.
    pub fn merge(&mut self, other: &Self) {
        let limit = self.sample_limit();
        self.pages = self.pages.saturating_add(other.pages);
        self.empty = self.empty.saturating_add(other.empty);
        self.records.merge(&other.records);
        self.template.merge(&other.template);
        for (field, others) in self.fields.iter_mut().zip(&other.fields) {
            field.merge(others, limit);
        }
        self.names.merge(&other.names, MAX_NAMES);
        self.shown.merge(&other.shown, MAX_NAMES);
        sample::merge_known(&mut self.known, &other.known);
    }

    /// Checks that the profile describes the fields of `schema`.
    ///
    /// # Errors
    /// If it describes other fields.
    pub fn check(&self, schema: &Schema) -> Result<(), ProfileMismatch> {
        let names: Vec<String> = leaves(schema).into_iter().map(|leaf| leaf.name).collect();
        if self.fields.iter().map(|field| &field.name).eq(&names) {
            return Ok(());
        }
        let of_profile: Vec<&str> = self.fields.iter().map(|field| field.name.as_str()).collect();
        Err(ProfileMismatch {
            of_profile: listed(&of_profile),
            of_wrapper: listed(&names.iter().map(String::as_str).collect::<Vec<_>>()),
        })
    }

    /// The number of values that the sample of each field may have.
    pub fn sample_limit(&self) -> usize {
        (MAX_SAMPLED / self.fields.len().max(1)).clamp(2, MAX_SAMPLED_PER_FIELD)
    }
}

/// Field names that a message lists.
const MAX_NAMED: usize = 6;

fn listed(names: &[&str]) -> String {
    let shown: Vec<String> =
        names.iter().take(MAX_NAMED).map(|name| format!("`{}`", kept(name))).collect();
    match names.len().saturating_sub(MAX_NAMED) {
        0 if names.is_empty() => "no field".to_owned(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
