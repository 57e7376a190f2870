//! Columns that do not line up -> one: free text, whose paragraphs, lists and marks come in any order.
//!
//! ```text
//! <div><p>A lamp</p><ul><li>steel</li><li>oak</li></ul></div>     <div><b>New</b><p>A desk</p><p>of oak</p></div>
//! ```
//!
//! The paper looks at the columns between two that are the template's: if more than three in ten are in fewer than six
//! in ten of the scopes, all of them become one, and their common path is kept. Rows with captions that may be left out
//! (`Pages: 300`, `ISBN: ...`) are such columns, too, and they are what a user wants. So what becomes one here is less:
//!
//! * No set of records is crossed. One of single texts is a list in the text, and one with less than six in ten of its
//!   cells filled is none (the paper's set density).
//! * No column is that is in most scopes, unless sparse ones beside it have its path, as the first paragraph of a text
//!   has that of the second, and are more.
//! * Of what is left, the stretch in which texts that are in one scope alone outnumber those that recur, and those
//!   behind a caption that does ([`weigh`]). Numbers recur by chance.
//! * Most of its texts have the path of another column: optional values each at a path of its own line up.
//!
//! Measured on the 1,600 pages of SWDE (`unhusk-lab induce` for cells): pages that do not fit the template that was found
//! on them fall from 279 to 158 by this alone, and to 108 with tables apart ([`super::sets`]), while .969 of the cells
//! stay right. Were columns in most scopes taken in where they are more than the sparse ones, it would be .967: the first
//! of several authors became one with the others.

mod candidate;
#[cfg(test)]
mod tests;
mod weigh;

use super::corpus::{Frequencies, LeafCorpus, NodeScope};
use super::draft::{CellAt, ColumnDraft, PartDraft};
use candidate::{ColumnCandidate, Outer};
use std::ops::Range;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::template::{TemplateColumn, ValueKind};
use weigh::Weigher;

/// Scopes that are needed to tell: on fewer, a caption is in one of them by chance.
const MIN_SCOPES: usize = 5;

/// The parts of a level, with one column for each stretch that does not line up.
pub(super) fn merged(
    corpus: &LeafCorpus<'_, '_>,
    frequencies: &Frequencies,
    scopes: &[NodeScope],
    parts: Vec<PartDraft>,
) -> Vec<PartDraft> {
    if scopes.len() < MIN_SCOPES {
        return parts;
    }
    let outer = Outer::new(corpus, scopes);
    let candidates: Vec<Option<ColumnCandidate<'_>>> =
        parts.iter().map(|part| outer.candidate(part)).collect();
    let weigher = Weigher { corpus, frequencies, n_scopes: scopes.len() };
    let stretches: Vec<(Range<usize>, ColumnDraft)> = weigher
        .stretches(&candidates)
        .into_iter()
        .map(|stretch| (stretch.clone(), one(&candidates[stretch])))
        .collect();
    let mut merged: Vec<PartDraft> = Vec::with_capacity(parts.len());
    let mut parts = parts.into_iter();
    let mut at = 0;
    for (stretch, column) in stretches {
        merged.extend(parts.by_ref().take(stretch.start - at));
        parts.by_ref().take(stretch.len()).for_each(drop);
        at = stretch.end;
        merged.push(PartDraft::Column(column));
    }
    merged.extend(parts);
    merged
}

/// Several as one.
fn one(parts: &[Option<ColumnCandidate<'_>>]) -> ColumnDraft {
    let parts = || parts.iter().flatten();
    let path = common_path(parts().flat_map(|part| part.paths.iter().copied()));
    let mut cells: Vec<CellAt> = parts().flat_map(|part| part.cells.iter().copied()).collect();
    sort::by_key(&mut cells, |cell| (cell.scope, cell.leaf));
    let n_scopes = cells.chunk_by(|a, b| a.scope == b.scope).count();
    let column = TemplateColumn {
        path,
        stretch: true,
        text: None,
        kind: ValueKind::String,
        caption: None,
        field: None,
        pieces: Vec::new(),
        seen: u32::try_from(n_scopes).unwrap_or(u32::MAX),
    };
    ColumnDraft { column, cells }
}

/// The names that all paths begin with.
fn common_path<'c>(paths: impl Iterator<Item = &'c str>) -> String {
    let common = |a: Vec<&'c str>, b: Vec<&'c str>| {
        let n_same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        a[..n_same].to_vec()
    };
    let names = paths.map(|path| path.split('/').collect());
    names.reduce(common).unwrap_or_default().join("/")
}
