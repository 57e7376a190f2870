//! Drafts -> template: which records are read, what their fields are called, what may be left out.

use super::InduceSettings;
use super::corpus::{LeafCorpus, NodeScope};
use super::draft::{CellAt, ColumnDraft, PartDraft, SetDraft};
use super::names::{self, UniqueNames};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::profile::types;
use unhusk_wrapper::record::{Datatype, Field, FieldType};
use unhusk_wrapper::template::{TemplatePart, TemplateSet};

/// Parts with the fields of the records that they read.
pub(super) struct Finished {
    pub(super) parts: Vec<TemplatePart>,
    pub(super) fields: Vec<Field>,
    /// The number of the set whose records are read.
    pub(super) records: Option<usize>,
}

/// The share of all values' characters that the records of a set have at least, if they are the page's data.
const MIN_SHARE: f64 = 0.68;
/// The share of records in which a column was seen that is a field: of all, or of those of one page, so that more pages
/// lose no field.
const MIN_SEEN: f64 = 0.2;

/// Finishes a template.
pub(super) fn finish(
    corpus: &LeafCorpus<'_, '_>,
    mut drafts: Vec<PartDraft>,
    settings: &InduceSettings,
) -> Finished {
    let all = settings.all_columns;
    let records = if settings.whole_pages { None } else { data_set(corpus, &drafts) };
    let mut finisher = Finisher { corpus, all, fields: Vec::new(), n_sets: 0, wanted: records };
    let (parts, fields) =
        finisher.level(&mut drafts, &ScopePages::of_pages(corpus.pages.len()), records.is_none());
    let fields = if records.is_none() { fields } else { finisher.fields };
    Finished { parts, fields, records }
}

/// The number of the set that holds most of the data; none if the page is the record.
#[expect(clippy::cast_precision_loss, reason = "counts of characters")]
fn data_set(corpus: &LeafCorpus<'_, '_>, drafts: &[PartDraft]) -> Option<usize> {
    let n_all = chars(corpus, drafts) as f64;
    let mut number = 0;
    let mut best: Option<(usize, usize)> = None;
    for draft in drafts {
        let PartDraft::Set(set) = draft else { continue };
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

fn count_sets(drafts: &[PartDraft]) -> usize {
    let n = |draft: &PartDraft| match draft {
        PartDraft::Column(_) => 0,
        PartDraft::Set(set) => 1 + count_sets(&set.parts),
    };
    drafts.iter().map(n).sum()
}

/// The characters of all values.
fn chars(corpus: &LeafCorpus<'_, '_>, drafts: &[PartDraft]) -> usize {
    let n = |draft: &PartDraft| match draft {
        PartDraft::Column(column) if column.column.text.is_some() => 0,
        PartDraft::Column(column) => column
            .cells
            .iter()
            .map(|cell| corpus.pages[cell.page].all()[cell.leaf].text.len())
            .sum(),
        PartDraft::Set(set) => chars(corpus, &set.parts),
    };
    drafts.iter().map(n).sum()
}

struct Finisher<'a, 'b, 'p> {
    corpus: &'a LeafCorpus<'b, 'p>,
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
        drafts: &mut [PartDraft],
        scopes: &ScopePages,
        is_wanted: bool,
    ) -> (Vec<TemplatePart>, Vec<Field>) {
        let total = scopes.page_of.len();
        let (mut names, mut fields) = (UniqueNames::default(), Vec::new());
        let mut before: Option<String> = None;
        let mut parts: Vec<(TemplatePart, BTreeSet<usize>)> = Vec::new();
        for draft in drafts {
            match draft {
                PartDraft::Column(column) => {
                    if is_wanted && self.is_field(column, scopes) {
                        let name = names::of_column(self.corpus, column, before.as_deref());
                        column.column.field = Some(fields.len());
                        let mut field = Field::new(names.unique(name));
                        field.optional = (column.column.seen as usize) < total;
                        field.holds = datatype(self.corpus, column).map(FieldType::Values);
                        fields.push(field);
                    }
                    before.clone_from(&column.column.text);
                    let scopes = column.cells.iter().map(|cell| cell.scope).collect();
                    parts.push((TemplatePart::Column(column.column.clone()), scopes));
                }
                PartDraft::Set(set) => {
                    let is_field = is_wanted && self.is_seen(set.scopes.iter().copied(), scopes);
                    let (mut part, inner) = self.set(set, is_field);
                    if is_field && !inner.is_empty() {
                        let name =
                            names::of_set(self.corpus, (set.rows[0].page, set.rows[0].first));
                        part.field = Some(fields.len());
                        fields.push(Field::nested(names.unique(name), inner));
                    }
                    before = None;
                    parts.push((TemplatePart::Set(part), set.scopes.clone()));
                }
            }
        }
        (grouped(parts, total), fields)
    }

    fn set(&mut self, set: &mut SetDraft, is_field: bool) -> (TemplateSet, Vec<Field>) {
        let number = self.n_sets;
        self.n_sets += 1;
        let is_wanted = self.wanted == Some(number);
        let scopes = ScopePages::of_rows(&set.rows);
        let (parts, fields) = self.level(&mut set.parts, &scopes, is_field || is_wanted);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (seen, of) = (count(set.scopes.len()), count(set.rows.len()));
        let part = TemplateSet { row: set.row.clone(), run: set.run, parts, field: None, seen, of };
        if is_wanted {
            self.fields = fields;
            return (part, Vec::new());
        }
        (part, fields)
    }

    fn is_field(&self, column: &ColumnDraft, scopes: &ScopePages) -> bool {
        let seen = column.cells.iter().map(|cell| cell.scope);
        column.column.text.is_none() && self.is_seen(seen, scopes)
    }

    /// Whether so many scopes of a page have a part that it is a field.
    #[expect(clippy::cast_precision_loss, reason = "counts of scopes")]
    fn is_seen(&self, seen: impl Iterator<Item = usize>, scopes: &ScopePages) -> bool {
        if self.all {
            return true;
        }
        let mut n_seen: BTreeMap<usize, usize> = BTreeMap::new();
        for scope in seen.collect::<BTreeSet<_>>() {
            *n_seen.entry(scopes.page_of[scope]).or_default() += 1;
        }
        let is_usual = |n: usize, total: usize| n as f64 >= MIN_SEEN * total as f64;
        let (n_all, total) = (n_seen.values().sum(), scopes.page_of.len());
        // A page with few records shows by chance what others lack.
        let is_large = |n_records: usize| n_records * scopes.n_of_page.len() >= total;
        let is_usual_on = |(page, &n): (&usize, &usize)| {
            let n_records = scopes.n_of_page[page];
            is_large(n_records) && is_usual(n, n_records)
        };
        is_usual(n_all, total) || n_seen.iter().any(is_usual_on)
    }
}

