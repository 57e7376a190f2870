//! The fallback: what is read by looks on a page where rules fail.

use super::align::LookReading;
use super::find::{LookSearch, LookedUp};
use super::items::{ItemPage, PageItem};
use super::{FieldLook, RecordLook};
use crate::record::{Cell, Record, Schema, Value};
use crate::site::Site;
use crate::site::compile::CompiledField;
use crate::site::cut::cut_span;
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::read::{FoundRecord, is_empty};
use crate::site::rule::{Records, Regions};
use std::cell::OnceCell;
use unhusk_page::{Span, Warning};

/// A page that is read by looks where rules fail.
pub(in crate::site) struct LookFallback<'a, 'p> {
    site: &'a Site,
    schema: &'a Schema,
    index: &'a PageIndex<'p>,
    regions: &'a Regions,
    look: &'a RecordLook,
    /// Made when a page is first looked at: most pages are read by rules alone.
    page: OnceCell<ItemPage<'a, 'p>>,
}

/// A value that was read by its look.
pub(in crate::site) struct LookedUpValue {
    /// The position of the field.
    pub(in crate::site) field: usize,
    /// How much the record looks like a labelled one.
    pub(in crate::site) likeness: f64,
}

/// A field is lost if fewer than one of this number of the records have it that should.
const LOST: usize = 4;
/// Least number of equal values that show that rules select a text of the template.
const MIN_SAME: usize = 4;
/// Least number of records that show that a field is lost.
const MIN_RECORDS: usize = 2;
/// Least percentage of labelled records that have a field which can be lost.
const MIN_PRESENCE: u8 = 60;
/// Records by looks are taken if rules found fewer than one of this number of them.
const CLEARLY: usize = 2;
/// Regions that rules found are worse if their score is less than this share of that of others.
const WORSE: f64 = 0.6;
/// Least likeness of a record in which rules are overruled.
const OVERRULES: f64 = 0.6;
/// Least likeness of a record in which values are read by their looks.
const MIN_LIKENESS: f64 = 0.4;

impl<'a, 'p> LookFallback<'a, 'p> {
    /// `None` if the wrapper does not know how records look.
    pub(in crate::site) fn of(
        site: &'a Site,
        schema: &'a Schema,
        index: &'a PageIndex<'p>,
    ) -> Option<Self> {
        let Records::Regions(regions) = site.records() else { return None };
        let look = regions.look.as_ref()?;
        Some(Self { site, schema, index, regions, look, page: OnceCell::new() })
    }

