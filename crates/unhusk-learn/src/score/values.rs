//! The labels and the extracted values of one page, grouped by field.

use super::ValueCounts;
use crate::example::{Example, Label, LabelCell, LabelledRecord};
use std::collections::BTreeMap;
use unhusk_page::{Span, squeeze};
use unhusk_wrapper::record::{Cell, Field, Record, Schema, Value};

/// Labels and extracted values of one leaf field on one page.
#[derive(Default)]
pub(super) struct FieldValues<'a> {
    pub(super) name: String,
    /// Labels that give a place.
    places: Vec<Span>,
    /// Labels that give a text.
    texts: Vec<&'a str>,
    /// Cells without a label.
    n_unknown: usize,
    read: Vec<&'a Value<'a>>,
}

/// Returns the leaf fields of a page in schema order.
pub(super) fn by_field<'a>(
    schema: &Schema,
    truth: &'a Example<'_>,
    records: &'a [Record<'a>],
) -> Vec<FieldValues<'a>> {
    let mut fields = Vec::new();
    let labelled: Vec<_> = truth.records.iter().collect();
    let read: Vec<_> = records.iter().collect();
    gather(schema.fields(), "", &labelled, &read, &mut fields);
    fields
}

fn gather<'a>(
    schema: &[Field],
    prefix: &str,
    labelled: &[&'a LabelledRecord],
    read: &[&'a Record<'a>],
    fields: &mut Vec<FieldValues<'a>>,
) {
    for (position, field) in schema.iter().enumerate() {
        let name = format!("{prefix}{}", field.name);
        let label_cells = labelled.iter().filter_map(|record| record.cells.get(position));
        let read_cells = read.iter().filter_map(|record| record.cells.get(position));
        if field.is_nested() {
            let labelled = label_cells.flat_map(nested_labels).collect::<Vec<_>>();
            let read = read_cells.flat_map(nested_records).collect::<Vec<_>>();
            gather(&field.fields, &format!("{name}."), &labelled, &read, fields);
            continue;
        }
        let mut values = FieldValues { name, ..FieldValues::default() };
        label_cells.for_each(|cell| values.add_labels(cell));
        read_cells.for_each(|cell| values.add_read(cell));
        fields.push(values);
    }
}

fn nested_labels(cell: &LabelCell) -> &[LabelledRecord] {
    if let LabelCell::Nested(records) = cell { records } else { &[] }
}

fn nested_records<'a>(cell: &'a Cell<'a>) -> &'a [Record<'a>] {
    if let Cell::Nested(records) = cell { records } else { &[] }
}

impl<'a> FieldValues<'a> {
    fn add_labels(&mut self, cell: &'a LabelCell) {
        match cell {
            LabelCell::Unknown => self.n_unknown += 1,
            LabelCell::Absent | LabelCell::Nested(_) => {}
            LabelCell::One(label) => self.add_label(label),
            LabelCell::Many(labels) => labels.iter().for_each(|label| self.add_label(label)),
        }
    }

    fn add_label(&mut self, label: &'a Label) {
        match (&label.text, label.candidates.first()) {
            (Some(text), _) => self.texts.push(text),
            (None, Some(place)) => self.places.push(place.span),
            (None, None) => self.n_unknown += 1,
        }
    }

    fn add_read(&mut self, cell: &'a Cell<'a>) {
        match cell {
            Cell::Absent | Cell::Nested(_) => {}
            Cell::One(value) => self.read.push(value),
            Cell::Many(values) => self.read.extend(values),
        }
    }

    /// Counts matches; an extracted value matches at most one label.
    pub(super) fn count(&self, complete: bool) -> ValueCounts {
        let mut by_place: BTreeMap<Span, usize> = BTreeMap::new();
        let mut by_text: BTreeMap<&str, usize> = BTreeMap::new();
        self.places.iter().for_each(|span| *by_place.entry(*span).or_default() += 1);
        self.texts.iter().for_each(|text| *by_text.entry(text).or_default() += 1);
        let mut unmatched = Vec::new();
        for value in &self.read {
            if !(take(&mut by_place, &value.span) || take(&mut by_text, &&*value.text)) {
                unmatched.push(&value.text);
            }
        }
        // Labels are resolved to places regardless of white space, so such a difference is right, too.
        let mut by_squeezed: BTreeMap<String, usize> = BTreeMap::new();
        for (text, left) in by_text.into_iter().filter(|(_, left)| *left > 0) {
            *by_squeezed.entry(squeeze(text)).or_default() += left;
        }
        unmatched.retain(|text| !take(&mut by_squeezed, &squeeze(text)));
        let (right, wrong) = (self.read.len() - unmatched.len(), unmatched.len());
        let n_labels = self.places.len() + self.texts.len();
        let surplus = if complete { usize::saturating_sub(wrong, self.n_unknown) } else { 0 };
        ValueCounts { right, surplus, missed: n_labels - right }
    }
}

fn take<K: Ord>(counts: &mut BTreeMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}
