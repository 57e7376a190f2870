//! Drafts -> template: which records are read, what their fields are called, what may be left out.

use super::InduceSettings;
use super::corpus::Corpus;
use super::draft::{CellAt, ColumnDraft, Draft, SetDraft};
use super::names::{self, Names};
use std::collections::BTreeSet;
use unhusk_wrapper::profile::types;
use unhusk_wrapper::record::{Datatype, Field, FieldType};
use unhusk_wrapper::template::{Part, Set};

/// Parts with the fields of the records that they read.
pub(super) struct Finished {
    pub(super) parts: Vec<Part>,
    pub(super) fields: Vec<Field>,
    /// The number of the set whose records are read.
    pub(super) records: Option<usize>,
}

/// The share of all values' characters that the records of a set have at least, if they are the page's data.
pub(super) const MIN_SHARE: f64 = 0.68;
/// The share of records in which a column was seen that is a field.
const MIN_SEEN: f64 = 0.2;

/// Finishes a template.
pub(super) fn finish(
    corpus: &Corpus<'_, '_>,
    mut drafts: Vec<Draft>,
    settings: &InduceSettings,
) -> Finished {
    let (n_pages, all) = (corpus.pages.len(), settings.all_columns);
    let records = if settings.whole_pages { None } else { data_set(corpus, &drafts) };
    let mut finisher = Finisher { corpus, all, fields: Vec::new(), n_sets: 0, wanted: records };
    let (parts, fields) = finisher.level(&mut drafts, n_pages, records.is_none());
    let fields = if records.is_none() { fields } else { finisher.fields };
    Finished { parts, fields, records }
}

/// The number of the set that holds most of the data; none if the page is the record.
#[expect(clippy::cast_precision_loss, reason = "counts of characters")]
fn data_set(corpus: &Corpus<'_, '_>, drafts: &[Draft]) -> Option<usize> {
    let n_all = chars(corpus, drafts) as f64;
    let mut number = 0;
    let mut best: Option<(usize, usize)> = None;
    for draft in drafts {
        let Draft::Set(set) = draft else { continue };
        let n = chars(corpus, &set.parts);
        // What most pages lack is not their data.
        let is_usual = 2 * set.scopes.len() >= corpus.pages.len();
        if is_usual && best.is_none_or(|best| n > best.1) {
            best = Some((number, n));
        }
        number += count_sets(std::slice::from_ref(draft));
    }
    best.filter(|best| best.1 > 0 && best.1 as f64 >= MIN_SHARE * n_all).map(|best| best.0)
}

fn count_sets(drafts: &[Draft]) -> usize {
    let n = |draft: &Draft| match draft {
        Draft::Column(_) => 0,
        Draft::Set(set) => 1 + count_sets(&set.parts),
    };
    drafts.iter().map(n).sum()
}

/// The characters of all values.
fn chars(corpus: &Corpus<'_, '_>, drafts: &[Draft]) -> usize {
    let n = |draft: &Draft| match draft {
        Draft::Column(column) if column.column.text.is_some() => 0,
        Draft::Column(column) => column
            .cells
            .iter()
            .map(|cell| corpus.pages[cell.page].all()[cell.leaf].text.len())
            .sum(),
        Draft::Set(set) => chars(corpus, &set.parts),
    };
    drafts.iter().map(n).sum()
}

struct Finisher<'a, 'b, 'p> {
    corpus: &'a Corpus<'b, 'p>,
    all: bool,
    /// The fields of the set that is wanted.
    fields: Vec<Field>,
    n_sets: usize,
    wanted: Option<usize>,
}

