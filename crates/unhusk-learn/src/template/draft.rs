//! Scopes -> what they are made of: columns and sets, level by level.

use super::align::align;
use super::corpus::{Code, Corpus, Scope};
use super::sets::{self, Rows};
use super::sparse;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::template::internal::cost::label_of;
use unhusk_wrapper::template::{Column, Kind};

/// A part of a template, with all that was read by it.
#[derive(Debug)]
pub(super) enum Draft {
    Column(ColumnDraft),
    Set(SetDraft),
}

/// A column with its texts.
#[derive(Debug)]
pub(super) struct ColumnDraft {
    pub(super) column: Column,
    /// In the order of scopes; several of one scope in free text.
    pub(super) cells: Vec<CellAt>,
}

/// A text of a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellAt {
    /// Position of its scope among those of its level.
    pub(super) scope: usize,
    pub(super) page: usize,
    pub(super) leaf: usize,
}

/// A set with its records.
#[derive(Debug)]
pub(super) struct SetDraft {
    pub(super) row: String,
    pub(super) run: bool,
    /// The scopes around that have records.
    pub(super) scopes: BTreeSet<usize>,
    pub(super) rows: Vec<Scope>,
    pub(super) parts: Vec<Draft>,
}

/// How deep sets nest at most.
const MAX_DEPTH: usize = 4;

/// What a level is made of.
pub(super) struct Level {
    pub(super) parts: Vec<Draft>,
    /// Texts that were not compared with all columns.
    pub(super) n_unaligned: usize,
}

/// A text, or the place of a group of records: its set and its number in it.
#[derive(Clone, Copy)]
enum Item {
    Leaf(usize),
    Group(usize, usize),
}

/// Records alone; what is around them may be anything on another page.
pub(super) fn draft_alone(corpus: &Corpus<'_, '_>, set: &Rows) -> Level {
    let groups = set.groups.iter().enumerate();
    let read: Vec<(usize, Item)> =
        groups.map(|(at, group)| (group.scope, Item::Group(0, at))).collect();
    let mut n_unaligned = 0;
    let part = set_draft(corpus, set, &read, 0, &mut n_unaligned);
    Level { parts: vec![part], n_unaligned }
}

/// Finds what scopes are made of; what looks like records is known, if anything does.
///
/// Recurses on the nesting of sets, which is capped.
pub(super) fn draft(
    corpus: &Corpus<'_, '_>,
    scopes: &[Scope],
    listed: Option<Rows>,
    depth: usize,
) -> Level {
    let frequencies = corpus.frequencies(scopes);
    let sets = if depth < MAX_DEPTH {
        sets::find(corpus, scopes, &frequencies, listed)
    } else {
        Vec::new()
    };
    let items: Vec<Vec<Item>> =
        (0..scopes.len()).map(|at| items(corpus, scopes, at, &sets)).collect();
    let code = |scope: &Scope, item: &Item| match item {
        Item::Leaf(leaf) => corpus.codes[scope.page][*leaf],
        Item::Group(set, _) => Code::of_set(*set),
    };
    let sequences: Vec<Vec<Code>> = scopes
        .iter()
        .zip(&items)
        .map(|(scope, items)| items.iter().map(|item| code(scope, item)).collect())
        .collect();
    let alignment = align(&sequences, &frequencies);
    let mut columns: Vec<Vec<(usize, Item)>> = vec![Vec::new(); alignment.columns.len()];
    for (scope, of) in alignment.of.iter().enumerate() {
        for (item, column) in items[scope].iter().zip(of) {
            columns[*column].push((scope, *item));
        }
    }
    let mut level = Level { parts: Vec::new(), n_unaligned: alignment.n_unaligned };
    for (column, read) in alignment.columns.iter().zip(columns) {
        let part = match read.first() {
            Some((_, Item::Group(set, _))) => {
                set_draft(corpus, &sets[*set], &read, depth, &mut level.n_unaligned)
            }
            _ => Draft::Column(column_draft(
                corpus,
                scopes,
                column.is_constant(),
                column.code.kind,
                &read,
            )),
        };
        level.parts.push(part);
    }
    level.parts = sparse::merged(corpus, &frequencies, scopes, level.parts);
    level
}

/// The texts of a scope, with one item for each group of records.
fn items(corpus: &Corpus<'_, '_>, scopes: &[Scope], at: usize, sets: &[Rows]) -> Vec<Item> {
    let scope = scopes[at];
    let leaves = &corpus.pages[scope.page];
    let mut groups: BTreeMap<usize, Item> = BTreeMap::new();
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for (set, rows) in sets.iter().enumerate() {
        for (number, group) in rows.groups.iter().enumerate().filter(|(_, group)| group.scope == at)
        {
            groups.insert(leaves.before(group.rows[0].first), Item::Group(set, number));
            ends.extend(
                group.rows.iter().map(|row| (leaves.before(row.first), leaves.before(row.end))),
            );
        }
    }
    let mut items = Vec::new();
    let (mut leaf, end) = (leaves.before(scope.first), leaves.before(scope.end));
    while leaf < end {
        if let Some(&row_end) = ends.get(&leaf) {
            items.extend(groups.get(&leaf));
            leaf = row_end.max(leaf + 1);
        } else {
            items.push(Item::Leaf(leaf));
            leaf += 1;
        }
    }
    items
}

fn set_draft(
    corpus: &Corpus<'_, '_>,
    set: &Rows,
    read: &[(usize, Item)],
    depth: usize,
    n_unaligned: &mut usize,
) -> Draft {
    let groups = read.iter().filter_map(|(_, item)| match item {
        Item::Group(_, number) => Some(&set.groups[*number]),
        Item::Leaf(_) => None,
    });
    let rows: Vec<Scope> = groups.flat_map(|group| group.rows.iter().copied()).collect();
    let inner = draft(corpus, &rows, None, depth + 1);
    *n_unaligned += inner.n_unaligned;
    Draft::Set(SetDraft {
        row: set.row.clone(),
        run: set.run,
        scopes: read.iter().map(|read| read.0).collect(),
        rows,
        parts: inner.parts,
    })
}

fn column_draft(
    corpus: &Corpus<'_, '_>,
    scopes: &[Scope],
    is_constant: bool,
    kind: Kind,
    read: &[(usize, Item)],
) -> ColumnDraft {
    let cell = |(scope, item): &(usize, Item)| match item {
        Item::Leaf(leaf) => Some(CellAt { scope: *scope, page: scopes[*scope].page, leaf: *leaf }),
        Item::Group(..) => None,
    };
    let cells: Vec<CellAt> = read.iter().filter_map(cell).collect();
    let leaf = |cell: &CellAt| &corpus.pages[cell.page].all()[cell.leaf];
    let first = cells.first().map(|cell| (cell, leaf(cell)));
    let path = first
        .map_or_else(String::new, |(cell, leaf)| corpus.pages[cell.page].written_path(leaf.node));
    let text = first.filter(|_| is_constant).map(|(_, leaf)| leaf.text.to_string());
    let label = first.and_then(|(_, leaf)| label_of(&leaf.text)).filter(|label| {
        text.is_none() && cells.iter().all(|cell| label_of(&leaf(cell).text) == Some(label))
    });
    let label = label.map(str::to_owned);
    let seen = u32::try_from(cells.len()).unwrap_or(u32::MAX);
    let kind = if text.is_some() { Kind::String } else { kind };
    ColumnDraft {
        column: Column {
            path,
            stretch: false,
            text,
            kind,
            label,
            field: None,
            pieces: Vec::new(),
            seen,
        },
        cells,
    }
}
