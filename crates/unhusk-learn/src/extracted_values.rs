//! The values that a wrapper reads from a page, so that two readings can be compared.

use std::collections::BTreeMap;
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::{Cell, Field, Record, Schema, Value};
use unhusk_wrapper::{AnyWrapper, Extract};

/// The values that were read from a page, each with its field.
pub(super) struct ExtractedValues<'p> {
    values: Vec<(FieldNumber, Value<'p>)>,
}

/// Number of a field among those that hold values.
type FieldNumber = usize;

impl<'p> ExtractedValues<'p> {
    pub(super) fn of(wrapper: &AnyWrapper, schema: &Schema, page: &'p Page) -> Self {
        Self::of_records(schema, wrapper.extract(schema, page).records)
    }

    /// The values of records that were read from a page.
    pub(super) fn of_records(
        schema: &Schema,
        records: impl IntoIterator<Item = Record<'p>>,
    ) -> Self {
        let mut values = Vec::new();
        for record in records {
            add_record(schema.fields(), record, 0, &mut values);
        }
        // Empty values have no place.
        values.retain(|(_, value)| !value.span.is_empty());
        Self { values }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn places(&self) -> impl Iterator<Item = Span> + '_ {
        self.values.iter().map(|(_, value)| value.span)
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.values.iter().map(|(_, value)| value.text.to_string())
    }

    fn texts_by_field(&self) -> impl Iterator<Item = (FieldNumber, &str)> {
        self.values.iter().map(|(field, value)| (*field, &*value.text))
    }

    /// Number of values that two readings of a page share: equal texts of the same field.
    pub(super) fn n_same(&self, other: &ExtractedValues<'_>) -> usize {
        let mut by_text = count_texts(other.texts_by_field());
        self.texts_by_field().filter(|text| take(&mut by_text, text)).count()
    }

    /// Returns the fields in which two readings of a page differ.
    pub(super) fn differing_fields<'a>(
        &'a self,
        other: &'a ExtractedValues<'_>,
    ) -> impl Iterator<Item = FieldNumber> + 'a {
        let mut surplus: BTreeMap<(FieldNumber, &str), isize> = BTreeMap::new();
        self.texts_by_field().for_each(|text| *surplus.entry(text).or_default() += 1);
        other.texts_by_field().for_each(|text| *surplus.entry(text).or_default() -= 1);
        surplus.into_iter().filter(|(_, surplus)| *surplus != 0).map(|((field, _), _)| field)
    }

    /// Number of the values that are read again for the same field from a changed page: at the place that `place`
    /// returns, or else at any place with the same text.
    pub(super) fn n_kept(
        &self,
        after: &ExtractedValues<'_>,
        place: impl Fn(Span) -> Option<Span>,
    ) -> usize {
        let mut by_place: BTreeMap<(FieldNumber, Span), Vec<&str>> = BTreeMap::new();
        for (field, value) in &after.values {
            by_place.entry((*field, value.span)).or_default().push(&value.text);
        }
        let mut elsewhere: Vec<(FieldNumber, &str)> = Vec::new();
        for (field, value) in &self.values {
            let there =
                place(value.span).and_then(|place| by_place.get_mut(&(*field, place))?.pop());
            if there.is_none() {
                elsewhere.push((*field, &value.text));
            }
        }
        let left = by_place
            .iter()
            .flat_map(|((field, _), texts)| texts.iter().map(|text| (*field, *text)));
        let mut by_text = count_texts(left);
        let n_missed = elsewhere.iter().filter(|key| !take(&mut by_text, key)).count();
        self.len() - n_missed
    }
}

fn count_texts<'a>(
    texts: impl Iterator<Item = (FieldNumber, &'a str)>,
) -> BTreeMap<(FieldNumber, &'a str), usize> {
    let mut counts = BTreeMap::new();
    texts.for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}

fn take<K: Ord>(counts: &mut BTreeMap<K, usize>, key: &K) -> bool {
    let count = counts.get_mut(key).filter(|count| **count > 0);
    count.map(|count| *count -= 1).is_some()
}

/// Adds the values of a record whose first field has the number `first`. Recurses on the nesting of the schema,
/// which is capped.
fn add_record<'p>(
    fields: &[Field],
    record: Record<'p>,
    first: FieldNumber,
    values: &mut Vec<(FieldNumber, Value<'p>)>,
) {
    let mut number = first;
    for (field, cell) in fields.iter().zip(record.cells) {
        match cell {
            Cell::Absent => {}
            Cell::One(value) => values.push((number, value)),
            Cell::Many(several) => values.extend(several.into_iter().map(|value| (number, value))),
            Cell::Nested(records) => {
                for record in records {
                    add_record(&field.fields, record, number, values);
                }
            }
        }
        number += n_leaves(field);
    }
}

/// Number of value fields that a field is or contains.
fn n_leaves(field: &Field) -> usize {
    if field.is_nested() { field.fields.iter().map(n_leaves).sum() } else { 1 }
}
