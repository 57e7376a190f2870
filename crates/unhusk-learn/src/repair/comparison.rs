//! What the old and the new wrapper read, field by field.

use crate::example::NamedPage;
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Confidence, Value};

/// What two wrappers read for one field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldComparison {
    /// The name of the field.
    pub field: String,
    /// The number of pages on which they read the field differently.
    pub n_changed: usize,
    /// The first page on which they do.
    pub example: Option<ReadExample>,
    /// The number of values that the new wrapper reads, and of those among them that it is not sure of.
    pub n_values: usize,
    /// See `n_values`.
    pub n_doubtful: usize,
}

/// What two wrappers read on one page: the first values that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadExample {
    /// The name of the page.
    pub page: String,
    /// What the old wrapper reads; `None` if it reads nothing there.
    pub before: Option<String>,
    /// What the new wrapper reads; `None` if it reads nothing there.
    pub after: Option<String>,
}

/// Compares what two wrappers read on pages, for each field of the new one. Values of nested fields are not compared.
pub fn compare_fields(
    old: &Wrapper,
    new: &Wrapper,
    pages: &[NamedPage<'_>],
) -> Vec<FieldComparison> {
    let comparison = |name: &String| FieldComparison {
        field: name.clone(),
        n_changed: 0,
        example: None,
        n_values: 0,
        n_doubtful: 0,
    };
    let names: Vec<String> = new.schema.fields().iter().map(|field| field.name.clone()).collect();
    let mut fields: Vec<FieldComparison> = names.iter().map(comparison).collect();
    for NamedPage { name, page } in pages {
        let (before, after) =
            (old.extract(page).records, new.extract_with_confidence(page).records);
        for (position, field) in fields.iter_mut().enumerate() {
            let was = old.schema.fields().iter().position(|one| one.name == field.field);
            let old_values = was.map_or(Vec::new(), |position| values(&before, position));
            let new_values = values(&after, position);
            field.n_values += new_values.len();
            let is_doubtful = |value: &&&Value<'_>| {
                value.confidence.is_some_and(|confidence| confidence < Confidence::DOUBT)
            };
            field.n_doubtful += new_values.iter().filter(is_doubtful).count();
            if let Some((before, after)) = first_difference(&old_values, &new_values) {
                field.n_changed += 1;
                let page = (*name).to_owned();
                field.example.get_or_insert(ReadExample { page, before, after });
            }
        }
    }
    fields
}

fn values<'r, 'p>(
    records: &'r [unhusk_wrapper::record::Record<'p>],
    field: usize,
) -> Vec<&'r Value<'p>> {
    records.iter().filter_map(|record| record.cells.get(field)).flat_map(Cell::values).collect()
}

/// The first values at the same position that differ; `None` if all are equal.
fn first_difference(
    before: &[&Value<'_>],
    after: &[&Value<'_>],
) -> Option<(Option<String>, Option<String>)> {
    let text = |values: &[&Value<'_>], at: usize| values.get(at).map(|one| one.text.to_string());
    (0..before.len().max(after.len()))
        .map(|at| (text(before, at), text(after, at)))
        .find(|(before, after)| before != after)
}
