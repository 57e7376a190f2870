//! Evidence for free text in a stretch of columns: texts that occur in one scope only count for it; texts that recur,
//! and values behind such captions, count against it.

use super::candidate::ColumnCandidate;
use crate::template::corpus::{Frequencies, LeafCorpus};
use crate::template::draft::CellAt;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use unhusk_wrapper::template::ValueKind;

/// The share of scopes that a column is in at least, if it is not sparse (the paper's column density).
const DENSE: f64 = 0.6;
/// The share of columns that are sparse, above which a stretch does not line up (the paper's).
const MIN_SPARSE: f64 = 0.3;
/// Columns that make a stretch.
const MIN_COLUMNS: usize = 3;
/// The share of texts whose path other columns of the stretch have, too.
const MIN_SHARED: f64 = 0.5;

/// Weighs what may be of free text; what may not is none.
pub(super) struct Weigher<'a, 'b, 'p> {
    pub(super) corpus: &'a LeafCorpus<'b, 'p>,
    pub(super) frequencies: &'a Frequencies,
    pub(super) n_scopes: usize,
}

/// What may be of free text, and its weight; none of what lines up.
type FreeTextWeights = Vec<Option<i64>>;

impl Weigher<'_, '_, '_> {
    /// The stretches that do not line up, in order.
    pub(super) fn stretches(&self, parts: &[Option<ColumnCandidate<'_>>]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for stretch in heavy(&self.weights(parts, true)) {
            let inside = &parts[stretch.clone()];
            if self.is_mostly_sparse(inside) {
                found.push(stretch);
                continue;
            }
            // What lines up is more than what does not: only that is free.
            let rest = heavy(&self.weights(inside, false)).into_iter();
            found.extend(rest.map(|rest| stretch.start + rest.start..stretch.start + rest.end));
        }
        found.retain(|stretch| self.is_free(&parts[stretch.clone()]));
        found
    }

    /// The weights of all. What is in most scopes may be of free text if that is asked for, and if sparse ones have its
    /// path.
    fn weights(&self, parts: &[Option<ColumnCandidate<'_>>], with_dense: bool) -> FreeTextWeights {
        // Paths of sparse ones up to the next record: no stretch goes further.
        let mut weights = Vec::with_capacity(parts.len());
        for run in parts.split_inclusive(Option::is_none) {
            let sparse = run.iter().flatten().filter(|part| with_dense && self.is_sparse(part));
            let paths: BTreeSet<&str> =
                sparse.flat_map(|part| part.paths.iter().copied()).collect();
            let mut before: Option<&ColumnCandidate<'_>> = None;
            for part in run {
                let may_be =
                    |part: &&ColumnCandidate<'_>| self.is_sparse(part) || may_be_text(part, &paths);
                let weight = |part| self.weight(part, before);
                weights.push(part.as_ref().filter(may_be).map(weight));
                before = part.as_ref();
            }
        }
        weights
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of scopes")]
    fn is_sparse(&self, part: &ColumnCandidate<'_>) -> bool {
        (part.scopes.len() as f64) < DENSE * self.n_scopes as f64
    }

    fn is_mostly_sparse(&self, parts: &[Option<ColumnCandidate<'_>>]) -> bool {
        let n_texts = |is_sparse: bool| -> usize {
            let parts = parts.iter().flatten().filter(|part| self.is_sparse(part) == is_sparse);
            parts.map(|part| part.cells.len()).sum()
        };
        n_texts(true) > n_texts(false)
    }

    fn weight(&self, part: &ColumnCandidate<'_>, before: Option<&ColumnCandidate<'_>>) -> i64 {
        let n_against = if before.is_some_and(|before| is_caption(before, part)) {
            part.cells.len()
        } else {
            part.cells.iter().filter(|cell| self.recurs(cell)).count()
        };
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX / 4);
        count(part.cells.len()) - 2 * count(n_against)
    }

    /// Whether a text, or the caption that it begins with, stands in a second scope. Numbers do by chance.
    fn recurs(&self, cell: &CellAt) -> bool {
        let code = self.corpus.codes[cell.page][cell.leaf];
        code.kind != ValueKind::Number && code.keys().any(|key| self.frequencies.of(key) > 1)
    }

    /// Whether parts that follow each other do not line up.
    #[expect(clippy::cast_precision_loss, reason = "counts of columns and texts")]
    fn is_free(&self, parts: &[Option<ColumnCandidate<'_>>]) -> bool {
        let mut n_of: BTreeMap<&str, usize> = BTreeMap::new();
        for path in parts.iter().flatten().flat_map(|part| &part.paths) {
            *n_of.entry(path).or_default() += 1;
        }
        let (mut n_sparse, mut n_texts, mut n_shared) = (0, 0, 0);
        for part in parts.iter().flatten() {
            n_sparse += usize::from(self.is_sparse(part));
            n_texts += part.cells.len();
            if part.column.is_none() || part.paths.iter().any(|path| n_of[path] > 1) {
                n_shared += part.cells.len();
            }
        }
        parts.len() >= MIN_COLUMNS
            && n_sparse as f64 > MIN_SPARSE * parts.len() as f64
            && n_shared as f64 >= MIN_SHARED * n_texts as f64
    }
}

/// Whether what is in most scopes may be of free text: it has the path of sparse ones, and nothing of its own.
fn may_be_text(part: &ColumnCandidate<'_>, paths: &BTreeSet<&str>) -> bool {
    let is_plain = part.column.is_none_or(|column| {
        column.text.is_none() && column.caption.is_none() && column.kind == ValueKind::String
    });
    is_plain && part.paths.iter().any(|path| paths.contains(path))
}

/// Whether a column is the caption of the next: it says the same in several scopes, and both are in the same ones.
fn is_caption(caption: &ColumnCandidate<'_>, value: &ColumnCandidate<'_>) -> bool {
    let n_both = caption.scopes.intersection(&value.scopes).count();
    caption.column.is_some_and(|column| column.text.is_some())
        && caption.scopes.len() > 1
        && 4 * n_both >= 3 * caption.scopes.len().max(value.scopes.len())
}

/// Stretches that have more weight than any that begins with them; none goes over what has no weight.
pub(super) fn heavy(weights: &[Option<i64>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut end, mut sum, mut most) = (0, 0, 0, 0);
    for (at, weight) in weights.iter().chain(std::iter::once(&None)).enumerate() {
        sum += weight.unwrap_or(0);
        if weight.is_some() && sum > most {
            (most, end) = (sum, at + 1);
        }
        if weight.is_none() || sum <= 0 {
            if most > 0 {
                found.push(start..end);
            }
            (start, sum, most) = (at + 1, 0, 0);
        }
    }
    found
}