    /// The fields that hardly any record has, although most labelled ones have.
    pub(in crate::site) fn lost_fields<'r>(
        &self,
        records: &(impl Iterator<Item = &'r Record<'p>> + Clone),
    ) -> Vec<usize>
    where
        'p: 'r,
    {
        let n_records = records.clone().count();
        if n_records < MIN_RECORDS {
            return Vec::new();
        }
        let is_lost = |&(field, look): &(usize, &FieldLook)| {
            let n_filled = records.clone().filter(|record| !is_empty(&record.cells[field])).count();
            let values = records.clone().flat_map(|record| record.cells[field].values());
            look.presence >= MIN_PRESENCE
                && (100 * LOST * n_filled < n_records * usize::from(look.presence)
                    || look.is_distinct() && is_monotonous(values))
        };
        self.look.fields.iter().enumerate().filter(is_lost).map(|(field, _)| field).collect()
    }

    /// Regions that look like records, if they are clearly better than those that rules found, or `relocated` ones.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    pub(in crate::site) fn find(
        &self,
        found: &[NodeRange],
        relocated: Option<&[NodeRange]>,
    ) -> Option<Vec<NodeRange>> {
        let search = self.search();
        let best = search.best()?;
        let (score, likeness) = search.judge(relocated.unwrap_or(found));
        let own: f64 = best.regions.iter().map(|region| region.1.likeness).sum();
        let is_poor = || 2.0 * likeness < own / best.regions.len() as f64;
        let is_more = || best.regions.len() >= CLEARLY * found.len() && covers(&best, found);
        let is_better =
            score < WORSE * best.score && (relocated.is_some() || is_poor() || is_more());
        is_better.then(|| best.regions.iter().map(|region| region.0).collect())
    }

    /// Reads the values of lost fields by their looks.
    pub(in crate::site) fn mend(&self, records: &mut [FoundRecord<'p>], is_by_look: bool) {
        let lost = self.lost_fields(&records.iter().map(|found| &found.record));
        if lost.is_empty() && !is_by_look {
            return;
        }
        let every: Vec<usize> = (0..self.look.fields.len()).collect();
        let regions: Vec<NodeRange> = records.iter().map(|found| found.region).collect();
        let readings = self.search().read(&regions);
        for (reading, found) in readings.into_iter().zip(records) {
            let reading = reading.filter(|read| read.likeness >= MIN_LIKENESS);
            let Some(reading) = reading else { continue };
            let likeness = reading.likeness;
            let overrules = is_by_look && likeness >= OVERRULES;
            let fields = if overrules { &every } else { &lost };
            let filled = self.fill(&mut found.record, fields, &reading).into_iter();
            found.looked_up.extend(filled.map(|field| LookedUpValue { field, likeness }));
        }
    }

    /// Fills the cells of some lost fields; returns which it filled.
    fn fill(&self, record: &mut Record<'p>, fields: &[usize], reading: &LookReading) -> Vec<usize> {
        let mut filled = Vec::new();
        let taken: Vec<Span> = record
            .cells
            .iter()
            .enumerate()
            .filter(|(field, _)| !fields.contains(field))
            .flat_map(|(_, cell)| cell.values().iter().map(|value| value.span))
            .collect();
        for &field in fields {
            let items = reading.values.iter().filter(|value| value.0 == field);
            let mut values = items.filter_map(|(_, item)| self.value(field, item));
            let is_free = |value: &Value<'_>| {
                !taken.iter().any(|span| span.start < value.span.end && value.span.start < span.end)
            };
            let cell = if self.schema.fields()[field].many {
                Cell::Many(values.filter(is_free).collect())
            } else {
                values.find(is_free).map_or(Cell::Absent, Cell::One)
            };
            if !is_empty(&cell) && record.cells[field] != cell {
                record.cells[field] = cell;
                filled.push(field);
            }
        }
        filled
    }

    /// The value of a field in an item: all of it, or what a cut of the field leaves.
    fn value(&self, field: usize, item: &PageItem) -> Option<Value<'p>> {
        let rule: &CompiledField = self.site.fields.get(field)?;
        let cuts =
            rule.alternatives.iter().map(|one| (&one.alternative.cut, one.alternative.extent));
        let mut parts =
            cuts.filter_map(|(cut, extent)| cut_span(self.index.page(), item.span, cut, extent));
        let span = parts.next()?;
        Some(Value::inside(self.index.page(), span, rule.inside))
    }

    fn search(&self) -> LookSearch<'_, 'a, 'p> {
        let page =
            self.page.get_or_init(|| ItemPage::new(self.index, self.site.value_attributes()));
        let usual = self.regions.usual as usize;
        LookSearch::new(self.look, self.schema, page, (self.regions.reach, usual))
    }
}

/// Whether several values are nearly all the same: what rules select that have slipped to a text of the template.
fn is_monotonous<'r, 'p: 'r>(values: impl Iterator<Item = &'r Value<'p>>) -> bool {
    let mut texts: Vec<&str> = values.map(|value| value.text.as_ref()).collect();
    texts.sort_unstable();
    let most = texts.chunk_by(|a, b| a == b).map(<[&str]>::len).max().unwrap_or(0);
    most >= MIN_SAME && 5 * most >= 4 * texts.len()
}

/// Whether each of some regions is one of the records, is in one, or has one in it.
fn covers(best: &LookedUp, found: &[NodeRange]) -> bool {
    let is_known = |scope: &NodeRange| {
        best.regions
            .iter()
            .any(|(region, _)| region.holds(scope.first) || scope.holds(region.first))
    };
    found.iter().all(is_known)
}

/// Tells which fields were read by their looks.
pub(in crate::site) fn warning(schema: &Schema, records: &[FoundRecord<'_>]) -> Option<Warning> {
    let mut fields: Vec<usize> =
        records.iter().flat_map(|found| &found.looked_up).map(|value| value.field).collect();
    fields.sort_unstable();
    fields.dedup();
    let names: Vec<String> =
        fields.iter().map(|&field| schema.fields()[field].name.clone()).collect();
    (!names.is_empty()).then_some(Warning::FoundByLook { fields: names })
}
