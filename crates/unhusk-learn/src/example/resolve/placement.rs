//! Counts the labels of each field, and how many of them could be placed.

use crate::example::error::LabelError;
use crate::example::labels::{GivenValue, shortened};
use crate::example::place::Label;
use std::collections::BTreeMap;
use unhusk_page::Page;
use unhusk_page::Warning;
use unhusk_wrapper::record::Schema;

/// Counts of labels, by field.
#[derive(Default)]
pub(in crate::example) struct PlacementCounts {
    fields: BTreeMap<Vec<usize>, FieldPlacement>,
}

#[derive(Default)]
struct FieldPlacement {
    n_labels: usize,
    n_placed: usize,
    first_text: String,
    cut: Option<Box<Warning>>,
}

impl PlacementCounts {
    pub(super) fn count(
        &mut self,
        field: &[usize],
        label: Option<&Label>,
        value: &GivenValue,
        page: &Page,
    ) {
        let count = self.fields.entry(field.to_vec()).or_default();
        count.n_labels += 1;
        count.n_placed += usize::from(label.is_some());
        if label.is_none() && count.cut.is_none() {
            count.cut = cut(page).map(Box::new);
        }
        if let (GivenValue::Text(text), true) = (value, count.n_labels == 1) {
            count.first_text = shortened(text);
        }
    }

    /// Reports a field of which no label could be placed: nothing can be learnt for it.
    pub(in crate::example) fn check(self, schema: &Schema) -> Result<(), LabelError> {
        for (path, count) in self.fields {
            if count.n_placed == 0 {
                return Err(LabelError::FieldUnplaced {
                    field: name(schema, &path),
                    n_labels: count.n_labels,
                    text: count.first_text,
                    cut: count.cut,
                });
            }
        }
        Ok(())
    }
}

/// The first limit at which a page was truncated, if any: a missing text may be beyond it.
pub(super) fn cut(page: &Page) -> Option<Warning> {
    page.warnings().find(|warning| matches!(warning, Warning::Truncated { .. })).cloned()
}

/// The name of a field; names of nested fields are joined with dots.
pub(super) fn name(schema: &Schema, path: &[usize]) -> String {
    let mut fields = schema.fields();
    let mut names = Vec::with_capacity(path.len());
    for position in path {
        let Some(field) = fields.get(*position) else { break };
        names.push(field.name.as_str());
        fields = &field.fields;
    }
    names.join(".")
}
