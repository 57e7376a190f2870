//! How a page is read: its scopes, and in each of them the fields of one record.

use super::cache::landmarks::Landmarks;
use super::cache::shapes::ShapeCache;
use super::compile::CompiledField;
use super::matcher::RuleMatcher;
use super::matcher::eval::EvalContext;
use super::matcher::page_index::{NodeRange, PageIndex};
use super::nested::Nested;
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
    /// With their regions.
    pub(super) records: Vec<(NodeRange, Record<'p>)>,
    /// Whether they were found by their fields, because the rules for where records begin failed.
    is_relocated: bool,
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
        let records: Vec<Record<'p>> =
            found.records.into_iter().map(|(_, record)| record).collect();
        let mut warnings = nested.left_over();
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
                let record = self.record(schema, &matcher, nested)?;
                Some((matcher, record))
            };
            scopes.into_iter().filter_map(record).collect::<Vec<_>>()
        };
        let mut found = read(self.scopes(index, &landmarks));
        let relocation = Relocation { site: self, schema, index, landmarks: &landmarks };
        let better = relocation.better_than(found.iter().map(|(_, record)| record));
        let is_relocated = better.is_some();
        if let Some(better) = better {
            found = read(better);
        }
        let record = |(matcher, mut record): (RuleMatcher<'_, 'p>, Record<'p>)| {
            seen(&matcher, &mut record);
            (matcher.context.scope, record)
        };
        FoundRecords { records: found.into_iter().map(record).collect(), is_relocated }
    }

    pub(super) fn record<'p>(
        &self,
        schema: &Schema,
        matcher: &RuleMatcher<'_, 'p>,
        nested: &mut Nested<'p>,
    ) -> Option<Record<'p>> {
        let mut cells = Vec::with_capacity(self.fields.len());
        let rules = schema.fields().iter().zip(&self.fields).enumerate();
        cells.extend(rules.map(|(at, (field, rule))| {
            if field.is_nested() {
                return nested.take(at, matcher.context.index, matcher.context.scope);
            }
            cell(field, rule, matcher)
        }));
        let is_missing = |field: &usize| cells.get(*field).is_none_or(is_empty);
        if cells.iter().all(is_empty) || self.required().iter().any(is_missing) {
            return None;
        }
        Some(Record { cells })
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
