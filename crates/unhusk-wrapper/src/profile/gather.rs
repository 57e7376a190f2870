//! The cells of records by field; nested fields become fields of their own.

use super::sample::{MAX_KNOWN_BYTES, cut};
use crate::record::{Cell, Datatype, Field, FieldType, Record, Schema, Value, Votes};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Span;

/// A field that is not nested, with its cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeafField<'r> {
    /// The field's name; `a.b` for a nested field.
    pub(crate) name: String,
    /// The datatype of the values, if the schema gives one.
    pub(crate) datatype: Option<Datatype>,
    /// The values of each record.
    pub(crate) cells: Vec<Vec<&'r Value<'r>>>,
}

impl<'r> LeafField<'r> {
    pub(super) fn values(&self) -> impl Iterator<Item = &'r Value<'r>> + '_ {
        self.cells.iter().flatten().copied()
    }
}

/// The leaf fields of a schema, without cells.
pub(super) fn leaves(schema: &Schema) -> Vec<LeafField<'static>> {
    cells(schema, &[])
}

/// The leaf fields of a schema, with their cells in `records`.
pub(crate) fn cells<'r>(schema: &Schema, records: &'r [Record<'r>]) -> Vec<LeafField<'r>> {
    let mut leaves = Vec::new();
    gather(schema.fields(), "", &records.iter().collect::<Vec<_>>(), &mut leaves);
    leaves
}

/// Recurses on the nesting of the schema, whose depth is limited.
fn gather<'r>(
    fields: &[Field],
    prefix: &str,
    records: &[&'r Record<'r>],
    leaves: &mut Vec<LeafField<'r>>,
) {
    for (position, field) in fields.iter().enumerate() {
        let name = format!("{prefix}{}", field.name);
        let cells = records.iter().filter_map(|record| record.cells.get(position));
        if field.is_nested() {
            let nested: Vec<&Record<'_>> = cells.flat_map(nested).collect();
            gather(&field.fields, &format!("{name}."), &nested, leaves);
        } else {
            let datatype = match &field.holds {
                Some(FieldType::Values(datatype)) => Some(*datatype),
                _ => None,
            };
            leaves.push(LeafField { name, datatype, cells: cells.map(values).collect() });
        }
    }
}

/// The votes on the single values of records, with the positions of their fields.
pub(super) fn votes(records: &[Record<'_>]) -> Vec<(usize, Votes)> {
    let cells = records.iter().flat_map(|record| record.cells.iter().enumerate());
    let of_cell = |(position, cell): (usize, &Cell<'_>)| match cell {
        Cell::One(value) => Some((position, value.confidence?.votes()?)),
        _ => None,
    };
    cells.filter_map(of_cell).collect()
}

fn nested<'r>(cell: &'r Cell<'r>) -> &'r [Record<'r>] {
    if let Cell::Nested(records) = cell { records } else { &[] }
}

/// The values of a cell that are not empty.
fn values<'r>(cell: &'r Cell<'r>) -> Vec<&'r Value<'r>> {
    cell.values().iter().filter(|value| !value.text.is_empty()).collect()
}

/// The spans that are values of several fields.
pub(super) fn shared_places(leaves: &[LeafField<'_>]) -> BTreeSet<Span> {
    let mut first: BTreeMap<Span, usize> = BTreeMap::new();
    let mut shared = BTreeSet::new();
    for (number, leaf) in leaves.iter().enumerate() {
        for value in leaf.values() {
            if *first.entry(value.span).or_insert(number) != number {
                shared.insert(value.span);
            }
        }
    }
    shared
}

/// The texts of the values of a flat schema, by record and field.
pub(super) fn texts(leaves: &[LeafField<'_>], n_records: usize) -> Vec<Vec<Vec<String>>> {
    let of_cell = |cell: &Vec<&Value<'_>>| -> Vec<String> {
        cell.iter().map(|value| cut(&value.text, MAX_KNOWN_BYTES).to_owned()).collect()
    };
    let of_record = |at: usize| {
        leaves.iter().map(|leaf| leaf.cells.get(at).map(of_cell).unwrap_or_default()).collect()
    };
    (0..n_records).map(of_record).collect()
}
