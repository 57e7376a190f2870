//! How a page is read: its scopes, and in each of them the fields of one record.

use super::cache::landmarks::Landmarks;
use super::cache::shapes::ShapeCache;
use super::compile::CompiledField;
use super::matcher::RuleMatcher;
use super::matcher::eval::EvalContext;
use super::matcher::page_index::{NodeRange, PageIndex};
use super::nested::Nested;
use super::record_look::fallback::{self, LookFallback, LookedUpValue};
use super::relocate::Relocation;
use super::vote::confidence;
use super::{Records, Site, layouts, nested, regions, relocate};
use crate::delimiter::DelimiterWrapper;
use crate::record::{Cell, Field, Record, Schema, Value};
use crate::{Extract, RawExtraction};
use std::sync::Arc;
use unhusk_page::Page;

/// The records of a page.
pub(super) struct FoundRecords<'p> {
    pub(super) records: Vec<FoundRecord<'p>>,
    /// Whether they were found by their fields or looks, because the rules for where records begin failed.
    is_relocated: bool,
}

/// A record with its region.
pub(super) struct FoundRecord<'p> {
    pub(super) region: NodeRange,
    pub(super) record: Record<'p>,
    /// The values that were read by their looks, because the rules of their fields failed.
    pub(super) looked_up: Vec<LookedUpValue>,
}

/// Regions that are better than those that the rules for where records begin find.
enum OtherRegions {
    /// They look like labelled records.
    ByLook(Vec<NodeRange>),
    /// Rules read most fields in them.
    ByFields(Vec<NodeRange>),
}

impl Extract for Site {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.read(schema, page, false)
    }

    fn extract_with_confidence<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.read(schema, page, true)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        match &self.saved.records {
            Records::Sequence(rule) => rule.check(schema),
            Records::Layouts(layouts) => {
                layouts.iter().try_for_each(|layout| layout.site.check(schema))
            }
            Records::Page | Records::Regions(_) => nested::check(self.fields(), schema),
        }
    }
}

