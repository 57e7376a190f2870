//! Counts the labels of each field, and those with a place on their pages.

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
    /// Suggestion for the first text that is not on its page.
    help: String,
}

/// A label that was searched on a page.
pub(super) struct SoughtLabel<'l> {
    pub(super) value: &'l GivenValue,
    /// `None` if it is not on the page.
    pub(super) label: Option<&'l Label>,
    pub(super) page: &'l Page,
    /// A similar text, if it is not on the page.
    pub(super) help: &'l str,
}

impl PlacementCounts {
    pub(super) fn count(&mut self, field: &[usize], sought: &SoughtLabel<'_>) {
        let SoughtLabel { value, label, page, help } = *sought;
        let count = self.fields.entry(field.to_vec()).or_default();
        count.n_labels += 1;
        count.n_placed += usize::from(label.is_some());
        if label.is_none() && count.cut.is_none() {
            count.cut = cut(page).map(Box::new);
        }
        if count.n_labels > 1 {
            return;
        }
        match value {
            GivenValue::Text(text) => {
                count.first_text = shortened(text);
                help.clone_into(&mut count.help);
            }
            GivenValue::Attribute { attribute, .. } => {
                count.first_text = shortened(&format!("@{attribute}"));
            }
            _ => {}
        }
    }

    /// The fields of which no label could be placed, so that nothing can be learnt for them.
    pub(in crate::example) fn unplaced(self, schema: &Schema) -> Vec<UnplacedField> {
        let unplaced = self.fields.into_iter().filter(|(_, count)| count.n_placed == 0);
        let error = |path: &[usize], count: FieldPlacement| LabelError::FieldUnplaced {
            field: name(schema, path),
            n_labels: count.n_labels,
            text: count.first_text,
            cut: count.cut,
            help: count.help,
        };
        unplaced
            .map(|(path, count)| UnplacedField {
                n_labels: count.n_labels,
                error: error(&path, count),
                path,
            })
            .collect()
    }
}

/// A field of which no label is on its page.
pub(in crate::example) struct UnplacedField {
    /// Position of the field in the schema; several positions for a nested field.
    pub(in crate::example) path: Vec<usize>,
    pub(in crate::example) n_labels: usize,
    pub(in crate::example) error: LabelError,
}

/// The first limit at which a page was truncated, if any: a missing text may be beyond it.
pub(super) fn cut(page: &Page) -> Option<Warning> {
    page.warnings().find(|warning| matches!(warning, Warning::Truncated { .. })).cloned()
}

/// The name of a field; names of nested fields are joined with dots.
pub(in crate::example) fn name(schema: &Schema, path: &[usize]) -> String {
    let mut fields = schema.fields();
    let mut names = Vec::with_capacity(path.len());
    for position in path {
        let Some(field) = fields.get(*position) else { break };
        names.push(field.name.as_str());
        fields = &field.fields;
    }
    names.join(".")
}