impl Finisher<'_, '_, '_> {
    /// The parts of a level, and its fields if they are wanted. Recurses on the nesting of sets, which is capped.
    fn level(
        &mut self,
        drafts: &mut [Draft],
        total: usize,
        is_wanted: bool,
    ) -> (Vec<Part>, Vec<Field>) {
        let (mut names, mut fields) = (Names::default(), Vec::new());
        let mut before: Option<String> = None;
        let mut parts: Vec<(Part, BTreeSet<usize>)> = Vec::new();
        for draft in drafts {
            match draft {
                Draft::Column(column) => {
                    if is_wanted && self.is_field(column, total) {
                        let name = names::of_column(self.corpus, column, before.as_deref());
                        column.column.field = Some(fields.len());
                        let mut field = Field::new(names.unique(name));
                        field.optional = (column.column.seen as usize) < total;
                        field.holds = datatype(self.corpus, column).map(FieldType::Values);
                        fields.push(field);
                    }
                    before.clone_from(&column.column.text);
                    let scopes = column.cells.iter().map(|cell| cell.scope).collect();
                    parts.push((Part::Column(column.column.clone()), scopes));
                }
                Draft::Set(set) => {
                    let is_field = is_wanted && self.is_seen(set.scopes.len(), total);
                    let (mut part, inner) = self.set(set, is_field);
                    if is_field && !inner.is_empty() {
                        let name =
                            names::of_set(self.corpus, (set.rows[0].page, set.rows[0].first));
                        part.field = Some(fields.len());
                        fields.push(Field::nested(names.unique(name), inner));
                    }
                    before = None;
                    parts.push((Part::Set(part), set.scopes.clone()));
                }
            }
        }
        (grouped(parts, total), fields)
    }

    fn set(&mut self, set: &mut SetDraft, is_field: bool) -> (Set, Vec<Field>) {
        let number = self.n_sets;
        self.n_sets += 1;
        let is_wanted = self.wanted == Some(number);
        let (parts, fields) = self.level(&mut set.parts, set.rows.len(), is_field || is_wanted);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (seen, of) = (count(set.scopes.len()), count(set.rows.len()));
        let part = Set { row: set.row.clone(), run: set.run, parts, field: None, seen, of };
        if is_wanted {
            self.fields = fields;
            return (part, Vec::new());
        }
        (part, fields)
    }

    fn is_field(&self, column: &ColumnDraft, total: usize) -> bool {
        column.column.text.is_none() && self.is_seen(column.column.seen as usize, total)
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of pages")]
    fn is_seen(&self, n: usize, total: usize) -> bool {
        self.all || n as f64 >= MIN_SEEN * total as f64
    }
}

/// Values of a type that are needed to tell it.
const MIN_TYPED: usize = 2;

/// What all values of a column are, if they are more than texts.
fn datatype(corpus: &Corpus<'_, '_>, column: &ColumnDraft) -> Option<Datatype> {
    if column.column.stretch {
        return None;
    }
    let text = |cell: &CellAt| &*corpus.pages[cell.page].all()[cell.leaf].text;
    let (first, others) = column.cells.split_first().filter(|_| column.cells.len() >= MIN_TYPED)?;
    let is_all = |datatype: &Datatype| {
        others.iter().all(|cell| types(text(cell)).any(|other| other == *datatype))
    };
    types(text(first)).find(is_all)
}

/// Neighbours that are there together or not at all are one option; those of which there is always one are
/// alternatives.
fn grouped(parts: Vec<(Part, BTreeSet<usize>)>, total: usize) -> Vec<Part> {
    let mut grouped: Vec<Part> = Vec::new();
    let mut rest = parts.into_iter().peekable();
    while let Some((part, scopes)) = rest.next() {
        if scopes.len() >= total || !matches!(part, Part::Column(_)) {
            grouped.push(part);
            continue;
        }
        let mut together = vec![part];
        let is_column = |part: &Part| matches!(part, Part::Column(_));
        while let Some((part, _)) =
            rest.next_if(|(part, other)| is_column(part) && *other == scopes)
        {
            together.push(part);
        }
        let is_other = |(part, other): &(Part, BTreeSet<usize>)| {
            is_column(part) && other.len() + scopes.len() == total && other.is_disjoint(&scopes)
        };
        if together.len() > 1 {
            grouped.push(Part::Option(together));
        } else if let Some((other, _)) = rest.next_if(is_other) {
            together.push(other);
            grouped.push(Part::Either(together));
        } else {
            grouped.append(&mut together);
        }
    }
    grouped
}