/// The pages that the scopes of a level are on.
struct ScopePages {
    /// The page of each scope; one for all if the scopes are the pages.
    page_of: Vec<usize>,
    /// How many scopes each page has.
    n_of_page: BTreeMap<usize, usize>,
}

impl ScopePages {
    fn of_pages(n_pages: usize) -> Self {
        Self { page_of: vec![0; n_pages], n_of_page: BTreeMap::from([(0, n_pages)]) }
    }

    fn of_rows(rows: &[NodeScope]) -> Self {
        let page_of: Vec<usize> = rows.iter().map(|row| row.page).collect();
        let mut n_of_page = BTreeMap::new();
        for page in &page_of {
            *n_of_page.entry(*page).or_default() += 1;
        }
        Self { page_of, n_of_page }
    }
}

/// Values of a type that are needed to tell it.
const MIN_TYPED: usize = 2;

/// What all values of a column are, if they are more than texts.
fn datatype(corpus: &LeafCorpus<'_, '_>, column: &ColumnDraft) -> Option<Datatype> {
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
fn grouped(parts: Vec<(TemplatePart, BTreeSet<usize>)>, total: usize) -> Vec<TemplatePart> {
    let mut grouped: Vec<TemplatePart> = Vec::new();
    let mut rest = parts.into_iter().peekable();
    while let Some((part, scopes)) = rest.next() {
        if scopes.len() >= total || !matches!(part, TemplatePart::Column(_)) {
            grouped.push(part);
            continue;
        }
        let mut together = vec![part];
        let is_column = |part: &TemplatePart| matches!(part, TemplatePart::Column(_));
        while let Some((part, _)) =
            rest.next_if(|(part, other)| is_column(part) && *other == scopes)
        {
            together.push(part);
        }
        let is_other = |(part, other): &(TemplatePart, BTreeSet<usize>)| {
            is_column(part) && other.len() + scopes.len() == total && other.is_disjoint(&scopes)
        };
        if together.len() > 1 {
            grouped.push(TemplatePart::Option(together));
        } else if let Some((other, _)) = rest.next_if(is_other) {
            together.push(other);
            grouped.push(TemplatePart::Either(together));
        } else {
            grouped.append(&mut together);
        }
    }
    grouped
}
