//! What a record is, and which columns its fields are.

use super::AllHeld;
use super::holds::{Held, Key, Way};
use crate::example::{Settled, TrainingSet};
use crate::site::cut;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use unhusk_wrapper::site::Cut;
use unhusk_wrapper::template::internal::part::sets;
use unhusk_wrapper::template::{Piece, Template};

/// What a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Page,
    /// A record of the set of this number.
    Set(usize),
}

impl Scope {
    /// What records may be: pages only if none has several.
    pub(super) fn all(template: &Template, examples: &TrainingSet<'_>) -> Vec<Self> {
        let mut found = Vec::new();
        sets(template.parts(), &mut found);
        let is_one = examples.examples().iter().all(|example| example.records.len() <= 1);
        let page = is_one.then_some(Self::Page);
        page.into_iter().chain((0..found.len()).map(Self::Set)).collect()
    }

    /// The record that a label stands in, if it stands in one.
    fn row(self, way: &Way) -> Option<usize> {
        match self {
            Self::Page => Some(0),
            Self::Set(set) => way.rows.iter().find(|(of, _)| *of == set).map(|(_, row)| *row),
        }
    }
}

/// Columns of a field that are read one instead of the other.
const MAX_ALTERNATIVES: usize = 8;

/// The columns that the fields are, if records are these.
#[derive(Debug)]
pub(super) struct Choice<'a> {
    scope: Scope,
    /// Of each field.
    fields: Vec<Vec<(Key, Cut)>>,
    /// The labels that are read so, with their examples and places.
    explained: Vec<(usize, &'a Held<'a>, &'a Way)>,
    /// How many records the labelled ones are of, where all are labelled.
    n_surplus: usize,
}

/// The best columns for all fields.
pub(super) fn choices<'a>(
    scope: Scope,
    examples: &TrainingSet<'_>,
    held: &'a AllHeld<'a>,
) -> Choice<'a> {
    let in_rows = in_rows(scope, held);
    let mut choice = Choice { scope, fields: Vec::new(), explained: Vec::new(), n_surplus: 0 };
    for field in 0..examples.schema().fields().len() {
        let labels: Vec<&InRow<'a>> =
            in_rows.iter().filter(|it| it.held.of.field == field).collect();
        let found = choice.columns(examples, &labels);
        choice.fields.push(found);
    }
    choice.n_surplus = n_surplus(scope, examples, held);
    choice
}

/// A label with the ways that are in the record of the page that its record is.
struct InRow<'a> {
    example: usize,
    held: &'a Held<'a>,
    ways: Vec<&'a Way>,
}

/// Finds the record of the page that each labelled record is: the one that holds most of its fields, each once.
fn in_rows<'a>(scope: Scope, held: &'a AllHeld<'a>) -> Vec<InRow<'a>> {
    let mut all = Vec::new();
    for (example, held) in held.iter().enumerate() {
        let mut taken: Vec<usize> = Vec::new();
        for record in held.chunk_by(|a, b| a.of.record == b.of.record) {
            let mut fields_of_rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for label in record {
                for row in label.ways.iter().filter_map(|way| scope.row(way)) {
                    fields_of_rows.entry(row).or_default().push(label.of.field);
                }
            }
            let n_fields = |fields: &mut Vec<usize>| {
                fields.dedup();
                fields.len()
            };
            let ranked = fields_of_rows.iter_mut().map(|(&row, fields)| {
                (
                    taken.contains(&row) && scope != Scope::Page,
                    std::cmp::Reverse(n_fields(fields)),
                    row,
                )
            });
            let Some((_, _, row)) = ranked.min() else { continue };
            taken.push(row);
            all.extend(record.iter().map(|held| InRow {
                example,
                held,
                ways: held.ways.iter().filter(|way| scope.row(way) == Some(row)).collect(),
            }));
        }
    }
    all
}

