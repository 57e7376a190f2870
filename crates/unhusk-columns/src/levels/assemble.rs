//! Leaves -> rows, for tests: written from the definition of the levels, and independent of the code under test.

use super::{Leaf, LeafValues, Leaves};
use crate::column::{Column, ColumnShape, ColumnValue};

/// One entry of a leaf, with its value if it has one.
#[derive(Debug, Clone)]
struct Entry {
    repetition: i16,
    definition: i16,
    value: Option<ColumnValue<'static>>,
}

/// The rows of leaves.
pub(super) fn assemble(columns: &[Column], leaves: &Leaves) -> Vec<Vec<ColumnValue<'static>>> {
    let entries: Vec<Vec<Entry>> = leaves.leaves().iter().map(entries).collect();
    // A row begins at each entry of repetition level 0, in every leaf.
    let rows: Vec<Vec<&[Entry]>> = entries.iter().map(|all| split(all, 0)).collect();
    let row = |n: usize| {
        let of_row: Vec<&[Entry]> = rows.iter().map(|leaf| leaf[n]).collect();
        group(columns, &of_row, 0, 0)
    };
    (0..leaves.n_rows()).map(row).collect()
}

fn entries(leaf: &Leaf) -> Vec<Entry> {
    let mut n_values = 0;
    let mut all = Vec::new();
    for (at, definition) in leaf.definition.iter().enumerate() {
        let value = (*definition == leaf.max_definition).then(|| {
            n_values += 1;
            value(&leaf.values, n_values - 1)
        });
        let repetition = leaf.repetition.get(at).copied().unwrap_or(0);
        all.push(Entry { repetition, definition: *definition, value });
    }
    all
}

fn value(values: &LeafValues, at: usize) -> ColumnValue<'static> {
    match values {
        LeafValues::Text { bytes, ends } => {
            let start = if at == 0 { 0 } else { ends[at - 1] };
            let text = String::from_utf8(bytes[start..ends[at]].to_vec()).unwrap();
            ColumnValue::Text(text.into())
        }
        LeafValues::Integer(all) => ColumnValue::Integer(all[at]),
        LeafValues::Double(all) => ColumnValue::Double(all[at]),
        LeafValues::Decimal(all) => ColumnValue::Decimal(all[at]),
        LeafValues::Date(all) => ColumnValue::Date(all[at]),
        LeafValues::Timestamp(all) => ColumnValue::Timestamp(all[at]),
    }
}

/// Splits before each entry whose repetition level is `level` or lower.
fn split(entries: &[Entry], level: i16) -> Vec<&[Entry]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in 1..=entries.len() {
        if at == entries.len() || entries[at].repetition <= level {
            parts.push(&entries[start..at]);
            start = at;
        }
    }
    parts
}

fn group(
    columns: &[Column],
    leaves: &[&[Entry]],
    definition: i16,
    n_lists: i16,
) -> Vec<ColumnValue<'static>> {
    let mut first = 0;
    let mut values = Vec::new();
    for column in columns {
        let own = &leaves[first..first + column.n_leaves()];
        values.push(one(column, own, definition, n_lists));
        first += column.n_leaves();
    }
    values
}

/// Returns the value of a column; `definition` is the level at which everything around it exists, `n_lists` the number
/// of lists around it.
fn one(
    column: &Column,
    leaves: &[&[Entry]],
    definition: i16,
    n_lists: i16,
) -> ColumnValue<'static> {
    let here = leaves[0][0].definition;
    let definition = definition + i16::from(column.is_optional());
    if here < definition {
        return ColumnValue::Null;
    }
    match column.shape() {
        ColumnShape::Leaf(_) => leaves[0][0].value.clone().unwrap(),
        ColumnShape::Group(columns) => {
            ColumnValue::Group(group(columns, leaves, definition, n_lists))
        }
        ColumnShape::List(_) if here == definition => ColumnValue::List(Vec::new()),
        ColumnShape::List(element) => {
            let items: Vec<Vec<&[Entry]>> =
                leaves.iter().map(|leaf| split(leaf, n_lists + 1)).collect();
            let item = |n: usize| {
                let of_item: Vec<&[Entry]> = items.iter().map(|leaf| leaf[n]).collect();
                one(element, &of_item, definition + 1, n_lists + 1)
            };
            ColumnValue::List((0..items[0].len()).map(item).collect())
        }
    }
}