impl Site {
    fn read<'p>(
        &self,
        schema: &Schema,
        page: &'p Page,
        with_confidence: bool,
    ) -> RawExtraction<'p> {
        match &self.saved.records {
            // Delimiters read the source, not the tree.
            Records::Sequence(rule) => read_sequence(rule, schema, page, with_confidence),
            _ => self.read_on(schema, &self.index(page), with_confidence),
        }
    }

    /// Reads a page by its index.
    pub(super) fn read_on<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        with_confidence: bool,
    ) -> RawExtraction<'p> {
        match &self.saved.records {
            Records::Sequence(rule) => read_sequence(rule, schema, index.page(), with_confidence),
            Records::Layouts(layouts) => match self.layouts.of(index) {
                // A layout has no layouts of its own.
                Some(layout) => layouts[layout].site.read_on(schema, index, with_confidence),
                None => layouts::none_fits(),
            },
            Records::Page | Records::Regions(_) => {
                self.read_records(schema, index, with_confidence)
            }
        }
    }

    /// Reads a page that is one record, or has regions of records.
    fn read_records<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        with_confidence: bool,
    ) -> RawExtraction<'p> {
        let is_record = confidence::is_record(&self.saved.records);
        let seen = |matcher: &RuleMatcher<'_, 'p>, record: &mut Record<'p>| {
            if with_confidence {
                confidence::set(record, schema, &self.fields, matcher, is_record);
            }
        };
        let mut nested = Nested::read(self.fields(), schema, index, with_confidence);
        let found = self.each_record(schema, index, &mut nested, seen);
        let mut warnings = nested.left_over();
        warnings.extend(fallback::warning(schema, &found.records));
        let record = |mut found: FoundRecord<'p>| {
            if with_confidence {
                confidence::set_looked_up(&mut found.record, &found.looked_up);
            }
            found.record
        };
        let records: Vec<Record<'p>> = found.records.into_iter().map(record).collect();
        warnings.extend(found.is_relocated.then(relocate::warning));
        warnings.extend(regions::too_few(&self.saved.records, records.len()));
        RawExtraction { records, warnings }
    }

    /// The index of a page for the rules of this wrapper.
    pub(super) fn index<'p>(&self, page: &'p Page) -> PageIndex<'p> {
        PageIndex::for_tokens(page, &self.tokens)
    }

    /// The records of a page; calls `seen` with each as it is found.
    pub(super) fn each_record<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        nested: &mut Nested<'p>,
        seen: impl Fn(&RuleMatcher<'_, 'p>, &mut Record<'p>),
    ) -> FoundRecords<'p> {
        let landmarks =
            Landmarks::new(Arc::clone(&self.landmarks)).beginning(Arc::clone(&self.prefixes));
        let shapes = ShapeCache::new(index, &self.footprint);
        let mut read = |scopes: Vec<NodeRange>| {
            let is_alone = scopes.len() == 1;
            let record = |scope| {
                let context = EvalContext { index, scope, landmarks: &landmarks };
                let matcher = if is_alone {
                    RuleMatcher::new(context)
                } else {
                    RuleMatcher::among(context, &shapes)
                };
                let record = self.cells(schema, &matcher, nested);
                (matcher, record)
            };
            scopes.into_iter().map(record).collect::<Vec<_>>()
        };
        let mut found = read(self.scopes(index, &landmarks));
        found.retain(|(_, record)| self.is_record(record));
        let relocation = Relocation { site: self, schema, index, landmarks: &landmarks };
        let fallback = LookFallback::of(self, schema, index);
        let other = other_regions(&relocation, fallback.as_ref(), &found);
        let (is_relocated, is_by_look) =
            (other.is_some(), matches!(other, Some(OtherRegions::ByLook(_))));
        if let Some(OtherRegions::ByLook(regions) | OtherRegions::ByFields(regions)) = other {
            found = read(regions);
        }
        let record = |(matcher, mut record): (RuleMatcher<'_, 'p>, Record<'p>)| {
            seen(&matcher, &mut record);
            FoundRecord { region: matcher.context.scope, record, looked_up: Vec::new() }
        };
        let mut records: Vec<FoundRecord<'p>> = found.into_iter().map(record).collect();
        if let Some(fallback) = fallback {
            fallback.mend(&mut records, is_by_look);
        }
        // Whether a region that looks like a record is one does not hang on a single field.
        let is_record = |record: &Record<'_>| {
            if is_by_look { !record.cells.iter().all(is_empty) } else { self.is_record(record) }
        };
        records.retain(|found| is_record(&found.record));
        FoundRecords { records, is_relocated }
    }

    pub(super) fn record<'p>(
        &self,
        schema: &Schema,
        matcher: &RuleMatcher<'_, 'p>,
        nested: &mut Nested<'p>,
    ) -> Option<Record<'p>> {
        let record = self.cells(schema, matcher, nested);
        self.is_record(&record).then_some(record)
    }

    /// What the rules read in a region, be it a record or not.
    fn cells<'p>(
        &self,
        schema: &Schema,
        matcher: &RuleMatcher<'_, 'p>,
        nested: &mut Nested<'p>,
    ) -> Record<'p> {
        let mut cells = Vec::with_capacity(self.fields.len());
        let rules = schema.fields().iter().zip(&self.fields).enumerate();
        cells.extend(rules.map(|(at, (field, rule))| {
            if field.is_nested() {
                return nested.take(at, matcher.context.index, matcher.context.scope);
            }
            cell(field, rule, matcher)
        }));
        Record { cells }
    }

    /// Whether a region has a value, and all fields without which it is no record.
    fn is_record(&self, Record { cells }: &Record<'_>) -> bool {
        let is_missing = |field: &usize| cells.get(*field).is_none_or(is_empty);
        !cells.iter().all(is_empty) && !self.required().iter().any(is_missing)
    }

    fn required(&self) -> &[usize] {
        match &self.saved.records {
            Records::Regions(regions) => &regions.required,
            _ => &[],
        }
    }

    /// The regions of the records; the whole page if it is one record.
    pub(super) fn scopes(&self, index: &PageIndex<'_>, landmarks: &Landmarks) -> Vec<NodeRange> {
        match &self.saved.records {
            Records::Page | Records::Sequence(_) | Records::Layouts(_) => vec![index.whole()],
            Records::Regions(regions) => {
                let matcher =
                    RuleMatcher::new(EvalContext { index, scope: index.whole(), landmarks });
                regions::regions(&self.begin, regions.reach, &matcher)
            }
        }
    }
}

/// Other regions than those in which rules found records, if rules fail on the page and others are clearly better.
fn other_regions<'p>(
    relocation: &Relocation<'_, 'p>,
    fallback: Option<&LookFallback<'_, 'p>>,
    found: &[(RuleMatcher<'_, 'p>, Record<'p>)],
) -> Option<OtherRegions> {
    let records = found.iter().map(|found| &found.1);
    let is_few = relocation.is_too_few(found.len());
    let by_fields = if is_few { relocation.better_than(records.clone()) } else { None };
    let by_look = fallback.and_then(|fallback| {
        if !is_few && fallback.lost_fields(&records).is_empty() {
            return None;
        }
        let regions: Vec<NodeRange> = found.iter().map(|found| found.0.context.scope).collect();
        fallback.find(&regions, by_fields.as_deref())
    });
    by_look.map(OtherRegions::ByLook).or(by_fields.map(OtherRegions::ByFields))
}

fn cell<'p>(field: &Field, rule: &CompiledField, matcher: &RuleMatcher<'_, 'p>) -> Cell<'p> {
    let value = |span| Value::inside(matcher.context.index.page(), span, rule.inside);
    if field.many {
        return Cell::Many(rule.read(matcher, field).into_iter().map(value).collect());
    }
    rule.one(matcher, field).map_or(Cell::Absent, |span| Cell::One(value(span)))
}

pub(super) fn is_empty(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Many(values) => values.is_empty(),
        Cell::Nested(records) => records.is_empty(),
        _ => *cell == Cell::Absent,
    }
}

fn read_sequence<'p>(
    rule: &DelimiterWrapper,
    schema: &Schema,
    page: &'p Page,
    with_confidence: bool,
) -> RawExtraction<'p> {
    if with_confidence {
        rule.extract_with_confidence(schema, page)
    } else {
        rule.extract(schema, page)
    }
}
