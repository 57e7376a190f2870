//! Scopes -> what they are made of: columns and sets, level by level.

use super::align::align;
use super::corpus::{LeafCorpus, NodeScope, TextCode};
use super::sets::{self, RecordSet};
use super::sparse;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::template::internal::cost::caption_of;
use unhusk_wrapper::template::{TemplateColumn, ValueKind};

/// A part of a template, with all that was read by it.
#[derive(Debug)]
pub(super) enum PartDraft {
    Column(ColumnDraft),
    Set(SetDraft),
}

/// A column with its texts.
#[derive(Debug)]
pub(super) struct ColumnDraft {
    pub(super) column: TemplateColumn,
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
    pub(super) rows: Vec<NodeScope>,
    pub(super) parts: Vec<PartDraft>,
}

/// How deep sets nest at most.
const MAX_DEPTH: usize = 4;

/// What a level is made of.
pub(super) struct LevelDraft {
    pub(super) parts: Vec<PartDraft>,
    /// Texts that were not compared with all columns.
    pub(super) n_unaligned: usize,
}

/// A text, or the place of a group of records: its set and its number in it.
#[derive(Clone, Copy)]
enum LevelItem {
    Leaf(usize),
    Group(usize, usize),
}

/// Records of some kinds alone; what is around them may be anything on another page.
pub(super) fn draft_alone<'s>(
    corpus: &LeafCorpus<'_, '_>,
    sets: impl IntoIterator<Item = &'s RecordSet>,
) -> LevelDraft {
    let mut level = LevelDraft { parts: Vec::new(), n_unaligned: 0 };
    for set in sets {
        let groups = set.groups.iter().enumerate();
        let read: Vec<(usize, LevelItem)> =
            groups.map(|(at, group)| (group.scope, LevelItem::Group(0, at))).collect();
        level.parts.push(set_draft(corpus, set, &read, 0, &mut level.n_unaligned));
    }
    level
}

/// Finds what scopes are made of; what looks like records is known, if anything does.
///
/// Recurses on the nesting of sets, which is capped.
pub(super) fn draft(
    corpus: &LeafCorpus<'_, '_>,
    scopes: &[NodeScope],
    listed: Option<RecordSet>,
    depth: usize,
) -> LevelDraft {
    let frequencies = corpus.frequencies(scopes);
    let sets = if depth < MAX_DEPTH {
        sets::find(corpus, scopes, &frequencies, listed)
    } else {
        Vec::new()
    };
    let items: Vec<Vec<LevelItem>> =
        (0..scopes.len()).map(|at| items(corpus, scopes, at, &sets)).collect();
    let code = |scope: &NodeScope, item: &LevelItem| match item {
        LevelItem::Leaf(leaf) => corpus.codes[scope.page][*leaf],
        LevelItem::Group(set, _) => TextCode::of_set(*set),
    };
    let sequences: Vec<Vec<TextCode>> = scopes
        .iter()
        .zip(&items)
        .map(|(scope, items)| items.iter().map(|item| code(scope, item)).collect())
        .collect();
    let alignment = align(&sequences, &frequencies);
    let mut columns: Vec<Vec<(usize, LevelItem)>> = vec![Vec::new(); alignment.columns.len()];
    for (scope, of) in alignment.of.iter().enumerate() {
        for (item, column) in items[scope].iter().zip(of) {
            columns[*column].push((scope, *item));
        }
    }
    let mut level = LevelDraft { parts: Vec::new(), n_unaligned: alignment.n_unaligned };
    for (column, read) in alignment.columns.iter().zip(columns) {
        let part = match read.first() {
            Some((_, LevelItem::Group(set, _))) => {
                set_draft(corpus, &sets[*set], &read, depth, &mut level.n_unaligned)
            }
            _ => PartDraft::Column(column_draft(
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
fn items(
    corpus: &LeafCorpus<'_, '_>,
    scopes: &[NodeScope],
    at: usize,
    sets: &[RecordSet],
) -> Vec<LevelItem> {
    let scope = scopes[at];
    let leaves = &corpus.pages[scope.page];
    let mut groups: BTreeMap<usize, LevelItem> = BTreeMap::new();
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for (set, rows) in sets.iter().enumerate() {
        for (number, group) in rows.groups.iter().enumerate().filter(|(_, group)| group.scope == at)
        {
            groups.insert(leaves.before(group.rows[0].first), LevelItem::Group(set, number));
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
            items.push(LevelItem::Leaf(leaf));
            leaf += 1;
        }
    }
    items
}

fn set_draft(
    corpus: &LeafCorpus<'_, '_>,
    set: &RecordSet,
    read: &[(usize, LevelItem)],
    depth: usize,
    n_unaligned: &mut usize,
) -> PartDraft {
    let groups = read.iter().filter_map(|(_, item)| match item {
        LevelItem::Group(_, number) => Some(&set.groups[*number]),
        LevelItem::Leaf(_) => None,
    });
    let rows: Vec<NodeScope> = groups.flat_map(|group| group.rows.iter().copied()).collect();
    let inner = draft(corpus, &rows, None, depth + 1);
    *n_unaligned += inner.n_unaligned;
    PartDraft::Set(SetDraft {
        row: set.row.clone(),
        run: set.run,
        scopes: read.iter().map(|read| read.0).collect(),
        rows,
        parts: inner.parts,
    })
}

fn column_draft(
    corpus: &LeafCorpus<'_, '_>,
    scopes: &[NodeScope],
    is_constant: bool,
    kind: ValueKind,
    read: &[(usize, LevelItem)],
) -> ColumnDraft {
    let cell = |(scope, item): &(usize, LevelItem)| match item {
        LevelItem::Leaf(leaf) => {
            Some(CellAt { scope: *scope, page: scopes[*scope].page, leaf: *leaf })
        }
        LevelItem::Group(..) => None,
    };
    let cells: Vec<CellAt> = read.iter().filter_map(cell).collect();
    let leaf = |cell: &CellAt| &corpus.pages[cell.page].all()[cell.leaf];
    let first = cells.first().map(|cell| (cell, leaf(cell)));
    let path = first
        .map_or_else(String::new, |(cell, leaf)| corpus.pages[cell.page].written_path(leaf.node));
    let text = first.filter(|_| is_constant).map(|(_, leaf)| leaf.text.to_string());
    let caption = first.and_then(|(_, leaf)| caption_of(&leaf.text)).filter(|caption| {
        text.is_none() && cells.iter().all(|cell| caption_of(&leaf(cell).text) == Some(caption))
    });
    let caption = caption.map(str::to_owned);
    let seen = u32::try_from(cells.len()).unwrap_or(u32::MAX);
    let kind = if text.is_some() { ValueKind::String } else { kind };
    ColumnDraft {
        column: TemplateColumn {
            path,
            stretch: false,
            text,
            kind,
            caption,
            field: None,
            pieces: Vec::new(),
            seen,
        },
        cells,
    }
}
