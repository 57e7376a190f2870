//! What a record is, and which columns its fields are.

use super::AllHeld;
use super::holds::{BoundLabel, ColumnKey, LabelBinding};
use crate::example::{Disambiguated, TrainingSet};
use crate::site::cut;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use unhusk_wrapper::site::Cut;
use unhusk_wrapper::template::internal::part::sets;
use unhusk_wrapper::template::{FieldPiece, Template};

/// What a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordScope {
    Page,
    /// A record of the set of this number.
    Set(usize),
}

impl RecordScope {
    /// What records may be: pages only if none has several.
    pub(super) fn all(template: &Template, examples: &TrainingSet<'_>) -> Vec<Self> {
        let mut found = Vec::new();
        sets(template.parts(), &mut found);
        let is_one = examples.examples().iter().all(|example| example.records.len() <= 1);
        let page = is_one.then_some(Self::Page);
        page.into_iter().chain((0..found.len()).map(Self::Set)).collect()
    }

    /// The record that a label stands in, if it stands in one.
    fn row(self, binding: &LabelBinding) -> Option<usize> {
        match self {
            Self::Page => Some(0),
            Self::Set(set) => binding.rows.iter().find(|(of, _)| *of == set).map(|(_, row)| *row),
        }
    }
}

/// Columns of a field that are read one instead of the other.
const MAX_ALTERNATIVES: usize = 8;

/// The columns that the fields are, if records are these.
#[derive(Debug)]
pub(super) struct ColumnChoice<'a> {
    scope: RecordScope,
    /// Of each field.
    fields: Vec<Vec<(ColumnKey, Cut)>>,
    /// The labels that are read so, with their examples and places.
    explained: Vec<(usize, &'a BoundLabel<'a>, &'a LabelBinding)>,
    /// How many records the labelled ones are of, where all are labelled.
    n_surplus: usize,
}

/// The best columns for all fields.
pub(super) fn choices<'a>(
    scope: RecordScope,
    examples: &TrainingSet<'_>,
    held: &'a AllHeld<'a>,
) -> ColumnChoice<'a> {
    let in_rows = in_rows(scope, held);
    let mut choice =
        ColumnChoice { scope, fields: Vec::new(), explained: Vec::new(), n_surplus: 0 };
    for field in 0..examples.schema().fields().len() {
        let labels: Vec<&InRow<'a>> =
            in_rows.iter().filter(|it| it.held.of.field == field).collect();
        let found = choice.columns(examples, &labels);
        choice.fields.push(found);
    }
    choice.n_surplus = n_surplus(scope, examples, held);
    choice
}

/// A label with the bindings that are in the record of the page that its record is.
struct InRow<'a> {
    example: usize,
    held: &'a BoundLabel<'a>,
    bindings: Vec<&'a LabelBinding>,
}

/// Finds the record of the page that each labelled record is: the one that holds most of its fields, each once.
fn in_rows<'a>(scope: RecordScope, held: &'a AllHeld<'a>) -> Vec<InRow<'a>> {
    let mut all = Vec::new();
    for (example, held) in held.iter().enumerate() {
        let mut taken: Vec<usize> = Vec::new();
        for record in held.chunk_by(|a, b| a.of.record == b.of.record) {
            let mut fields_of_rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for label in record {
                for row in label.bindings.iter().filter_map(|binding| scope.row(binding)) {
                    fields_of_rows.entry(row).or_default().push(label.of.field);
                }
            }
            let n_fields = |fields: &mut Vec<usize>| {
                fields.dedup();
                fields.len()
            };
            let ranked = fields_of_rows.iter_mut().map(|(&row, fields)| {
                (
                    taken.contains(&row) && scope != RecordScope::Page,
                    std::cmp::Reverse(n_fields(fields)),
                    row,
                )
            });
            let Some((_, _, row)) = ranked.min() else { continue };
            taken.push(row);
            all.extend(
                record.iter().map(|held| InRow {
                    example,
                    held,
                    bindings: held
                        .bindings
                        .iter()
                        .filter(|binding| scope.row(binding) == Some(row))
                        .collect(),
                }),
            );
        }
    }
    all
}

impl<'a> ColumnChoice<'a> {
    /// The columns that together hold most labels of a field, the best first.
    fn columns(
        &mut self,
        examples: &TrainingSet<'_>,
        labels: &[&InRow<'a>],
    ) -> Vec<(ColumnKey, Cut)> {
        let (mut found, mut rejected): (Vec<(ColumnKey, Cut)>, Vec<ColumnKey>) =
            (Vec::new(), Vec::new());
        let mut open: Vec<&InRow<'a>> = labels.to_vec();
        while found.len() < MAX_ALTERNATIVES {
            let Some(key) = most_wanted(&open, &rejected) else { break };
            let binding = |label: &InRow<'a>| {
                label.bindings.iter().find(|binding| binding.key == key).copied()
            };
            let read: Vec<(&InRow<'a>, &'a LabelBinding)> =
                open.iter().filter_map(|label| Some((*label, binding(label)?))).collect();
            rejected.push(key.clone());
            let Some(cut) = cut_of(examples, &key, &read) else { continue };
            self.explained
                .extend(read.iter().map(|(label, binding)| (label.example, label.held, *binding)));
            open.retain(|label| binding(label).is_none());
            found.push((key, cut));
        }
        found
    }

