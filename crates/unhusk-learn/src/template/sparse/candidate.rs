//! What may be of free text: columns, lists of single texts, and what was taken for records but is none.

use crate::template::corpus::{LeafCorpus, NodeScope};
use crate::template::draft::{CellAt, PartDraft, SetDraft};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::template::TemplateColumn;

/// The share of its cells that are filled in a set of records (the paper's set density).
const MIN_FILLED: f64 = 0.6;

/// A column, or all of a set.
pub(super) struct ColumnCandidate<'d> {
    /// The column, if it is one alone.
    pub(super) column: Option<&'d TemplateColumn>,
    /// The paths of its texts.
    pub(super) paths: BTreeSet<&'d str>,
    /// Its texts, by the scopes of the level; several of one scope in a set.
    pub(super) cells: Vec<CellAt>,
    pub(super) scopes: BTreeSet<usize>,
}

/// The scopes of a level, by where they begin.
pub(super) struct Outer<'a, 'b, 'p> {
    corpus: &'a LeafCorpus<'b, 'p>,
    begins: BTreeMap<(usize, u32), usize>,
}

impl<'a, 'b, 'p> Outer<'a, 'b, 'p> {
    pub(super) fn new(corpus: &'a LeafCorpus<'b, 'p>, scopes: &[NodeScope]) -> Self {
        let begins = scopes.iter().map(|scope| (scope.page, scope.first)).zip(0..).collect();
        Self { corpus, begins }
    }

    /// A part as one that may be of free text; none for records.
    pub(super) fn candidate<'d>(&self, part: &'d PartDraft) -> Option<ColumnCandidate<'d>> {
        let (mut cells, mut paths) = (Vec::new(), BTreeSet::new());
        let column = match part {
            PartDraft::Column(column) => Some(&column.column),
            PartDraft::Set(set) if are_records(set) => return None,
            PartDraft::Set(_) => None,
        };
        self.collect(part, &mut cells, &mut paths);
        let scopes = cells.iter().map(|cell| cell.scope).collect();
        Some(ColumnCandidate { column, paths, cells, scopes })
    }

    /// All texts of a part. Recurses on the nesting of sets, which is capped.
    fn collect<'d>(
        &self,
        part: &'d PartDraft,
        cells: &mut Vec<CellAt>,
        paths: &mut BTreeSet<&'d str>,
    ) {
        match part {
            PartDraft::Column(column) => {
                cells.extend(column.cells.iter().filter_map(|cell| self.in_level(*cell)));
                paths.insert(&column.column.path);
            }
            PartDraft::Set(set) => {
                set.parts.iter().for_each(|part| self.collect(part, cells, paths));
            }
        }
    }

    /// A text of a record as one of the scope of the level.
    fn in_level(&self, cell: CellAt) -> Option<CellAt> {
        let node = self.corpus.pages[cell.page].all()[cell.leaf].node;
        let (begin, &scope) = self.begins.range(..=(cell.page, node)).next_back()?;
        (begin.0 == cell.page).then_some(CellAt { scope, ..cell })
    }
}

/// Whether a set has records: several columns, and most of their cells.
#[expect(clippy::cast_precision_loss, reason = "counts of cells")]
fn are_records(set: &SetDraft) -> bool {
    let n_cells = |part: &PartDraft| match part {
        PartDraft::Column(column) => column.cells.len(),
        PartDraft::Set(inner) => inner.scopes.len(),
    };
    let n_filled: usize = set.parts.iter().map(n_cells).sum();
    let n_all = set.rows.len() * set.parts.len();
    set.parts.len() > 1 && n_filled as f64 >= MIN_FILLED * n_all as f64
}