impl<'a> Choice<'a> {
    /// The columns that together hold most labels of a field, the best first.
    fn columns(&mut self, examples: &TrainingSet<'_>, labels: &[&InRow<'a>]) -> Vec<(Key, Cut)> {
        let (mut found, mut rejected): (Vec<(Key, Cut)>, Vec<Key>) = (Vec::new(), Vec::new());
        let mut open: Vec<&InRow<'a>> = labels.to_vec();
        while found.len() < MAX_ALTERNATIVES {
            let Some(key) = most_wanted(&open, &rejected) else { break };
            let way = |label: &InRow<'a>| label.ways.iter().find(|way| way.key == key).copied();
            let read: Vec<(&InRow<'a>, &'a Way)> =
                open.iter().filter_map(|label| Some((*label, way(label)?))).collect();
            rejected.push(key.clone());
            let Some(cut) = cut_of(examples, &key, &read) else { continue };
            self.explained
                .extend(read.iter().map(|(label, way)| (label.example, label.held, *way)));
            open.retain(|label| way(label).is_none());
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
            Scope::Page => None,
            Scope::Set(set) => Some(set),
        }
    }

    /// What explains more labels is better, then what reads fewer records that are not labelled, then what came first.
    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        let by_labels = self.n_explained().cmp(&other.n_explained());
        let by_surplus = other.n_surplus.cmp(&self.n_surplus);
        by_labels.then(by_surplus).then(Ordering::Greater)
    }

    /// What of which column is the value of which field.
    pub(super) fn pieces(&self) -> Vec<(usize, Piece)> {
        let mut pieces = Vec::new();
        for (field, keys) in self.fields.iter().enumerate() {
            for (key, cut) in keys {
                match key {
                    Key::Whole(column) => pieces.push((*column, Piece::whole(field))),
                    Key::Part(column) => {
                        pieces.push((*column, Piece { cut: cut.clone(), ..Piece::whole(field) }));
                    }
                    Key::Run(columns) => {
                        let joined = |(at, column): (usize, &usize)| {
                            (*column, Piece { joined: at > 0, ..Piece::whole(field) })
                        };
                        pieces.extend(columns.iter().enumerate().map(joined));
                    }
                }
            }
        }
        pieces
    }

    /// The places of labels that had several.
    pub(super) fn settled(&self) -> Vec<Settled> {
        let mut settled = Vec::new();
        for (example, held, way) in &self.explained {
            if held.of.label.candidates.len() > 1 {
                let (record, field) = (held.of.record, vec![held.of.field]);
                settled.push(Settled { example: *example, record, field, place: way.place });
            }
        }
        settled
    }
}

/// The columns that hold most labels; whole ones before parts before several, the first before others.
fn most_wanted(labels: &[&InRow<'_>], rejected: &[Key]) -> Option<Key> {
    let mut votes: BTreeMap<&Key, usize> = BTreeMap::new();
    for label in labels {
        let mut keys: Vec<&Key> = label.ways.iter().map(|way| &way.key).collect();
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
fn cut_of(examples: &TrainingSet<'_>, key: &Key, read: &[(&InRow<'_>, &Way)]) -> Option<Cut> {
    if !matches!(key, Key::Part(_)) {
        return Some(Cut::default());
    }
    let parts: Vec<cut::Part<'_>> = read
        .iter()
        .filter_map(|(label, way)| {
            let page = examples.examples()[label.example].page;
            Some((page.slice(way.part.0)?, way.part.1.clone()))
        })
        .collect();
    cut::learn(&parts)
}

/// How many more records there are of a set on pages of which all records are labelled. A page that has more records
/// than are labelled is not one.
fn n_surplus(scope: Scope, examples: &TrainingSet<'_>, held: &AllHeld<'_>) -> usize {
    let of_page = |(example, held): (usize, &Vec<Held<'_>>)| {
        let example = &examples.examples()[example];
        let rows = held.iter().flat_map(|held| &held.ways).filter_map(|way| scope.row(way));
        let n_rows = rows.max().map_or(0, |last| last + 1);
        match scope {
            Scope::Page => usize::from(!example.complete),
            Scope::Set(_) if example.complete => n_rows.saturating_sub(example.records.len()),
            Scope::Set(_) => 0,
        }
    };
    held.iter().enumerate().map(of_page).sum()
}