    pub(super) fn n_explained(&self) -> usize {
        self.explained.len()
    }

    /// Whether a field has no column.
    pub(super) fn lacks(&self, field: usize) -> bool {
        self.fields[field].is_empty()
    }

    /// The number of the set whose records are read; none if pages are records.
    pub(super) fn set(&self) -> Option<usize> {
        match self.scope {
            RecordScope::Page => None,
            RecordScope::Set(set) => Some(set),
        }
    }

    /// What explains more labels is better, then what reads fewer records that are not labelled, then what came first.
    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        let by_labels = self.n_explained().cmp(&other.n_explained());
        let by_surplus = other.n_surplus.cmp(&self.n_surplus);
        by_labels.then(by_surplus).then(Ordering::Greater)
    }

    /// What of which column is the value of which field.
    pub(super) fn pieces(&self) -> Vec<(usize, FieldPiece)> {
        let mut pieces = Vec::new();
        for (field, keys) in self.fields.iter().enumerate() {
            for (key, cut) in keys {
                match key {
                    ColumnKey::Whole(column) => pieces.push((*column, FieldPiece::whole(field))),
                    ColumnKey::Part(column) => {
                        pieces.push((
                            *column,
                            FieldPiece { cut: cut.clone(), ..FieldPiece::whole(field) },
                        ));
                    }
                    ColumnKey::Run(columns) => {
                        let joined = |(at, column): (usize, &usize)| {
                            (*column, FieldPiece { joined: at > 0, ..FieldPiece::whole(field) })
                        };
                        pieces.extend(columns.iter().enumerate().map(joined));
                    }
                }
            }
        }
        pieces
    }

    /// The places of labels that had several.
    pub(super) fn disambiguated(&self) -> Vec<Disambiguated> {
        let mut disambiguated = Vec::new();
        for (example, held, binding) in &self.explained {
            if held.of.label.candidates.len() > 1 {
                let (record, field) = (held.of.record, vec![held.of.field]);
                disambiguated.push(Disambiguated {
                    example: *example,
                    record,
                    field,
                    place: binding.place,
                });
            }
        }
        disambiguated
    }
}

/// The columns that hold most labels; whole ones before parts before several, the first before others.
fn most_wanted(labels: &[&InRow<'_>], rejected: &[ColumnKey]) -> Option<ColumnKey> {
    let mut votes: BTreeMap<&ColumnKey, usize> = BTreeMap::new();
    for label in labels {
        let mut keys: Vec<&ColumnKey> = label.bindings.iter().map(|binding| &binding.key).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys.into_iter().filter(|key| !rejected.contains(key)) {
            *votes.entry(key).or_default() += 1;
        }
    }
    let best = votes.into_iter().min_by_key(|(key, n)| (std::cmp::Reverse(*n), (*key).clone()));
    best.map(|(key, _)| key.clone())
}

/// What takes the labels out of their columns; none if nothing takes all.
fn cut_of(
    examples: &TrainingSet<'_>,
    key: &ColumnKey,
    read: &[(&InRow<'_>, &LabelBinding)],
) -> Option<Cut> {
    if !matches!(key, ColumnKey::Part(_)) {
        return Some(Cut::default());
    }
    let parts: Vec<cut::CutExample<'_>> = read
        .iter()
        .filter_map(|(label, binding)| {
            let page = examples.examples()[label.example].page;
            Some((page.slice(binding.part.0)?, binding.part.1.clone()))
        })
        .collect();
    cut::learn(&parts)
}

/// How many more records there are of a set on pages of which all records are labelled. A page that has more records
/// than are labelled is not one.
fn n_surplus(scope: RecordScope, examples: &TrainingSet<'_>, held: &AllHeld<'_>) -> usize {
    let of_page = |(example, held): (usize, &Vec<BoundLabel<'_>>)| {
        let example = &examples.examples()[example];
        let rows =
            held.iter().flat_map(|held| &held.bindings).filter_map(|binding| scope.row(binding));
        let n_rows = rows.max().map_or(0, |last| last + 1);
        match scope {
            RecordScope::Page => usize::from(!example.complete),
            RecordScope::Set(_) if example.complete => n_rows.saturating_sub(example.records.len()),
            RecordScope::Set(_) => 0,
        }
    };
    held.iter().enumerate().map(of_page).sum()
}
