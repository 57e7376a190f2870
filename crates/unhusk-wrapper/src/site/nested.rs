//! Records in records: inner records are read from the whole page, and each goes to the record around it.

use crate::Wrapper;
use crate::record::{Cell, Field, Record, Schema};
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::rule::FieldRule;
use std::ops::Range;
use unhusk_page::Warning;

/// The inner records of a page.
#[derive(Default)]
pub(super) struct Nested<'p> {
    /// By the position of the field.
    fields: Vec<Inner<'p>>,
}

/// The records of one field, by where they begin in the source.
#[derive(Default)]
struct Inner<'p> {
    name: String,
    records: Vec<(u32, Option<Record<'p>>)>,
}

impl<'p> Nested<'p> {
    /// Reads the inner records of all fields that hold records.
    pub(super) fn read(
        rules: &[FieldRule],
        schema: &Schema,
        index: &PageIndex<'p>,
        with_confidence: bool,
    ) -> Self {
        if rules.iter().all(|rule| rule.nested.is_none()) {
            return Self::default();
        }
        let fields = schema.fields().iter().zip(rules);
        Self {
            fields: fields
                .map(|(field, rule)| inner(field, rule, index, with_confidence))
                .collect(),
        }
    }

    /// Takes the records of a field that are in a scope.
    pub(super) fn take(
        &mut self,
        field: usize,
        index: &PageIndex<'_>,
        scope: NodeRange,
    ) -> Cell<'p> {
        let Some(inner) = self.fields.get_mut(field) else { return Cell::Nested(Vec::new()) };
        let range = source_of(index, scope);
        let first = inner.records.partition_point(|record| record.0 < range.start);
        let of_scope = inner.records[first..].iter_mut().take_while(|record| record.0 < range.end);
        Cell::Nested(of_scope.filter_map(|record| record.1.take()).collect())
    }

    /// Warnings about inner records that are in no record, by field.
    pub(super) fn left_over(&self) -> Vec<Warning> {
        let of_field = |inner: &Inner<'_>| {
            let n_left = inner.records.iter().filter(|record| record.1.is_some()).count();
            let what = match n_left {
                0 => return None,
                1 => "1 of its records is".to_owned(),
                n => format!("{n} of its records are"),
            };
            Some(Warning::Note(format!(
                "field `{}`: {what} in no record and was left out",
                inner.name
            )))
        };
        self.fields.iter().filter_map(of_field).collect()
    }
}

fn inner<'p>(
    field: &Field,
    rule: &FieldRule,
    index: &PageIndex<'p>,
    with_confidence: bool,
) -> Inner<'p> {
    let schema = Schema::new(field.fields.clone());
    let (Some(site), Ok(schema)) = (&rule.nested, schema) else { return Inner::default() };
    let records = site.read_on(&schema, index, with_confidence).records.into_iter();
    let mut records: Vec<_> =
        records.filter_map(|record| Some((begin(&record)?, Some(record)))).collect();
    records.sort_by_key(|record| record.0);
    Inner { name: field.name.clone(), records }
}

/// The beginning of the first value of a record. Recurses on the nesting of the schema, which is capped.
fn begin(record: &Record<'_>) -> Option<u32> {
    let of_cell = |cell: &Cell<'_>| match cell {
        Cell::Absent => None,
        Cell::One(value) => Some(value.span.start),
        Cell::Many(values) => values.iter().map(|value| value.span.start).min(),
        Cell::Nested(records) => records.iter().filter_map(begin).min(),
    };
    record.cells.iter().filter_map(of_cell).min()
}

/// The part of the source from a scope up to what follows it.
fn source_of(index: &PageIndex<'_>, scope: NodeRange) -> Range<u32> {
    if scope == index.whole() {
        return 0..u32::MAX;
    }
    // Elements that the source only implies have no place in it.
    let begin_from = |mut nodes: Range<u32>| {
        nodes.find_map(|node| Some(index.tree().span(index.id(node))?.start))
    };
    let start = begin_from(scope.first..scope.end).unwrap_or(0);
    start..begin_from(scope.end..index.whole().end).unwrap_or(u32::MAX)
}

/// Checks that every field has a rule, which reads records where the schema has records.
pub(super) fn check(rules: &[FieldRule], schema: &Schema) -> Result<(), String> {
    let (n_rules, n_fields) = (rules.len(), schema.fields().len());
    if n_rules != n_fields {
        return Err(format!("{n_rules} rules for {n_fields} fields"));
    }
    for (rule, field) in rules.iter().zip(schema.fields()) {
        match &rule.nested {
            Some(_) if !field.is_nested() => {
                return Err(format!(
                    "field `{}` holds values, but its rule reads records",
                    field.name
                ));
            }
            None if field.is_nested() && !rule.alternatives.is_empty() => {
                return Err(format!(
                    "field `{}` holds records, but its rule reads values",
                    field.name
                ));
            }
            Some(site) => {
                let inner = Schema::new(field.fields.clone()).map_err(|error| error.to_string())?;
                site.check(&inner).map_err(|why| format!("in field `{}`: {why}", field.name))?;
            }
            None => {}
        }
    }
    Ok(())
}
